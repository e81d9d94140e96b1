#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What a kernel's name says, in words: "fp16/bf16 tensor-core matmul 16×8×16, tile 128×128, …" of
/// "ampere_bf16_s16816gemm_bf16_128x128_…". Also of a copy ("Memcpy DtoD") and of a call into cuBLAS or cuDNN. Nothing
/// for names that no rule knows. `name` is demangled; its first 4,096 characters are read.
///
/// The rules are the rows of profiling/kernel_words.csv (built into the program), read from above. The first row of
/// part "what" whose pattern (see NamePattern) is in the name decides the kind of kernel; then of each further part of
/// that kind the first row that matches adds its words after a comma, or nothing where they are empty. In the words
/// {1}, {2}, … are what the pattern took; the rows of kind "type" say how a C++ type is called.
std::optional<std::string> words_for_kernel(std::string_view name);

/// The lines of kernel_words.csv whose words words_for_kernel used, in that order; for the test that each is used.
std::vector<int64_t> kernel_word_lines(std::string_view name);

/// The lines of all rules but those of kind "type".
std::vector<int64_t> all_kernel_word_lines();

}  // namespace attn
