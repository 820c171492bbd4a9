#include "random/owned_random.hpp"

#include "random/philox_random.hpp"
#include "test.hpp"

using namespace skald::random;

namespace {

constexpr std::array owners{StreamOwner::host,  StreamOwner::dataset, StreamOwner::partition,
                            StreamOwner::model, StreamOwner::sampler, StreamOwner::mechanism};

// What a call for the stream does: "drawn" if it gives the bits of the streams below.
std::string attempt(const Random& random, const Random& streams, Stream stream,
                    std::int64_t iteration) {
  Eigen::MatrixXd found(2, 1), expected(2, 1);
  std::vector<std::uint64_t> words(2), expected_words(2);
  try {
    random.normal(stream, iteration, view(found));
    streams.normal(stream, iteration, view(expected));
    bool same = found == expected;
    random.add_normal(stream, iteration, 2, view(found));
    streams.add_normal(stream, iteration, 2, view(expected));
    same &= found == expected;
    random.uniform(stream, iteration, view(found));
    streams.uniform(stream, iteration, view(expected));
    same &= found == expected;
    random.bits(stream, iteration, 1, words);
    streams.bits(stream, iteration, 1, expected_words);
    return same && words == expected_words ? "drawn" : "other bits";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("every stream has one owner at most, and its owner draws what the run's streams hold") {
  const PhiloxRandom streams(1, 2);
  for (int role = 0; role < 256; ++role) {
    for (const Index client : {-1, 0, 7}) {
      for (const std::int64_t iteration : {std::int64_t{0}, std::int64_t{1} << 40}) {
        const Stream stream{static_cast<Role>(role), client};
        int drawn = 0;
        for (const StreamOwner owner : owners) {
          const std::string outcome =
              attempt(OwnedRandom(streams, owner), streams, stream, iteration);
          // A sampler hands its mechanism's streams on.
          const bool passes = stream.role == Role::mechanism && owner == StreamOwner::sampler;
          drawn += outcome == "drawn" && !passes;
          INFO("role " << role << ", client " << client << ": " << outcome);
          CHECK((outcome == "drawn") == (passes || owner_of(stream, iteration) == owner));
          if (outcome != "drawn") CHECK_THAT(outcome, Catch::Contains("belongs to"));
        }
        const bool is_spare = role > 17 && role < 128;
        CHECK(drawn == (is_spare ? 0 : 1));
      }
    }
  }
}

TEST_CASE("every kind of plugin has the roles that are named after its work") {
  const std::map<Role, StreamOwner> expected{
      {Role::dataset, StreamOwner::dataset},      {Role::split, StreamOwner::dataset},
      {Role::partition, StreamOwner::partition},  {Role::start, StreamOwner::host},
      {Role::noise, StreamOwner::sampler},        {Role::shared_noise, StreamOwner::sampler},
      {Role::minibatch, StreamOwner::sampler},    {Role::communication, StreamOwner::sampler},
      {Role::reference, StreamOwner::sampler},    {Role::participation, StreamOwner::sampler},
      {Role::mechanism, StreamOwner::mechanism},  {Role::quantiser, StreamOwner::sampler},
      {Role::momentum, StreamOwner::sampler},     {Role::acceptance, StreamOwner::sampler},
      {Role::spread, StreamOwner::sampler},       {Role::clients, StreamOwner::host},
      {Role::prediction, StreamOwner::host},      {Role::metric, StreamOwner::host},
      {Role::plugin_first, StreamOwner::sampler}, {static_cast<Role>(255), StreamOwner::sampler}};
  for (const auto& [role, owner] : expected) {
    INFO(static_cast<int>(role));
    CHECK(owner_of({role}, 0) == owner);
  }
  CHECK(owner_of({Role::start, 0}, 0) == StreamOwner::model);
  CHECK(owner_of({Role::partition, 3}, kFirstHostIteration) == StreamOwner::host);
}

TEST_CASE("a refusal says whose the stream is and what to take") {
  const PhiloxRandom streams(1, 0);
  const std::string refusal =
      attempt(OwnedRandom(streams, StreamOwner::sampler), streams, {Role::start}, 0);
  CHECK_THAT(refusal,
             Catch::Contains("role start (3), client -1, iteration 0 belongs to the host"));
  CHECK_THAT(
      attempt(OwnedRandom(streams, StreamOwner::sampler), streams, {static_cast<Role>(99)}, 0),
      Catch::Contains("role 99, "));
  CHECK_THAT(refusal, Catch::Contains("the roles noise, shared_noise, minibatch"));
}
