// Federated optimisers written out as in textbooks: plain loops over clients, steps and rows, one
// chain at a time. Nothing but the losses' rows and the contract's random streams is shared with
// what is tested.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <vector>

#include "optimisers/reference/composition.hpp"
#include "skald/random.hpp"

namespace skald::test::reference {

using Vector = Eigen::VectorXd;

// The gradients of the clients' rows, and a prior lambda / 2 |y|^2 that belongs to all rows.
struct Losses {
  std::vector<std::vector<std::function<Vector(const Vector&)>>> rows;
  double lambda = 0;
};

// One run of one chain.
class WrittenOut {
 public:
  WrittenOut(Choices choices, const Losses& losses, const Random& random, std::int64_t chain,
             const Vector& start);

  void run(int rounds);
  const Vector& theta() const { return theta_; }
  // Rows whose gradients were taken.
  double gradients() const { return gradients_; }

 private:
  using Batch = std::vector<int>;  // rows of a client
  using Numbers = std::vector<double>;
  struct Reporter {
    int client, iterations;  // of the round that it makes
  };

  // The cohort.
  std::vector<Reporter> reporters();
  std::vector<int> cohort();
  double weight(int client) const;        // among a cohort
  double share(int client) const;         // of a client in the loss of all
  double path(const Reporter& at) const;  // the sum of the factors of its gradients
  bool is(const char* method) const { return c_.method == method; }

  // The local solver.
  int length() const { return c_.epochs > 0 ? c_.epochs : c_.K; }
  int steps_per_iteration(int client) const;
  double rate(int iteration) const;
  double full_rate(int iteration) const;  // after the warm-up
  std::vector<Batch> batches(const Reporter& at) const;
  Batch all_rows(int client) const;
  Vector gradient(int client, const Batch& batch, const Vector& y, bool clips = true);
  Vector direction(int client, const Batch& batch, const Vector& y);
  Vector local_move(const Reporter& at);

  // A message, and what is done to it on its way.
  Vector compressed(Vector x, const double* uniforms) const;
  double share_of_changes() const;
  bool changes_nothing() const;
  void send(int client, Vector& move, Vector* change);
  int count_after_clip(Vector& move) const;

  // A round.
  void round();
  void before(const std::vector<Reporter>& all);
  void step_of_server(const Vector& average);
  Vector masked(Vector x, int place) const;

  Choices c_;
  const Losses& losses_;
  const Random& random_;
  std::int64_t chain_;
  int N_, d_;
  std::int64_t k_ = 0;  // the round's first iteration
  double gradients_ = 0;
  Vector theta_;
  Vector m_, v_;                   // of the server's optimiser
  std::vector<Vector> of_client_;  // control, tilt or remembered move
  std::vector<Vector> errors_;     // of compression, or what the server has of a client
  Vector of_server_;               // control or tilt
  Vector momentum_, moment_;       // Mime's
  Vector cohort_gradient_;
  double norm_;             // the clip of moves
  double common_path_ = 0;  // FedNova's
};

}  // namespace skald::test::reference
