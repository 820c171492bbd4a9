// Model: location under Student's t noise. Coordinate i of every row x is theta_i plus s times a t
// variable with nu degrees of freedom, so that up to a constant
//   -log p(x | theta) = sum_i (nu + 1)/2 log(1 + ((theta_i - x_i)/s)^2 / nu).
#include <array>
#include <cmath>
#include <span>

#include "skald/model.hpp"
#include "skald/plugin.hpp"

namespace {

struct Options {
  double nu = 4;
  double scale = 1;
};

constexpr std::array options{
    skald::option("nu", &Options::nu, "degrees of freedom").above(0).symbol("ν"),
    skald::option("scale", &Options::scale, "scale s of the noise, in units of the data").above(0)};

class StudentT final : public skald::Model {
 public:
  explicit StudentT(const Options& o) : nu_(o.nu), scale_(o.scale) {}

  void bind(const skald::Table& table) override { data_ = table.features; }
  skald::Index dimension() const override { return data_.rows; }

  void gradient(const skald::Rows& rows, skald::ConstBlock theta, skald::Block out) const override {
    for (skald::Index j = 0; j < theta.cols; ++j) {
      out.column(j).setZero();
      for (skald::Index r = 0; r < rows.count; ++r) {
        const auto e = (theta.column(j) - data_.column(rows.row(j, r))).array();
        out.column(j).array() += (nu_ + 1) * e / (nu_ * scale_ * scale_ + e.square());
      }
    }
  }

  void potential(const skald::Rows& rows, skald::ConstBlock theta,
                 std::span<double> out) const override {
    for (skald::Index j = 0; j < theta.cols; ++j) {
      double sum = 0;
      for (skald::Index r = 0; r < rows.count; ++r) {
        const auto e = (theta.column(j) - data_.column(rows.row(j, r))).array() / scale_;
        sum += (e.square() / nu_).log1p().sum();
      }
      out[static_cast<std::size_t>(j)] = (nu_ + 1) / 2 * sum;
    }
  }

 private:
  double nu_;
  double scale_;
  skald::ConstBlock data_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<StudentT, Options, options>(
    {.name = "student_t",
     .numerics_revision = 1,
     .summary = "Location of heavy-tailed data: Student's t noise in every coordinate",
     .reference = "Lange, Little and Taylor (1989), Robust Statistical Modeling Using the t "
                  "Distribution"});
