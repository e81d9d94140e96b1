#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace attn {

using Sha256 = std::array<unsigned char, 32>;

/// Of the file's bytes (FIPS 180-4). Throws std::runtime_error for a file that can't be read.
Sha256 sha256_of(const std::filesystem::path& file);

/// Of the text.
Sha256 sha256_of_text(std::string_view text);

/// 64 hexadecimal digits, as sha256sum prints them.
std::string hex_of(const Sha256& sum);

/// 44 characters with the padding (RFC 4648), as a Hugging Face kernel's metadata.json has it.
std::string base64_of(const Sha256& sum);

}  // namespace attn
