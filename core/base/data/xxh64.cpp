#include "data/xxh64.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace skald::data {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87, kPrime2 = 0xC2B2AE3D27D4EB4F,
                        kPrime3 = 0x165667B19E3779F9, kPrime4 = 0x85EBCA77C2B2AE63,
                        kPrime5 = 0x27D4EB2F165667C5;

// Reads a number from the front of the bytes and advances past it.
template <class T>
std::uint64_t take(std::span<const std::byte>& bytes) {
  T word;
  std::memcpy(&word, bytes.data(), sizeof word);
  bytes = bytes.subspan(sizeof word);
  return word;
}

std::uint64_t round(std::uint64_t accumulator, std::uint64_t lane) {
  return std::rotl(accumulator + lane * kPrime2, 31) * kPrime1;
}

// Steps 1 to 3: all whole stripes of 32 bytes.
std::uint64_t stripes(std::span<const std::byte>& bytes) {
  std::array<std::uint64_t, 4> lanes{kPrime1 + kPrime2, kPrime2, 0, 0 - kPrime1};
  while (bytes.size() >= 32) {
    for (std::uint64_t& lane : lanes) lane = round(lane, take<std::uint64_t>(bytes));
  }
  std::uint64_t sum = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) +
                      std::rotl(lanes[3], 18);
  for (const std::uint64_t lane : lanes) sum = (sum ^ round(0, lane)) * kPrime1 + kPrime4;
  return sum;
}

}  // namespace

std::uint64_t xxh64(std::span<const std::byte> bytes) {
  const std::uint64_t length = bytes.size();
  std::uint64_t sum = (length >= 32 ? stripes(bytes) : kPrime5) + length;
  while (bytes.size() >= 8)
    sum = std::rotl(sum ^ round(0, take<std::uint64_t>(bytes)), 27) * kPrime1 + kPrime4;
  if (bytes.size() >= 4)
    sum = std::rotl(sum ^ (take<std::uint32_t>(bytes) * kPrime1), 23) * kPrime2 + kPrime3;
  while (!bytes.empty()) sum = std::rotl(sum ^ (take<std::uint8_t>(bytes) * kPrime5), 11) * kPrime1;
  sum = (sum ^ (sum >> 33)) * kPrime2;
  sum = (sum ^ (sum >> 29)) * kPrime3;
  return sum ^ (sum >> 32);
}

}  // namespace skald::data
