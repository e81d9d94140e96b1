#pragma once

namespace attn {

/// From now on the first Ctrl-C (SIGINT) or SIGTERM only sets a flag, so that what was measured is kept; one that comes
/// two seconds later or more ends the program at once.
void catch_interrupts();

/// Whether a signal has come.
bool interrupted();

/// What is thrown out of long work that a signal ends.
struct Interrupted {};

}  // namespace attn
