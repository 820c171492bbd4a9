// QLSD, QLSD* and QLSD++ against SGLD and against each other.
#include "all_samplers/shipped_sampler.hpp"
#include "averaged_noise.hpp"
#include "chain_moments.hpp"
#include "compressed_reference.hpp"
#include "run_sampler.hpp"
#include "skald/minibatch.hpp"
#include "test.hpp"

namespace {

const std::vector<std::string> all_variants{"qlsd", "qlsd_star", "qlsd_pp"};

MatrixXd constant(Index d) { return MatrixXd::Constant(d, 3, 0.5); }

}  // namespace

TEST_CASE("uncompressed, with all rows and clients, QLSD and its variants are ULA") {
  const auto federation = quadratic_federation(random_rows(1, 3, {2, 5, 3}, false), 0.7);
  const std::string name = GENERATE(from_range(all_variants));
  const Setting identity =
      GENERATE(Setting("compressor", "none"), Setting("levels", 0), Setting("keep", 1.0));
  std::vector<Setting> options{identity, {"step", h}, {"temp", 0.8}};
  if (identity.name == "keep") options.emplace_back("compressor", "sparsifier");
  const MatrixXd found = run_sampler(*federation, name, options, 40, constant(3));
  const MatrixXd ula =
      run_sampler(*federation, "ula", {{"step", h}, {"temp", 0.8}}, 40, constant(3));
  CHECK((found - ula).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("uncompressed QLSD of one client is SGLD") {
  const auto federation = quadratic_federation(random_rows(2, 2, {7}, false), 0.3);
  const AveragedNoise alone(random_streams, 0, {1.0});
  const auto sgld = load_plugin<Sampler>("sampler/sgld", {{"step", h}, {"batch", 3}});
  SamplerRun reference(*federation, *sgld, alone, nothing, constant(2));
  const auto qlsd =
      load_plugin<Sampler>("sampler/qlsd", {{"compressor", "none"}, {"step", h}, {"batch", 3}});
  SamplerRun found(*federation, *qlsd, alone, nothing, constant(2));
  CHECK((found.advance(30) - reference.advance(30)).cwiseAbs().maxCoeff() < 1e-13);
}

TEST_CASE("QLSD++ without memory and with all rows is QLSD") {
  const auto federation = quadratic_federation(random_rows(3, 4, {2, 5, 3}, false), 0.3);
  const std::vector<Setting> options{{"levels", 2}, {"step", h}, {"S", 2}};
  std::vector<Setting> forgetful = options;
  forgetful.insert(forgetful.end(), {{"alpha", 0.0}, {"l", 7}});
  CHECK((run_sampler(*federation, "qlsd_pp", forgetful, 30, constant(4)) -
         run_sampler(*federation, "qlsd", options, 30, constant(4)))
            .cwiseAbs()
            .maxCoeff() < 1e-12);
}

TEST_CASE("where a client's rows have equal Hessians, control variates cancel minibatch noise") {
  const auto federation = quadratic_federation(random_rows(4, 2, {2, 5, 3}, true));
  const std::string name = GENERATE("qlsd_star", "qlsd_pp");
  const std::vector<Setting> full{{"compressor", "none"}, {"step", h}};
  std::vector<Setting> one = full;
  one.emplace_back("batch", 1);
  CHECK((run_sampler(*federation, name, full, 40, constant(2)) -
         run_sampler(*federation, name, one, 40, constant(2)))
            .cwiseAbs()
            .maxCoeff() < 1e-12);
}

TEST_CASE("QLSD*'s uploads vanish at the mode, where QLSD's do not") {
  const auto federation = quadratic_federation(random_rows(5, 2, {2, 5, 3}, false));
  const VectorXd mode = federation->gaussian().mode();
  const MatrixXd start = mode.replicate(1, 3);
  const std::vector<Setting> cold{{"levels", 1}, {"step", h}, {"temp", 0.0}, {"S", 1}};
  CHECK((run_sampler(*federation, "qlsd_star", cold, 20, start).colwise() - mode).norm() < 1e-10);
  CHECK((run_sampler(*federation, "qlsd", cold, 20, start).colwise() - mode).norm() > 1e-2);
}

TEST_CASE("the memories of QLSD++ converge linearly to the gradients at the mode") {
  const auto federation = quadratic_federation(random_rows(6, 3, {2, 5, 3}, true));
  const oracles::GaussianProblem problem = federation->gaussian();
  const int S = GENERATE(3, 2);
  const auto sampler = load_plugin<Sampler>(
      "sampler/qlsd_pp",
      {{"levels", 2}, {"S", S}, {"temp", 0.0}, {"step", 0.1 * problem.step_bound()}});
  SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd::Zero(3, 1));
  REQUIRE(std::string(sampler->state()[3].name) == "memories");
  REQUIRE(std::string(sampler->state()[5].name) == "seen_clients");
  const auto error = [&] {
    const auto state = run.state();
    MatrixXd memories = MatrixXd::Zero(3, 3);
    for (Index i = 0; i < state.at(5).cols(); ++i)
      memories.col(static_cast<Index>(state[5](0, i))) = state.at(3).col(i);
    double sum = 0;
    for (std::size_t c = 0; c < 3; ++c)
      sum += (memories.col(static_cast<Index>(c)) - problem.gradient_at_mode(c)).norm();
    return sum;
  };
  const double start = error();
  run.advance(200);
  const double early = error();
  run.advance(200);
  const double late = error();
  CHECK(early < 0.1 * start);
  CHECK(late < 0.1 * early);
  run.advance(3000);
  CHECK(error() < 1e-8 * start);
}

TEST_CASE("uploads of S clients estimate the gradient without bias, compressed or not") {
  const auto federation = quadratic_federation(random_rows(7, 2, {2, 5, 3, 4}, false), 0.3);
  const std::string name = GENERATE(from_range(all_variants));
  const Index chains = 20000;
  const MatrixXd start = MatrixXd::Constant(2, chains, 0.5);
  MatrixXd gradient(2, 1);
  federation->problem().gradient(Problem::everyone, view(start).columns(0, 1), view(gradient));
  const MatrixXd move =
      start - run_sampler(*federation, name, {{"levels", 2}, {"S", 2}, {"temp", 0.0}, {"step", h}},
                          1, start);
  for (Index i = 0; i < 2; ++i) {
    if (name == "qlsd_star") {  // its first uploads are zero
      CHECK(move(i, 0) == Approx(h * gradient(i, 0)).epsilon(1e-12));
    } else {
      CHECK(std::abs(z_score(move.row(i).transpose(), h * gradient(i, 0))) < 5.5);
    }
  }
}

TEST_CASE("QLSD states a law where all clients send whole gradients, as they are or masked") {
  const std::string name = GENERATE(from_range(all_variants));
  const std::vector<Setting> oracle{{"compressor", "none"}, {"step", .04}, {"temp", .7}};
  check_covariance(exact_law(name, oracle), {.1369182375, -.0064265884, .0030241081, .1393853485,
                                             -.0080975795, .1681945614});
  const std::vector<Setting> masked{{"compressor", "sparsifier"}};
  CHECK(stated_law(name, masked).has_value() == (name != "qlsd_star"));
  CHECK_FALSE(stated_law(name, {}));
  for (const auto& identity : {oracle, masked}) {
    CHECK_FALSE(stated_law(name, with(identity, {{"S", 1}})));
    CHECK_FALSE(stated_law(name, with(identity, {{"batch", 2}})));
  }
  if (name == "qlsd") CHECK_FALSE(stated_law(name, with(masked, {{"error_feedback", true}})));
}

TEST_CASE("QLSD++ on all rows is Langevin-DIANA") {
  const auto federation = four_unlike_clients();
  const double alpha = .4;
  const Compression C = mask(.5, 2);
  const Chain chain{*federation, 0, .04, .7};
  VectorXd theta = VectorXd::Constant(3, .5);
  std::vector<VectorXd> eta(4, VectorXd::Zero(3));
  for (std::int64_t k = 0; k < 40; ++k) {
    VectorXd G = VectorXd::Zero(3);
    for (Index c = 0; c < 4; ++c) {
      VectorXd& own = eta[static_cast<std::size_t>(c)];
      const VectorXd m = C(k, c, 0, chain.gradient(c, theta) - own);
      G += own + m;
      own += alpha * m;
    }
    theta = chain.moved(k, theta, G);
  }
  const MatrixXd found = run_sampler(
      *federation, "qlsd_pp",
      {{"step", .04}, {"temp", .7}, {"alpha", alpha}, {"compressor", "sparsifier"}, {"keep", .5}},
      40, 1);
  CHECK((found - theta).norm() < 1e-12);
}

TEST_CASE("the laws of QLSD and QLSD++ with masks are those of an independent solution") {
  const std::vector<Setting> options{
      {"step", .04}, {"temp", .7}, {"compressor", "sparsifier"}, {"keep", .5}};
  check_covariance(
      exact_law("qlsd_pp", with(options, {{"alpha", .4}})),
      {.1409971905, -.0066247056, .0031007032, .1438625756, -.0083074139, .1717231291});
  const std::array<double, 6> forgetful{.1636595213, -.0086759756, .0036887982,
                                        .2098224653, -.0107829728, .2014578493};
  check_covariance(exact_law("qlsd_pp", with(options, {{"alpha", 0.}})), forgetful);
  check_covariance(exact_law("qlsd", options), forgetful);
  // The scaled mask in D-ELF's place: beyond alpha = q there may be no second moments.
  CHECK_FALSE(exact_law("qlsd_pp", with(options, {{"alpha", 1.}})).moments);
}

TEST_CASE("QLSD with error feedback finds the mean that it misses without") {
  const auto federation = quadratic_federation(random_rows(10, 2, {2, 5, 3}, false), 0.3);
  const VectorXd mean = federation->gaussian().mode();
  const std::string name = GENERATE("qlsd", "qlsd_star");
  const auto missed = [&](const char* compressor, bool feedback) {
    const MatrixXd found = run_sampler(
        *federation, name,
        {{"step", 0.0005}, {"temp", 0.0}, {"compressor", compressor}, {"error_feedback", feedback}},
        8000, constant(2));
    return (found.colwise() - mean).colwise().norm().maxCoeff();
  };
  CHECK(missed("top_k", true) < 0.03);
  CHECK(missed("top_k", false) > 0.05);
  CHECK(missed("random_k", true) < 0.03);
}

namespace {

using namespace ledger_terms;

// That many clients send gradients of four levels in every iteration, and receive theta.
Cost quantised_rounds(double participants, double gradients) {
  return {C * T, C * T * participants * quantised(4), C * T * participants * F, gradients};
}

const ShippedSampler qlsd =
    ShippedSampler("qlsd")
        .conforms({})
        .conforms({{"compressor", "none"}})
        .conforms({{"compressor", "sparsifier"}, {"keep", 0.7}})
        .conforms({{"compressor", "random_k"}, {"keep", 0.5}})
        .conforms({{"noise_by", "clients"}, {"compressor", "sparsifier"}})
        .costs({{"compressor", "top_k"}, {"error_feedback", true}, {"S", 2}, {"batch", 1}},
               [](const Seen&) {
                 return Cost{C * T, C * T * 2 * 33, C * T * 2 * F, C * T * 2};
               })
        .conforms({{"S", 2}, {"batch", 1}, {"step", 0.002}})
        .costs({{"compressor", "none"}}, [](const Seen&) { return everyone_in(T, T * n); })
        .costs({{"levels", 4}, {"S", 2}, {"batch", 1}},
               [](const Seen&) { return quantised_rounds(2, C * T * 2); })
        // The coordinates that are kept; a seed tells which.
        .costs({{"compressor", "sparsifier"}, {"keep", 0.7}, {"S", 2}, {"batch", 1}},
               [](const Seen& seen) {
                 return Cost{C * T, 32 * seen.coins, C * T * 2 * F, C * T * 2};
               },
               {.role = Role::quantiser, .bound = 0.7});

const ShippedSampler qlsd_star =
    ShippedSampler("qlsd_star")
        // Sparse uploads of two clients need a smaller step than the kit has time for.
        .conforms({{"batch", 2}, {"S", 2}}, conformance::kDefaultTolerance, {"compressor"})
        // The clients send their gradients at the start, which they know, and then take two
        // gradients per row.
        .costs({{"levels", 4}, {"S", 2}, {"batch", 1}}, [](const Seen&) {
          Cost cost = quantised_rounds(2, C * n + C * T * 2 * 2);
          cost.bits_up += C * N * F;
          return cost;
        });

const ShippedSampler qlsd_pp =
    ShippedSampler("qlsd_pp")
        .conforms({{"levels", 4}, {"l", 20}, {"batch", 1}})
        .conforms({{"S", 2}, {"alpha", 0.1}})
        .conforms({{"noise_by", "clients"}, {"compressor", "sparsifier"}})
        // Every fifth theta, five in all, goes to all three clients, who take full gradients there.
        .costs({{"levels", 4}, {"S", 2}, {"batch", 1}, {"l", 5}},
               [](const Seen&) {
                 return Cost{C * T, C * T * 2 * quantised(4), C * (2 * (T - 5) + 3 * 5) * F,
                             C * (T * 2 * 2 + 5 * n)};
               })
        // Batches of all rows need no reference point: one gradient per participant and iteration.
        .costs({{"levels", 4}, {"S", 2}, {"l", 5}},
               [](const Seen& seen) {
                 CHECK(seen.later.calls == C * T * 2);
                 return quantised_rounds(2, seen.later.gradients);
               })
        .costs({{"levels", 4}, {"l", 5}},
               [](const Seen&) { return quantised_rounds(N, C * T * n); })
        // Batches of three are all rows of clients 0 and 1; client 2 has four.
        .costs({{"levels", 4}, {"batch", 3}, {"l", 5}},
               [](const Seen&) { return quantised_rounds(N, C * (T * (2 + 3 + 2 * 3) + 5 * 4)); });

}  // namespace
