#pragma once

namespace attn::standin {

/// The function last called on this thread that the stand-in does not have; "" while there was none.
const char* last_lacking();

/// Says on standard error, once a function, that it is not there.
void report_lacking(const char* function);

}  // namespace attn::standin
