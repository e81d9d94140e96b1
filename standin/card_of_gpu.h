#pragma once

#include "fixtures/gpus.h"
#include "standin/contract.h"

namespace attn::standin {

/// The card to stand in for, from its row of gpus.csv.
Card card_of(const Gpu& gpu);

}  // namespace attn::standin
