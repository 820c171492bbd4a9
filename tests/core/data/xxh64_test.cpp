#include "data/xxh64.hpp"

#include "test.hpp"

using namespace skald::data;

TEST_CASE("XXH64 of published texts") {
  const auto of = [](std::string_view text) { return xxh64(std::as_bytes(std::span(text))); };
  CHECK(of("") == 0xEF46DB3751D8E999);
  CHECK(of("a") == 0xD24EC4F1A98C6E5B);
  CHECK(of("abc") == 0x44BC2CF5AD770999);
}

TEST_CASE("XXH64 agrees with the library of its author at every kind of length") {
  // Computed by libxxhash 0.8.1 from the bytes (37 i + 11) mod 256.
  const std::vector<std::pair<std::size_t, std::uint64_t>> known{
      {0, 0xEF46DB3751D8E999},   {1, 0xF592C0C7639C4CB6},   {3, 0x22C08528601D4F27},
      {4, 0xFB1E5CF2F1AE4D95},   {7, 0x5613AC510496C04E},   {8, 0x57CB2B7521F3E21A},
      {15, 0x90A9714EB00E8D29},  {31, 0xE4A0E629E519A4AE},  {32, 0xCC6B8AAADA790B2D},
      {33, 0x35EC49850475A832},  {63, 0xBF9F0BA3CF95B28A},  {64, 0x155CCCE4BF32BEFC},
      {100, 0x4826E367566EA023}, {1000, 0x128DA10CFBDC59D9}};
  for (const auto& [length, sum] : known) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < length; ++i) bytes.push_back(static_cast<std::byte>(37 * i + 11));
    INFO(length);
    CHECK(xxh64(bytes) == sum);
  }
}

TEST_CASE("XXH64 of pieces is that of the whole") {
  for (const std::size_t length : {0U, 1U, 31U, 32U, 64U, 100U, 1000U}) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < length; ++i) bytes.push_back(static_cast<std::byte>(37 * i + 11));
    for (const std::size_t piece : {32U, 64U, 320U}) {
      Xxh64 hash;
      for (std::size_t at = 0; at < length; at += piece)
        hash.add(std::span(bytes).subspan(at, std::min(piece, length - at)));
      CHECK(hash.sum() == xxh64(bytes));
    }
  }
}
