// A model that clips the gradients of its rows as it should, or not quite, in a way of choice: row
// x has the potential |theta - x|^2 / 2.
#include <algorithm>
#include <array>
#include <cmath>

#include "skald/model.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options {
  std::string_view fault = "none";
};

constexpr std::array options{option("fault", &Options::fault, "what it does wrong")
                                 .one_of("none|no_clip|largest_entry|of_mean|beside_others")};

class LeakyModel final : public Model {
 public:
  explicit LeakyModel(const Options& o) : o_(o) {}

  void bind(const Table& table) override { table_ = table; }
  Index dimension() const override { return table_.features.rows; }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out.column(j).setZero();
      for (Index r = 0; r < rows.count; ++r) {
        out.column(j) += theta.column(j) - table_.features.column(rows.row(j, r));
      }
    }
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      double& sum = out[static_cast<std::size_t>(j)] = 0;
      for (Index r = 0; r < rows.count; ++r) {
        sum += (theta.column(j) - table_.features.column(rows.row(j, r))).squaredNorm() / 2;
      }
    }
  }
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override {
    if (o_.fault == "none") return Model::clipped_gradient(rows, clip, theta, out);
    if (o_.fault == "no_clip") return gradient(rows, theta, out);
    if (o_.fault == "of_mean") return clip_of_mean(rows, clip, theta, out);
    for (Index j = 0; j < theta.cols; ++j) {
      out.column(j).setZero();
      for (Index r = 0; r < rows.count; ++r) {
        // A slip of a batched loop: the last row of four is clipped with its neighbours.
        const bool slips = o_.fault == "beside_others" && r % 4 == 0 && rows.count > 1;
        const Eigen::VectorXd row = theta.column(j) - table_.features.column(rows.row(j, r));
        const double norm =
            o_.fault == "largest_entry" ? row.cwiseAbs().maxCoeff() : row.norm() / (slips ? 4 : 1);
        out.column(j) += std::min(1.0, clip / norm) * row;
      }
    }
  }

 private:
  // Clips the mean of the rows' gradients instead of each of them.
  void clip_of_mean(const Rows& rows, double clip, ConstBlock theta, Block out) const {
    gradient(rows, theta, out);
    const auto n = static_cast<double>(rows.count);
    for (Index j = 0; j < theta.cols; ++j) {
      out.column(j) *= std::min(1.0, clip * n / out.column(j).norm());
    }
  }

  Options o_;
  Table table_;
};

}  // namespace

SKALD_PLUGIN = plugin<LeakyModel, Options, options>({.name = "leaky_model",
                                                     .numerics_revision = 1,
                                                     .summary = "Clipped rows, or not quite",
                                                     .reference = ""});
