// Stragglers: what is stated and declared of runs with them, and where they are refused.
#include "clients/client_world.hpp"
#include "optimisers/four_quadratics.hpp"
#include "skald/langevin_law.hpp"
#include "test.hpp"

namespace skald::test {
namespace stragglers_test {

using Catch::Contains;

std::vector<Setting> late(double stragglers, const std::string& work) {
  return {{"stragglers", stragglers}, {"straggler_work", work}};
}

// What every optimiser that has stragglers needs besides.
const std::vector<std::pair<std::string, std::vector<Setting>>> kOptimisers{
    {"fedavg", {{"momentum", .4}}}, {"fedprox", {{"mu", .3}}}, {"fednova", {}}, {"feddyn", {}},
    {"fedexp", {{"epsilon", 1.}}},  {"fedvarp", {}},           {"fedpaq", {}},  {"scaffold", {}}};

TEST_CASE("FedAvg states no law and no rest for rounds with stragglers") {
  const auto federation = four_clients();
  const auto states = [&](const std::vector<Setting>& options) {
    const auto sampler = load_plugin<Sampler>("sampler/fedavg", with({{"K", 1}}, options));
    SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd(kStart));
    LangevinLaw law;
    return std::pair(sampler->law(law), sampler->rest() != Rest::unstated);
  };
  CHECK(states({}) == std::pair(true, true));
  CHECK(states(late(.5, "drop")) == std::pair(false, false));
  CHECK(states(late(.5, "partial")) == std::pair(false, true));  // all of one step
}

// Fewer clients and fewer steps reveal less: the account is that of whole rounds, and the noise,
// too.
TEST_CASE("stragglers change neither what is declared of a run nor the noise") {
  const std::string work = GENERATE("partial", "drop");
  const auto federation = four_clients();
  const std::vector<Setting> options{{"K", 3}, {"batch", 2}, {"S", 3}, {"clip", .5}, {"lr", .1}};
  const auto whole = releases(*federation, "fedavg", options, 30);
  const auto part = releases(*federation, "fedavg", with(options, late(.67, work)), 30);
  REQUIRE(part.size() == whole.size());
  REQUIRE(whole.size() == 4);
  for (std::size_t c = 0; c < 4; ++c) {
    CHECK(part[c].count == whole[c].count);
    CHECK(part[c].rate == whole[c].rate);
    CHECK(part[c].participation == whole[c].participation);
  }
  const auto sensitivities = [&](const std::vector<Setting>& settings) {
    ListeningMechanism mechanism;
    run_sampler(*federation, "fedavg", settings, 3, MatrixXd(kStart), mechanism);
    std::map<Index, double> all;
    for (const auto& message : mechanism.messages) all[message.stream.client] = message.sensitivity;
    return all;
  };
  const auto full = sensitivities(options);
  for (const auto& [client, sensitivity] : sensitivities(with(options, late(.67, work))))
    CHECK(sensitivity == full.at(client));
}

TEST_CASE("stragglers are refused where they have no meaning, or would be everyone") {
  const auto federation = four_clients();
  for (const auto& [name, own] : kOptimisers) {
    CAPTURE(name);
    CHECK_THROWS_WITH(after(name, with(with({{"S", 2}}, own), late(.75, "drop")), 10),
                      Contains("nobody would ever report: set stragglers below 1.5 / 2,"));
    CHECK_NOTHROW(after(name, with(with({{"S", 2}}, own), late(.74, "drop")), 10));
    CHECK_NOTHROW(after(name, with(with({{"S", 2}}, own), late(1, "partial")), 10));
  }
  clients::ClientOptions options;
  options.step_seconds = 1;
  const clients::ClientWorld world(options, 4, random_streams);
  const auto sampler = load_plugin<Sampler>("sampler/fedavg", late(.5, "partial"));
  CHECK_THROWS_WITH(
      SamplerRun(*federation, *sampler, random_streams, nothing, MatrixXd(kStart), &world),
      Contains("run.clients says who is late"));
}

}  // namespace stragglers_test
}  // namespace skald::test
