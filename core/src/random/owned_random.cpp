#include "random/owned_random.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace skald::random {
namespace {

struct OwnerWords {
  const char *name, *streams;
};

// Of each StreamOwner: who it is and which streams it has, for a refusal.
constexpr std::array<OwnerWords, 7> kOwners{{
    {"the host", "the host's"},
    {"data sets", "the roles dataset and split"},
    {"partitions", "the role partition, before iteration 2^40"},
    {"models", "the role start, clients from 0 on"},
    {"samplers",
     "the roles noise, shared_noise, minibatch, communication, reference, participation, "
     "quantiser, momentum, acceptance and spread, or, for a purpose that none of them names, those "
     "from plugin_first (128) to 255"},
    {"mechanisms", "the role mechanism: the stream that privatize() is given"},
    {"nobody", "the host's"},
}};

std::string name_of(Role role) {
  constexpr std::array<const char*, 18> kNames{
      "dataset",   "split",         "partition",  "start",         "noise",     "shared_noise",
      "minibatch", "communication", "reference",  "participation", "mechanism", "quantiser",
      "momentum",  "acceptance",    "prediction", "metric",        "spread",    "clients"};
  const auto number = static_cast<std::size_t>(role);
  if (number >= kNames.size()) return std::to_string(number);
  return kNames[number] + (" (" + std::to_string(number) + ")");
}

const OwnerWords& words_of(StreamOwner owner) { return kOwners[static_cast<std::size_t>(owner)]; }

}  // namespace

StreamOwner owner_of(Stream stream, std::int64_t iteration) {
  switch (stream.role) {
    case Role::dataset:
    case Role::split:
      return StreamOwner::dataset;
    case Role::partition:
      return iteration < kFirstHostIteration ? StreamOwner::partition : StreamOwner::host;
    case Role::start:
      return stream.client < 0 ? StreamOwner::host : StreamOwner::model;
    case Role::noise:
    case Role::shared_noise:
    case Role::minibatch:
    case Role::communication:
    case Role::reference:
    case Role::participation:
    case Role::quantiser:
    case Role::momentum:
    case Role::acceptance:
    case Role::spread:
      return StreamOwner::sampler;
    case Role::mechanism:
      return StreamOwner::mechanism;
    case Role::prediction:
    case Role::metric:
    case Role::clients:
      return StreamOwner::host;
    case Role::plugin_first:
      break;
  }
  return stream.role >= Role::plugin_first ? StreamOwner::sampler : StreamOwner::nobody;
}

void OwnedRandom::normal(Stream stream, std::int64_t iteration, Block out) const {
  check(stream, iteration);
  random_.normal(stream, iteration, out);
}

void OwnedRandom::add_normal(Stream stream, std::int64_t iteration, double scale,
                             Block inout) const {
  check(stream, iteration);
  random_.add_normal(stream, iteration, scale, inout);
}

void OwnedRandom::uniform(Stream stream, std::int64_t iteration, Block out) const {
  check(stream, iteration);
  random_.uniform(stream, iteration, out);
}

void OwnedRandom::bits(Stream stream, std::int64_t iteration, Index chain,
                       std::span<std::uint64_t> out) const {
  check(stream, iteration);
  random_.bits(stream, iteration, chain, out);
}

void OwnedRandom::check(Stream stream, std::int64_t iteration) const {
  const StreamOwner owner = owner_of(stream, iteration);
  if (owner == owner_) return;
  if (owner_ == StreamOwner::sampler && owner == StreamOwner::mechanism) return;
  throw std::invalid_argument("random: role " + name_of(stream.role) + ", client " +
                              std::to_string(stream.client) + ", iteration " +
                              std::to_string(iteration) + " belongs to " + words_of(owner).name +
                              ", so that " + words_of(owner_).name +
                              " would share its draws; expected " + words_of(owner_).streams);
}

}  // namespace skald::random
