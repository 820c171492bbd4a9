// Where a step subtracts two gradients of one minibatch, a model with dropout drops the same units.
#include "run_sampler.hpp"
#include "test.hpp"

namespace {

// Remembers where gradients were taken, and at which parameters their random choices.
struct Asked {
  MatrixXd theta, choices;  // without columns: those at theta
};

class Remembering final : public RowModel {
 public:
  explicit Remembering(std::vector<Asked>& asked) : RowModel(0.3), asked_(asked) {}

  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    const bool chooses = rows.choices.data != nullptr;
    asked_.push_back({theta.matrix(), chooses ? MatrixXd(rows.choices.matrix()) : MatrixXd()});
    RowModel::gradient(rows, theta, out);
  }

 private:
  void add_row_gradient(Index row, const double* theta, double* out) const override {
    for (Index i = 0; i < dimension(); ++i) out[i] += theta[i] - table().features.column(row)(i);
  }

  std::vector<Asked>& asked_;
};

std::vector<Asked> asked_by(const std::string& sampler, const std::vector<Setting>& settings) {
  std::vector<Asked> asked;
  FederationData data = random_rows(1, 2, {4, 5}, false);
  Federation federation(std::move(data), std::make_unique<Remembering>(asked));
  run_sampler(federation, sampler, settings, 6, MatrixXd::Constant(2, 2, 0.4));
  return asked;
}

}  // namespace

TEST_CASE("both gradients of a corrected step have the random choices of the first") {
  const auto check = [](const std::string& sampler, const std::vector<Setting>& settings) {
    INFO(sampler);
    const std::vector<Asked> asked = asked_by(sampler, settings);
    int shared = 0;
    for (std::size_t i = 1; i < asked.size(); ++i) {
      if (asked[i].choices.cols() == 0) continue;
      ++shared;
      CHECK(asked[i].choices == asked[i - 1].theta);
    }
    CHECK(shared >= 6);
  };
  check("mime", {{"K", 3}, {"batch", 2}});
  check("vr_fald", {{"K", 3}, {"q_cv", 0.3}, {"batch", 2}, {"step", 0.01}});
  check("qlsd_pp", {{"batch", 2}, {"step", 0.01}, {"l", 5}});
}
