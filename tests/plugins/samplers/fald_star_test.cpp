// FALD* against VR-FALD*, FALD and its update.
#include "all_samplers/shipped_sampler.hpp"
#include "run_sampler.hpp"
#include "skald/minibatch.hpp"
#include "test.hpp"

TEST_CASE("FALD* with full batches is VR-FALD*, bit for bit, and at the same cost") {
  const auto federation = quadratic_federation(random_rows(1, 2, {4, 6, 5}, false), 0.4);
  const std::string weights = GENERATE("uniform", "examples");
  const double rho = GENERATE(0.0, 0.7);
  const std::vector<Setting> options{
      {"step", h}, {"p_c", 0.3}, {"q_cv", 0.2}, {"weights", weights}, {"rho", rho}};
  const MatrixXd star = run_sampler(*federation, "fald_star", options, 60);
  const Ledger cost = federation->ledger();
  CHECK(star == run_sampler(*federation, "vr_fald", options, 60));
  CHECK(federation->ledger().gradient_evaluations == cost.gradient_evaluations);
  CHECK(federation->ledger().bits_up == cost.bits_up);
}

TEST_CASE("FALD* subtracts full gradients from the minibatch's, one minibatch gradient per step") {
  const auto federation = quadratic_federation(random_rows(5, 2, {4, 6}, false));
  Problem& problem = federation->problem();
  const double gamma = 2 * h;
  MatrixXd X = MatrixXd::Constant(2, 2, 0.5), C = MatrixXd::Zero(2, 1), at_start(2, 2);
  for (Index c = 0; c < 2; ++c) {
    problem.gradient(c, view(X).columns(c, 1), view(at_start).columns(c, 1));
    C += at_start.col(c) / 2;
  }
  Minibatch minibatch(2);
  minibatch.start(problem, 1);
  for (int k = 0; k < 4; ++k) {
    for (Index c = 0; c < 2; ++c) {
      MatrixXd estimate(2, 1);
      problem.gradient(c, minibatch.draw(random_streams, k, problem, c), view(X).columns(c, 1),
                       view(estimate));
      X.col(c) -= gamma * (estimate - at_start.col(c) + C);
    }
  }
  // K = 4 and q_cv of next to nothing: the start stays the reference point.
  const MatrixXd found =
      run_sampler(*federation, "fald_star",
                  {{"step", h}, {"K", 4}, {"q_cv", 1e-12}, {"temp", 0.0}, {"batch", 2}}, 4);
  CHECK((found.col(0) - X.rowwise().mean()).norm() < 1e-13);
  CHECK(federation->ledger().gradient_evaluations == 3 * (4 * 2 * 2 + 10));
  CHECK((run_sampler(*federation, "vr_fald",
                     {{"step", h}, {"K", 4}, {"q_cv", 1e-12}, {"temp", 0.0}, {"batch", 2}}, 4) -
         found)
            .norm() > 1e-3);
}

TEST_CASE("FALD* declares a law with full batches only") {
  const auto federation = quadratic_federation(random_rows(6, 2, {4, 6}, false));
  for (const int batch : {5, 6}) {
    const auto sampler =
        load_plugin<Sampler>("sampler/fald_star", {{"p_c", 0.5}, {"q_cv", 0.25}, {"batch", batch}});
    SamplerRun run(*federation, *sampler, random_streams, nothing, MatrixXd::Zero(2, 1));
    LangevinLaw law;
    CHECK(sampler->law(law) == (batch == 6));
    if (batch == 6) CHECK(law.kind == LangevinLaw::Kind::control_variate);
  }
  CHECK_THROWS_WITH(load_plugin<Sampler>("sampler/fald_star", {{"K", 10}, {"q_cv", 0.2}}),
                    Catch::Contains("q_cv exceeds"));
}

namespace {

using namespace ledger_terms;

const ShippedSampler fald_star =
    ShippedSampler("fald_star")
        .conforms({{"p_c", 0.4}, {"q_cv", 0.4}})
        .conforms({{"K", 3}, {"q_cv", 0.3}, {"batch", 2}}, 0.2)
        // A gradient goes up and their sum down at the start; at a renewal also the state and Y,
        // unless the state is the average that all have just heard.
        .costs({{"K", 3}, {"q_cv", 0.3}, {"batch", 1}},
               [](const Seen& seen) {
                 const double needless = renewals_after_averages(3, .3);
                 const double vectors = C * N * T / 3 + C * N + N * (2 * seen.coins - needless);
                 return both_ways(C * T / 3, vectors, C * T * N + n * (C + seen.coins));
               },
               {.role = Role::reference, .bound = 0.3});

}  // namespace
