#include "benchmarks/external/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <fstream>
#include <memory>
#include <stdexcept>
#include <vector>

namespace attn {

Sha256 sha256_of(const std::filesystem::path& file) {
  constexpr size_t kBlockBytes = size_t{1} << 20;
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("this OpenSSL has no SHA-256");
  std::ifstream bytes(file, std::ios::binary);
  std::vector<char> block(kBlockBytes);
  while (bytes.read(block.data(), kBlockBytes) || bytes.gcount() > 0)
    EVP_DigestUpdate(context.get(), block.data(), static_cast<size_t>(bytes.gcount()));
  if (!bytes.eof()) throw std::runtime_error(fmt::format("{} can't be read", file.string()));
  Sha256 sum{};
  EVP_DigestFinal_ex(context.get(), sum.data(), nullptr);
  return sum;
}

Sha256 sha256_of_text(std::string_view text) {
  Sha256 sum{};
  if (EVP_Digest(text.data(), text.size(), sum.data(), nullptr, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("this OpenSSL has no SHA-256");
  return sum;
}

std::string hex_of(const Sha256& sum) {
  std::string text;
  for (const unsigned char byte : sum) text += fmt::format("{:02x}", byte);
  return text;
}

std::string base64_of(const Sha256& sum) {
  std::array<unsigned char, 45> text{};  // 44 characters and the zero that OpenSSL adds
  const int size = EVP_EncodeBlock(text.data(), sum.data(), static_cast<int>(sum.size()));
  return {text.begin(), text.begin() + size};
}

}  // namespace attn
