// Whether local SGD has the same bits and costs with steps that the model makes by itself.
#include "skald/extensions/gradient_steps.hpp"

#include "model_checks.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace gradient_steps {

// Softmax regression that makes its steps by itself, or says that it cannot.
class Watched final : public Model, public GradientSteps {
 public:
  Watched(const std::string& arithmetic, bool offers)
      : softmax_(load_plugin<Model>("model/softmax", {{"arithmetic", arithmetic}})),
        offers_(offers) {}

  void bind(const Table& table) override { softmax_->bind(table); }
  Index dimension() const override { return softmax_->dimension(); }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    softmax_->gradient(rows, theta, out);
  }
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override {
    softmax_->clipped_gradient(rows, clip, theta, out);
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    softmax_->potential(rows, theta, out);
  }
  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    softmax_->add_prior_gradient(share, theta, out);
  }
  void descend(const Rows& client, Source& source, Block theta) const override {
    ++descents;
    skald::extension<GradientSteps>(*softmax_)->descend(client, source, theta);
  }
  const void* extension(const char* wanted) const override {
    const bool is_known = offers_ && std::string_view(wanted) == GradientSteps::id;
    return is_known ? static_cast<const GradientSteps*>(this) : nullptr;
  }

  mutable int descents = 0;

 private:
  std::shared_ptr<Model> softmax_;
  bool offers_;
};

// Four clients of 40, 40, 41 and 90 rows, which are no neighbours in the table.
FederationData labelled_rows() {
  FederationData data;
  data.points = scattered(21, 211);
  data.clients = 4;
  data.classes = 6;
  for (int r = 0; r < 211; ++r) {
    data.client.push_back(r < 160 ? r % 4 : 3 - r % 50 / 49);
    data.labels.push_back(r * 7 % 6);
  }
  return data;
}

struct End {
  Eigen::MatrixXd theta;
  double gradients;
  int descents;
};

End end_of(const std::string& arithmetic, bool offers, const std::string& sampler,
           std::vector<Setting> options) {
  const auto model = std::make_shared<Watched>(arithmetic, offers);
  Federation federation(labelled_rows(), model);
  const Eigen::MatrixXd theta = run_sampler(federation, sampler, std::move(options), 12, 2);
  return {theta, federation.ledger().gradient_evaluations, model->descents};
}

TEST_CASE("local steps have the same bits and costs, whoever makes them") {
  const std::string arithmetic = GENERATE("double", "float");
  const std::vector<std::vector<Setting>> taken = {
      {{"K", 4}, {"lr", 0.3}, {"batch", 7}},
      {{"K", 4}, {"lr", 0.3}},  // all rows, more than the kernel takes at once
      {{"K", 6}, {"lr", 0.3}, {"batch", 5}, {"S", 2}, {"lr_schedule", "inverse_sqrt"}},
      {{"epochs", 2}, {"lr", 0.1}, {"batch", 9}, {"S", 3}, {"weights", "uniform"}}};
  for (const std::vector<Setting>& options : taken) {
    const End fused = end_of(arithmetic, true, "fedavg", options);
    const End plain = end_of(arithmetic, false, "fedavg", options);
    CHECK(fused.descents > 0);
    CHECK(plain.descents == 0);
    CHECK(same_bits(fused.theta, plain.theta));
    CHECK(fused.gradients == plain.gradients);
  }
}

TEST_CASE("steps that are more than a gradient are not left to the model") {
  const std::vector<Setting> common = {{"K", 4}, {"lr", 0.3}, {"batch", 7}};
  const std::vector<std::vector<Setting>> others = {
      {{"momentum", 0.5}}, {{"clip", 0.4}}, {{"data_sampling", "poisson"}}};
  for (const std::vector<Setting>& other : others) {
    CHECK(end_of("double", true, "fedavg", with(common, other)).descents == 0);
  }
  CHECK(end_of("double", true, "fedprox", with(common, {{"mu", 0.5}})).descents == 0);
  CHECK(end_of("double", true, "scaffold", common).descents == 0);
}

}  // namespace gradient_steps
