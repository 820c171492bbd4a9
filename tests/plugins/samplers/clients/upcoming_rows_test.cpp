// Which rows a round of federated optimisation has brought to the processor, and when.
#include "skald/extensions/upcoming_rows.hpp"

#include "run_sampler.hpp"
#include "test.hpp"

namespace upcoming_rows {

// U_r = 1/2 |theta - x_r|^2. Notes its rows as they are expected and as they are used.
class ExpectingModel final : public RowModel, public UpcomingRows {
 public:
  explicit ExpectingModel(bool expects) : RowModel(0), expects_(expects) {}

  const void* extension(const char* wanted) const override {
    const bool is_known = expects_ && std::string_view(wanted) == UpcomingRows::id;
    return is_known ? static_cast<const UpcomingRows*>(this) : nullptr;
  }
  void expect(std::span<const Rows> clients) const override {
    for (const Rows& rows : clients) {
      for (Index r = 0; r < rows.count; ++r) expected.push_back(rows.row(0, r));
    }
  }

  mutable std::vector<Index> expected, used;
  mutable std::vector<Index> too_late;  // used, but not expected before

 private:
  void add_row_gradient(Index row, const double* theta, double* out) const override {
    if (!std::ranges::count(expected, row)) too_late.push_back(row);
    used.push_back(row);
    for (Index i = 0; i < dimension(); ++i) out[i] += theta[i] - table().features.column(row)[i];
  }

  bool expects_;
};

TEST_CASE("a round expects the rows of its cohort, each once and before it is used") {
  const std::vector<Index> examples(100, 2);  // of each client
  const bool expects = GENERATE(true, false);
  const auto model = std::make_shared<ExpectingModel>(expects);
  Federation federation(random_rows(3, 2, examples, true), model);
  const Eigen::MatrixXd end =
      run_sampler(federation, "fedavg", {{"S", 70}, {"batch", 1}, {"K", 4}, {"lr", h}}, 4, 1);
  if (!expects) {
    CHECK(model->expected.empty());
    return;
  }
  CHECK(model->too_late.empty());
  CHECK(model->expected.size() == 140);
  std::ranges::sort(model->expected);
  const std::set<Index> used(model->used.begin(), model->used.end());
  CHECK(std::ranges::equal(model->expected, used));

  Federation plain(random_rows(3, 2, examples, true), std::make_shared<ExpectingModel>(false));
  CHECK(run_sampler(plain, "fedavg", {{"S", 70}, {"batch", 1}, {"K", 4}, {"lr", h}}, 4, 1) == end);
}

}  // namespace upcoming_rows
