#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace attn {

/// Compares what people read with tests/golden/NAME. ATTN_UPDATE_GOLDEN=1 writes the file instead; look at the
/// difference before you commit it.
inline void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(ATTN_SOURCE_DIR) + "/tests/golden/" + name;
  if (std::getenv("ATTN_UPDATE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  EXPECT_EQ(text, std::string(std::istreambuf_iterator<char>(file), {})) << "golden file " << path;
}

}  // namespace attn
