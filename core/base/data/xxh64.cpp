#include "data/xxh64.hpp"

#include <algorithm>
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

// Step 3.
std::uint64_t converged(const std::array<std::uint64_t, 4>& lanes) {
  std::uint64_t sum = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) +
                      std::rotl(lanes[3], 18);
  for (const std::uint64_t lane : lanes) sum = (sum ^ round(0, lane)) * kPrime1 + kPrime4;
  return sum;
}

}  // namespace

Xxh64::Xxh64() : lanes_{kPrime1 + kPrime2, kPrime2, 0, 0 - kPrime1} {}

// Step 2: all whole stripes of 32 bytes.
void Xxh64::add(std::span<const std::byte> piece) {
  length_ += piece.size();
  std::array<std::uint64_t, 4> lanes = lanes_;
  while (piece.size() >= 32) {
    for (std::uint64_t& lane : lanes) lane = round(lane, take<std::uint64_t>(piece));
  }
  lanes_ = lanes;
  std::copy(piece.begin(), piece.end(), rest_.begin());
}

std::uint64_t Xxh64::sum() const {
  std::span<const std::byte> bytes = std::span(rest_).first(length_ % 32);
  std::uint64_t sum = (length_ >= 32 ? converged(lanes_) : kPrime5) + length_;
  while (bytes.size() >= 8)
    sum = std::rotl(sum ^ round(0, take<std::uint64_t>(bytes)), 27) * kPrime1 + kPrime4;
  if (bytes.size() >= 4)
    sum = std::rotl(sum ^ (take<std::uint32_t>(bytes) * kPrime1), 23) * kPrime2 + kPrime3;
  while (!bytes.empty()) sum = std::rotl(sum ^ (take<std::uint8_t>(bytes) * kPrime5), 11) * kPrime1;
  sum = (sum ^ (sum >> 33)) * kPrime2;
  sum = (sum ^ (sum >> 29)) * kPrime3;
  return sum ^ (sum >> 32);
}

std::uint64_t xxh64(std::span<const std::byte> bytes) {
  Xxh64 hash;
  hash.add(bytes);
  return hash.sum();
}

}  // namespace skald::data
