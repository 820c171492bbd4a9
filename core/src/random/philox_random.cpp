#include "random/philox_random.hpp"

#include <stdexcept>
#include <string>

namespace skald::random {
namespace {

constexpr std::int64_t max_chains = std::int64_t{1} << 32;
constexpr std::int64_t max_rows = std::int64_t{1} << 33;

[[noreturn]] void refuse(const char* what, std::int64_t found, std::int64_t limit) {
  throw std::invalid_argument(std::string("random: ") + what + " " + std::to_string(found) +
                              " is outside [0, " + std::to_string(limit) + "]");
}

}  // namespace

PhiloxRandom::PhiloxRandom(std::uint64_t seed, std::uint64_t replicate, std::int64_t first_chain,
                           InstructionSet set)
    : seed_(seed), replicate_(replicate), first_chain_(first_chain), kernel_(&kernel_for(set)) {
  if (first_chain < 0 || first_chain > max_chains) refuse("first chain", first_chain, max_chains);
}

PhiloxRandom::PhiloxRandom(std::uint64_t seed, std::uint64_t replicate, Part part)
    : PhiloxRandom(seed, replicate) {
  part_ = part;
}

void PhiloxRandom::normal(Stream stream, std::int64_t iteration, Block out) const {
  kernel_->normal(draws(stream, DrawKind::normal, iteration, {0, out.rows, out.cols, out.stride}),
                  out.data);
}

void PhiloxRandom::add_normal(Stream stream, std::int64_t iteration, double scale,
                              Block inout) const {
  kernel_->add_normal(
      draws(stream, DrawKind::normal, iteration, {0, inout.rows, inout.cols, inout.stride}), scale,
      inout.data);
}

void PhiloxRandom::uniform(Stream stream, std::int64_t iteration, Block out) const {
  kernel_->uniform(draws(stream, DrawKind::uniform, iteration, {0, out.rows, out.cols, out.stride}),
                   out.data);
}

void PhiloxRandom::bits(Stream stream, std::int64_t iteration, Index chain,
                        std::span<std::uint64_t> out) const {
  if (chain < 0 || chain >= max_chains) refuse("chain", chain, max_chains - 1);
  const auto words = static_cast<Index>(out.size());
  kernel_->bits(draws(stream, DrawKind::bits, iteration, {chain, words, 1, words}), out.data());
}

Draws PhiloxRandom::draws(Stream stream, DrawKind kind, std::int64_t iteration, Shape shape) const {
  if (shape.rows < 0 || shape.rows > max_rows) refuse("draws per chain", shape.rows, max_rows);
  if (stream.chain < 0 || stream.chain > max_chains) refuse("chain", stream.chain, max_chains);
  const std::int64_t first_chain = first_chain_ + stream.chain + shape.first_column;
  const std::int64_t end_chain = first_chain + shape.cols;
  if (shape.cols < 0 || end_chain > max_chains) refuse("end of the chains", end_chain, max_chains);
  return {stream_key(seed_, replicate_, stream, kind, part_),
          static_cast<std::uint64_t>(iteration),
          static_cast<std::uint32_t>(first_chain),
          shape.rows,
          shape.cols,
          shape.stride};
}

}  // namespace skald::random
