// VR-FALD* against its pseudocode.
#include "all_samplers/shipped_sampler.hpp"
#include "run_sampler.hpp"
#include "skald/minibatch.hpp"
#include "test.hpp"

namespace {

bool coin(const Random& random, Role role, std::int64_t k, double probability) {
  MatrixXd u(1, 1);
  random.uniform({role}, k, view(u));
  return u(0, 0) < probability;
}

// Algorithm 3 of VR-FALD*, line by line, one chain, equal weights: theta, Y and the gradients of
// the paper, with gamma = N h.
VectorXd algorithm_3(Federation& federation, const Random& random, double p_c, double q_cv,
                     double rho, Index batch, int iterations) {
  Problem& problem = federation.problem();
  const Index N = problem.clients(), d = problem.dimension();
  const auto gradient = [&](Index i, const Rows* rows, const MatrixXd& at) -> MatrixXd {
    MatrixXd out(d, 1);
    if (rows == nullptr) {
      problem.gradient(i, view(at), view(out));
    } else {
      problem.gradient(i, *rows, view(at), view(out));
    }
    return out;
  };
  const double gamma = static_cast<double>(N) * h;
  std::vector<MatrixXd> X(static_cast<std::size_t>(N), MatrixXd::Constant(d, 1, 0.5));
  const auto mean = [&] {
    MatrixXd sum = MatrixXd::Zero(d, 1);
    for (const MatrixXd& x : X) sum += x / static_cast<double>(N);
    return sum;
  };
  const auto mean_gradient = [&](const MatrixXd& at) {
    MatrixXd sum = MatrixXd::Zero(d, 1);
    for (Index i = 0; i < N; ++i) sum += gradient(i, nullptr, at) / static_cast<double>(N);
    return sum;
  };
  MatrixXd Y = mean();
  MatrixXd C = mean_gradient(Y);
  Minibatch minibatch(batch);
  minibatch.start(problem, 1);
  for (int k = 0; k < iterations; ++k) {
    const MatrixXd before = mean();
    MatrixXd shared(d, 1), own(d, 1);
    random.normal({Role::shared_noise}, k, view(shared));
    for (Index i = 0; i < N; ++i) {
      MatrixXd& x = X[static_cast<std::size_t>(i)];
      const Rows rows = minibatch.draw(random, k, problem, i);
      const MatrixXd G = gradient(i, &rows, x) - gradient(i, &rows, Y) + C;
      random.normal({Role::noise, i}, k, view(own));
      x = x - gamma * G +
          std::sqrt(2 * gamma) *
              (rho / std::sqrt(static_cast<double>(N)) * shared + std::sqrt(1 - rho * rho) * own);
    }
    if (coin(random, Role::reference, k, q_cv)) {
      Y = before;
      C = mean_gradient(Y);
    }
    if (coin(random, Role::communication, k, p_c)) {
      const MatrixXd average = mean();
      for (MatrixXd& x : X) x = average;
    }
  }
  return mean().col(0);
}

}  // namespace

TEST_CASE("VR-FALD* is its pseudocode") {
  const auto federation = quadratic_federation(random_rows(1, 2, {4, 6, 5}, false), 0.4);
  const random::PhiloxRandom random(3, 1);
  const int batch = GENERATE(1, 5, 6);  // 5: the whole of some clients
  const double rho = GENERATE(0.0, 0.7, 1.0);
  const MatrixXd found = run_sampler(*federation, "vr_fald",
                                     {{"p_c", 0.3},
                                      {"q_cv", 0.25},
                                      {"rho", rho},
                                      {"step", h},
                                      {"batch", batch},
                                      {"estimate", "average"}},
                                     random, 40, 1);
  const VectorXd expected = algorithm_3(*federation, random, 0.3, 0.25, rho, batch, 40);
  CHECK((found.col(0) - expected).norm() < 1e-12);
}

TEST_CASE("a batch of all rows is no batch, bit for bit: VR-FALD* with stored full gradients") {
  const auto federation = quadratic_federation(random_rows(3, 2, {4, 6, 5}, false), 0.4);
  const random::PhiloxRandom random(5, 0);
  const std::vector<Setting> full{{"K", 5}, {"q_cv", 0.2}, {"step", h}};
  std::vector<Setting> all = full;
  all.emplace_back("batch", 6);
  CHECK(run_sampler(*federation, "vr_fald", full, random, 60) ==
        run_sampler(*federation, "vr_fald", all, random, 60));
}

namespace {

using namespace ledger_terms;

const ShippedSampler vr_fald =
    ShippedSampler("vr_fald")
        .conforms({{"p_c", 0.4}, {"q_cv", 0.3}, {"rho", 0.5}})
        .conforms({{"p_c", 0.4}, {"q_cv", 0.4}, {"batch", 1}, {"weights", "examples"}})
        .conforms({{"K", 3}, {"q_cv", 0.3}, {"estimate", "average"}})
        // Two gradients per row and step; one where the batch is all rows, as of client 0.
        .costs({{"K", 3}, {"q_cv", 0.3}, {"batch", 2}},
               [](const Seen& seen) {
                 const double needless = renewals_after_averages(3, .3);
                 const double vectors = C * N * T / 3 + C * N + N * (2 * seen.coins - needless);
                 return both_ways(C * T / 3, vectors, C * T * (2 + 4 + 4) + n * (C + seen.coins));
               },
               {.role = Role::reference, .bound = 0.3});

}  // namespace
