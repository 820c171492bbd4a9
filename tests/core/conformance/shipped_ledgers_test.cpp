// Recomputes the ledger of every shipped sampler: gradients from what its clients are asked, bits
// from which clients take part in which messages.
#include <cmath>
#include <functional>
#include <memory>
#include <set>

#include "catch.hpp"
#include "checked_plugins.hpp"
#include "conformance/check_sampler.hpp"
#include "conformance/reference_problem.hpp"
#include "conformance/sampler_run.hpp"

using namespace skald;
using namespace skald::conformance;
using namespace skald::test;
using Eigen::MatrixXd;

namespace {

using Text = std::string;

options::OptionValue count(std::int64_t n) { return n; }

// The sizes of unequal_clients(), with C chains and T iterations.
constexpr double C = 4, T = 24, N = 3, n = 9;
constexpr Index d = 2;
constexpr double F = 32.0 * d;  // bits of a vector of floats

// What the clients were asked to compute, all chains together.
struct Asked {
  double gradients = 0;  // of rows
  double calls = 0;      // per chain
};

// Forwards to a problem and counts gradients, by client; the last entry is that of everyone.
class RecordingProblem final : public Problem {
 public:
  explicit RecordingProblem(Problem& problem) : problem_(problem), asked_(problem.clients() + 1) {}

  Asked of(Index client) const { return asked_[place(client)]; }
  Asked all() const {
    Asked sum;
    for (const Asked& asked : asked_) {
      sum.gradients += asked.gradients;
      sum.calls += asked.calls;
    }
    return sum;
  }

  Index dimension() const override { return problem_.dimension(); }
  Index clients() const override { return problem_.clients(); }
  Index examples(Index client) const override { return problem_.examples(client); }
  double weight(Index client) const override { return problem_.weight(client); }
  void gradient(Index client, ConstBlock theta, Block out) override {
    note(client, examples(client), theta.cols);
    problem_.gradient(client, theta, out);
  }
  void gradient(Index client, const Rows& batch, ConstBlock theta, Block out) override {
    note(client, batch.count, theta.cols);
    problem_.gradient(client, batch, theta, out);
  }
  void risk_gradient(Index client, const Rows& batch, ConstBlock theta, Block out) override {
    note(client, batch.count, theta.cols);
    problem_.risk_gradient(client, batch, theta, out);
  }
  void clipped_risk_gradient(Index client, const Rows& batch, double clip, double batch_size,
                             ConstBlock theta, Block out) override {
    note(client, batch.count, theta.cols);
    problem_.clipped_risk_gradient(client, batch, clip, batch_size, theta, out);
  }
  void potential(Index client, ConstBlock theta, std::span<double> out) const override {
    problem_.potential(client, theta, out);
  }
  Rows rows(Index client) const override { return problem_.rows(client); }
  double prior_share(Index client) const override { return problem_.prior_share(client); }
  const void* model_extension(const char* id) const override {
    return problem_.model_extension(id);
  }

 private:
  std::size_t place(Index client) const {
    return static_cast<std::size_t>(client == everyone ? clients() : client);
  }
  void note(Index client, Index rows, Index chains) {
    asked_[place(client)].gradients += static_cast<double>(rows * chains);
    asked_[place(client)].calls += static_cast<double>(chains);
  }

  Problem& problem_;
  std::vector<Asked> asked_;
};

// Forwards to a run's streams and counts, over all chains, the uniforms of a role that are below a
// bound: communications, renewals of a reference, coordinates that a sparsifier keeps.
class RecordingRandom final : public Random {
 public:
  RecordingRandom(const Random& random, Role role, double bound)
      : random_(random), role_(role), bound_(bound) {}

  double below() const { return below_; }

  void normal(Stream stream, std::int64_t iteration, Block out) const override {
    random_.normal(stream, iteration, out);
  }
  void add_normal(Stream stream, std::int64_t iteration, double scale, Block inout) const override {
    random_.add_normal(stream, iteration, scale, inout);
  }
  void uniform(Stream stream, std::int64_t iteration, Block out) const override {
    random_.uniform(stream, iteration, out);
    if (stream.role != role_) return;
    below_ += static_cast<double>((out.matrix().array() < bound_).count());
  }
  void bits(Stream stream, std::int64_t iteration, Index chain,
            std::span<std::uint64_t> out) const override {
    random_.bits(stream, iteration, chain, out);
  }

 private:
  const Random& random_;
  Role role_;
  double bound_;
  mutable double below_ = 0;
};

struct Cost {
  double rounds = 0, bits_up = 0, bits_down = 0, gradients = 0;
};

// What a run was observed to do.
struct Seen {
  Asked start;   // in start()
  Asked later;   // in advance()
  double coins;  // uniforms below the variant's bound
};

struct Variant {
  std::string name;
  Settings settings;
  std::function<Cost(const Seen&)> expected;  // over all chains
  double iterations = T;
  Role role = Role::communication;
  double bound = 0;
};

Cost both_ways(double rounds, double vectors, double gradients) {
  return {rounds, vectors * F, vectors * F, gradients};
}

// The cost if every client takes part once in each of `rounds` rounds per chain.
Cost everyone_in(double rounds, double gradients) {
  return both_ways(C * rounds, C * rounds * N, C * gradients);
}

const std::vector<Variant> centralised = {{"ula",
                                           {},
                                           [](const Seen&) {
                                             return Cost{0, 0, 0, C * T * n};
                                           }},
                                          {"sgld",
                                           {{"batch", count(4)}},
                                           [](const Seen&) {
                                             return Cost{0, 0, 0, C * T * 4};
                                           }},
                                          {"psgld",
                                           {{"batch", count(4)}},
                                           [](const Seen&) {
                                             return Cost{0, 0, 0, C * T * 4};
                                           }},
                                          // Two more gradients per coordinate.
                                          {"psgld",
                                           {{"batch", count(4)}, {"gamma_term", true}},
                                           [](const Seen&) {
                                             return Cost{0, 0, 0, C * T * 4 * (1 + 2 * d)};
                                           }},
                                          // A gradient per leapfrog step, and the first.
                                          {"hmc",
                                           {{"warm_up", count(10)}, {"leapfrog_steps", count(5)}},
                                           [](const Seen&) {
                                             return Cost{0, 0, 0, C * n * (1 + 5 * T)};
                                           }},
                                          {"deep_ensemble", {{"batch", count(2)}}, [](const Seen&) {
                                             return Cost{0, 0, 0, C * T * 2};
                                           }}};

const std::vector<Variant> averaging = {
    {"fa_ld", {{"K", count(3)}}, [](const Seen&) { return everyone_in(T / 3, T * n); }},
    // Two distinct clients per round, and one row per step.
    {"fa_ld",
     {{"K", count(3)},
      {"S", count(2)},
      {"batch", count(1)},
      {"participation", Text("without_replacement")},
      {"weights", Text("uniform")}},
     [](const Seen&) { return both_ways(C * T / 3, C * 2 * T / 3, C * 2 * T); }},
    // A client that is drawn twice works, receives and sends once. Clients are counted by their K
    // gradients per round.
    {"fa_ld",
     {{"K", count(2)},
      {"S", count(2)},
      {"batch", count(1)},
      {"participation", Text("with_replacement")}},
     [](const Seen& seen) { return both_ways(C * T / 2, seen.later.calls / 2, seen.later.calls); }},
    {"fald", {{"K", count(4)}}, [](const Seen&) { return everyone_in(T / 4, T * n); }},
    {"fald",
     {{"p_c", 0.3}, {"batch", count(1)}},
     [](const Seen& seen) { return both_ways(seen.coins, N * seen.coins, C * T * N); },
     T,
     Role::communication,
     0.3},
    // At the start, each client's gradient goes up and the sum comes down; at a renewal also the
    // state and Y.
    {"fald_star",
     {{"K", count(3)}, {"q_cv", 0.3}, {"batch", count(1)}},
     [](const Seen& seen) {
       const double vectors = C * N * T / 3 + C * N + 2 * N * seen.coins;
       return both_ways(C * T / 3, vectors, C * T * N + n * (C + seen.coins));
     },
     T,
     Role::reference,
     0.3},
    // Two gradients per row and step, but one if the batch is all rows, as for client 0.
    {"vr_fald",
     {{"K", count(3)}, {"q_cv", 0.3}, {"batch", count(2)}},
     [](const Seen& seen) {
       const double vectors = C * N * T / 3 + C * N + 2 * N * seen.coins;
       return both_ways(C * T / 3, vectors, C * T * (2 + 4 + 4) + n * (C + seen.coins));
     },
     T,
     Role::reference,
     0.3}};

// Bits of a vector with s levels and a sign per coordinate, and the norm.
double quantised(double levels) { return 32 + d * std::log2(2 * levels + 1); }

const std::vector<Variant> compressed = {
    {"qlsd", {{"compressor", Text("none")}}, [](const Seen&) { return everyone_in(T, T * n); }},
    {"qlsd",
     {{"levels", count(4)}, {"S", count(2)}, {"batch", count(1)}},
     [](const Seen&) {
       return Cost{C * T, C * T * 2 * quantised(4), C * T * 2 * F, C * T * 2};
     }},
    // One bit per coordinate, and the coordinates that are kept.
    {"qlsd",
     {{"compressor", Text("sparsifier")}, {"keep", 0.7}, {"S", count(2)}, {"batch", count(1)}},
     [](const Seen& seen) {
       return Cost{C * T, C * T * 2 * d + 32 * seen.coins, C * T * 2 * F, C * T * 2};
     },
     T,
     Role::quantiser,
     0.7},
    // The clients, who know the start, send their gradients there; then two gradients per row.
    {"qlsd_star",
     {{"levels", count(4)}, {"S", count(2)}, {"batch", count(1)}},
     [](const Seen&) {
       return Cost{C * T, C * N * F + C * T * 2 * quantised(4), C * T * 2 * F,
                   C * n + C * T * 2 * 2};
     }},
    // Every fifth theta, five in all, goes to all three clients, who take full gradients there.
    {"qlsd_pp",
     {{"levels", count(4)}, {"S", count(2)}, {"batch", count(1)}, {"l", count(5)}},
     [](const Seen&) {
       return Cost{C * T, C * T * 2 * quantised(4), C * (2 * (T - 5) + 3 * 5) * F,
                   C * (T * 2 * 2 + 5 * n)};
     }},
    // With batches of all rows no reference point is needed: one gradient per participant and
    // iteration.
    {"qlsd_pp",
     {{"levels", count(4)}, {"S", count(2)}, {"l", count(5)}},
     [](const Seen& seen) {
       CHECK(seen.later.calls == C * T * 2);
       return Cost{C * T, C * T * 2 * quantised(4), C * T * 2 * F, seen.later.gradients};
     }},
    {"qlsd_pp",
     {{"levels", count(4)}, {"l", count(5)}},
     [](const Seen&) {
       return Cost{C * T, C * T * N * quantised(4), C * T * N * F, C * T * n};
     }},
    // Batches of three are all rows of clients 0 and 1, while client 2 has four.
    {"qlsd_pp", {{"levels", count(4)}, {"batch", count(3)}, {"l", count(5)}}, [](const Seen&) {
       return Cost{C * T, C * T * N * quantised(4), C * T * N * F,
                   C * (T * (2 + 3 + 2 * 3) + 5 * 4)};
     }}};

// Every client's mean and precision go up, and their sums come down.
double exchange(double numbers) { return C * N * 32 * numbers; }

const std::vector<Variant> travelling = {
    {"dsgld",
     {{"K", count(4)}, {"batch", count(2)}},
     [](const Seen&) { return both_ways(C * T / 4, C * T / 4, C * T * 2); }},
    {"fsgld",
     {{"surrogate", Text("flat")}, {"K", count(4)}, {"batch", count(2)}},
     [](const Seen&) { return both_ways(C * T / 4, C * T / 4, C * T * 2); }},
    {"fsgld",
     {{"surrogate", Text("analytic")}, {"K", count(4)}, {"batch", count(2)}},
     [](const Seen&) {
       const double bits = C * T / 4 * F + exchange(d + d * (d + 1) / 2);
       return Cost{C * T / 4, bits, bits, C * T * 2};
     }},
    // Newton's method from 0 on a quadratic: one gradient, 2 d for the curvature, one at the point
    // reached, and 2 d that find nothing left to do. Computed once, and charged to every chain.
    {"fsgld",
     {{"surrogate", Text("laplace")}, {"K", count(4)}, {"batch", count(2)}},
     [](const Seen& seen) {
       CHECK(seen.start.gradients == n * (2 + 4 * d));
       const double bits = C * T / 4 * F + exchange(d + d * (d + 1) / 2);
       return Cost{C * T / 4, bits, bits, C * (T * 2 + n * (2 + 4 * d))};
     }},
    {"fsgld",
     {{"surrogate", Text("swag")},
      {"surrogate_steps", count(20)},
      {"K", count(4)},
      {"batch", count(2)}},
     [](const Seen&) {
       const double bits = C * T / 4 * F + exchange(2 * d);
       return Cost{C * T / 4, bits, bits, C * (T * 2 + 20 * N * 2)};
     }},
    {"dg_lmc",
     {{"axda_tol", options::NumberArray{{0.05}, {1}}}, {"K", count(3)}, {"batch", count(3)}},
     [](const Seen&) { return everyone_in(T / 3, T * (2 + 3 + 3)); }},
    {"dg_lmc",
     {{"axda_tol", options::NumberArray{{0.05}, {1}}},
      {"K", count(1)},
      {"conditional", Text("exact")}},
     [](const Seen&) { return everyone_in(T, 0); }},
    // One upload of ten samples, after twenty trajectories.
    {"consensus",
     {{"warm_up", count(10)}, {"samples", count(10)}, {"leapfrog_steps", count(4)}},
     [](const Seen&) {
       return Cost{0, C * N * 10 * F, 0, C * n * (1 + 20 * 4)};
     }}};

const std::vector<Variant> optimisers = {
    {"fedavg", {{"K", count(3)}}, [](const Seen&) { return everyone_in(T / 3, T * n); }},
    {"fedavg",
     {{"K", count(3)}, {"S", count(2)}, {"batch", count(1)}},
     [](const Seen&) { return both_ways(C * T / 3, C * 2 * T / 3, C * 2 * T); }},
    {"distributed_sgd",
     {{"K", count(3)}, {"batch", count(1)}},
     [](const Seen&) { return everyone_in(T / 3, T * N); }},
    {"fedprox",
     {{"K", count(3)}, {"S", count(1)}, {"batch", count(1)}},
     [](const Seen&) { return both_ways(C * T / 3, C * T / 3, C * T); }},
    {"fedpaq",
     {{"K", count(3)}, {"levels", count(10)}},
     [](const Seen&) {
       return Cost{C * T / 3, C * T / 3 * N * quantised(10), C * T / 3 * N * F, C * T * n};
     }},
    // Half of 2, 3 and 4 rows in two batches: one row each.
    {"fedpaq_private",
     {{"K", count(2)}, {"frac", 0.5}, {"levels", count(10)}},
     [](const Seen&) {
       return Cost{C * T / 2, C * T / 2 * N * quantised(10), C * T / 2 * N * F, C * T * N};
     }},
    {"scaffold",
     {{"K", count(3)}, {"S", count(2)}, {"batch", count(1)}},
     [](const Seen&) { return both_ways(C * T / 3, C * T / 3 * 2 * 2, C * T * 2); }},
    // Option I of the algorithm takes one more full gradient in every round.
    {"scaffold",
     {{"K", count(3)}, {"option", Text("I")}},
     [](const Seen&) { return both_ways(C * T / 3, C * T / 3 * N * 2, C * T / 3 * (3 + 1) * n); }},
    // One full gradient, then two per row; theta and m and later their mean go down, gradient and
    // move go up.
    {"mime",
     {{"K", count(3)}, {"batch", count(1)}},
     [](const Seen&) {
       const double served = C * T / 3 * N;
       return Cost{C * T / 3, served * 2 * F, served * 3 * F, C * T / 3 * (n + 2 * 3 * N)};
     }},
    {"mime_lite",
     {{"K", count(3)}, {"batch", count(1)}},
     [](const Seen&) {
       const double served = C * T / 3 * N;
       return Cost{C * T / 3, served * 2 * F, served * 2 * F, C * T / 3 * (n + 3 * N)};
     }},
    // Ten local steps per round: two, then three averages of two with one step between them.
    {"fedpa",
     {{"ell", count(3)},
      {"burn_steps", count(2)},
      {"avg_steps", count(2)},
      {"discard_steps", count(1)},
      {"burn_rounds", count(1)},
      {"batch", count(1)},
      {"S", count(2)}},
     [](const Seen&) { return both_ways(C * 3, C * 3 * 2, C * 30 * 2); },
     30},
    {"fedpa",
     {{"ell", count(2)},
      {"burn_steps", count(0)},
      {"avg_steps", count(1)},
      {"burn_rounds", count(0)},
      {"posterior", Text("exact")}},
     [](const Seen&) { return everyone_in(T / 2, 0); }},
    {"dp_fedavg",
     {{"K", count(3)}, {"batch", count(1)}, {"clip", 1.0}},
     [](const Seen&) { return everyone_in(T / 3, T * N); }},
    // A random number of clients, counted by their K gradients of one row each.
    {"dp_fedavg",
     {{"K", count(2)},
      {"batch", count(1)},
      {"clip", 1.0},
      {"S", count(2)},
      {"client_sampling", Text("poisson")}},
     [](const Seen& seen) {
       return both_ways(C * T / 2, seen.later.calls / 2, seen.later.calls);
     }}};

void recount(const std::vector<Variant>& variants) {
  for (const Variant& variant : variants) {
    std::string options;
    for (const auto& [name, unused] : variant.settings) options += " " + name;
    INFO(variant.name << options);
    const auto reference = unequal_clients();
    RecordingProblem problem(reference->problem());
    Ledger& ledger = reference->ledger();
    const random::PhiloxRandom streams(31, 0);
    const RecordingRandom random(streams, variant.role, variant.bound);
    const NoNoise nothing;
    SilentRecorder recorder;
    Context context{problem, random, nothing, ledger, recorder};
    const auto sampler = create_checked<Sampler>(Kind::sampler, variant.name, variant.settings);
    MatrixXd theta = different_starts(d, static_cast<Index>(C));
    sampler->start(context, view(theta));
    Seen seen{problem.all(), {}, 0};
    sampler->advance(context, static_cast<Index>(variant.iterations), view(theta));
    seen.later = {problem.all().gradients - seen.start.gradients,
                  problem.all().calls - seen.start.calls};
    seen.coins = random.below();
    const Cost expected = variant.expected(seen);
    CHECK(static_cast<double>(ledger.rounds) == expected.rounds);
    CHECK(ledger.bits_up == Approx(expected.bits_up).epsilon(1e-12));
    CHECK(ledger.bits_down == Approx(expected.bits_down).epsilon(1e-12));
    CHECK(ledger.gradient_evaluations == expected.gradients);
    // Only what was asked for is charged, except for work that serves all chains.
    const bool serves_all = seen.start.calls > 0 && ledger.gradient_evaluations >
                                                        seen.start.gradients + seen.later.gradients;
    const double start = seen.start.gradients * (serves_all ? C : 1);
    CHECK(ledger.gradient_evaluations == start + seen.later.gradients);
  }
}

}  // namespace

TEST_CASE("the ledgers of centralised samplers") { recount(centralised); }

TEST_CASE("the ledgers of samplers with model averaging") { recount(averaging); }

TEST_CASE("the ledgers of samplers with compressed uploads") { recount(compressed); }

TEST_CASE("the ledgers of samplers without model averaging") { recount(travelling); }

TEST_CASE("the ledgers of optimisers") { recount(optimisers); }

TEST_CASE("no shipped sampler's ledger is left out") {
  std::set<std::string> names;
  for (const auto& variants : {centralised, averaging, compressed, travelling, optimisers}) {
    for (const Variant& variant : variants) names.insert(variant.name);
  }
  for (const plugin_host::CatalogEntry& entry : checked_plugins().catalog()) {
    if (entry.plugins.empty() || entry.plugins.front().descriptor->kind != Kind::sampler) continue;
    INFO(entry.name);
    CHECK((names.contains(entry.name) || entry.name.starts_with("flawed_")));
  }
}
