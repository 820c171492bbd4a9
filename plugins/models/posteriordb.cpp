// Linear regression with unknown noise, y_r ~ N(x_r' beta, sigma^2), as in posteriordb. Parameters
// live on the whole real line: with p coefficients d = p + 1, (beta, log sigma) = centre + B theta,
//
//   U_r = log sigma + (y_r - x_r' beta)^2 / (2 sigma^2) + log(2 pi) / 2
// U_0 = -log sigma - sum of the log prior densities of beta_k and sigma, up to constants
//
// where -log sigma is the Jacobian of the logarithm. Coordinates `natural` take centre = 0 and B =
// I. Coordinates `whitened` take as centre the mode of beta under sigma = s, the residual standard
// deviation, and as B the blocks H^{-1/2} and 1 / sqrt(2 n), with H the Hessian in beta there: the
// posterior is then close to N(0, I), and its law in (beta, log sigma) the same.
//
// The table may have the arrays "prior": df, location and scale of Student's t for every beta_k and
// for sigma, 3 (p + 1) x 1 (df inf: normal; scale inf: flat, the default); and draws of (beta,
// sigma): "reference_draws", (p + 1) M x 1, with their number of chains, "reference_chains", 1 x 1.
#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/linear_coefficients.hpp"
#include "skald/model.hpp"
#include "skald/plugin.hpp"
#include "skald/reference_draws.hpp"

namespace {

using namespace skald;

struct Options {
  std::string_view coordinates = "whitened";
};

constexpr std::array options{
    option("coordinates", &Options::coordinates,
           "coordinates of theta. natural: beta and log sigma; whitened: an affine map of them "
           "that brings the posterior close to N(0, I)")
        .one_of("natural|whitened")};

// Student's t; normal where df is infinite, flat where the scale is infinite.
struct Prior {
  double df, location, scale;

  // -log density at x, up to a constant, and its derivative.
  double potential(double x) const {
    const double u = (x - location) / scale;
    return std::isinf(df) ? 0.5 * u * u : 0.5 * (df + 1) * std::log1p(u * u / df);
  }
  double gradient(double x) const {
    const double u = (x - location) / scale;
    return (std::isinf(df) ? u : (df + 1) * u / (df + u * u)) / scale;
  }
  // Of the normal with the same location and scale.
  double precision() const { return 1 / (scale * scale); }
};

class Posteriordb final : public Model, public ReferenceDraws, public LinearCoefficients {
 public:
  explicit Posteriordb(const Options& given) : whitened_(given.coordinates == "whitened") {}

  void bind(const Table& table) override {
    if (table.features.rows < 1 || table.target.empty() || table.classes != 0) {
      throw std::invalid_argument(
          "model posteriordb: the table is not a regression; expected features and a target of "
          "numbers");
    }
    covariates_ = table.features.matrix();
    response_ = Eigen::Map<const Eigen::VectorXd>(table.target.data(), table.rows());
    bind_priors(table);
    bind_draws(table);
    centre_.setZero(dimension());
    basis_.setIdentity(dimension(), dimension());
    if (whitened_) whiten(table.train);
  }

  Index dimension() const override { return covariates_.rows() + 1; }

  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      const double* beta = theta.data + j * theta.stride;
      const double sigma = sigma_at(beta);
      double* sum = out.data + j * out.stride;
      std::fill_n(sum, dimension(), 0.0);
      for (Index r = 0; r < rows.count; ++r) add_row_gradient(rows.row(j, r), beta, sigma, sum);
    }
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      const double* beta = theta.data + j * theta.stride;
      const double sigma = sigma_at(beta);
      double squares = 0;
      for (Index r = 0; r < rows.count; ++r) {
        const double z = residual(rows.row(j, r), beta) / sigma;
        squares += z * z;
      }
      const auto count = static_cast<double>(rows.count);
      out[static_cast<std::size_t>(j)] =
          count * (std::log(sigma) + 0.5 * std::log(2 * std::numbers::pi)) + 0.5 * squares;
    }
  }

  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    Eigen::VectorXd natural(dimension()), gradient(dimension());
    for (Index j = 0; j < theta.cols; ++j) {
      to_natural(theta.data + j * theta.stride, natural);
      for (Index k = 0; k < log_sigma(); ++k) gradient[k] = prior(k).gradient(natural[k]);
      const double sigma = std::exp(natural[log_sigma()]);
      gradient[log_sigma()] = prior(log_sigma()).gradient(sigma) * sigma - 1;
      for (Index i = 0; i < dimension(); ++i) {
        double sum = 0;
        for (Index k = 0; k < dimension(); ++k) sum += basis_(k, i) * gradient[k];
        out.data[j * out.stride + i] += share * sum;
      }
    }
  }
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override {
    Eigen::VectorXd natural(dimension());
    for (Index j = 0; j < theta.cols; ++j) {
      to_natural(theta.data + j * theta.stride, natural);
      const double sigma = std::exp(natural[log_sigma()]);
      double sum = prior(log_sigma()).potential(sigma) - natural[log_sigma()];
      for (Index k = 0; k < log_sigma(); ++k) sum += prior(k).potential(natural[k]);
      out[static_cast<std::size_t>(j)] += share * sum;
    }
  }

  bool is_thread_safe() const override { return true; }
  const void* extension(const char* name) const override {
    if (std::string_view(name) == ReferenceDraws::id && draws_.size() > 0)
      return static_cast<const ReferenceDraws*>(this);
    if (std::string_view(name) == LinearCoefficients::id && !whitened_)
      return static_cast<const LinearCoefficients*>(this);
    return nullptr;
  }
  Index outputs() const override { return 1; }
  Coefficient coefficient(Index place) const override {
    if (place == log_sigma()) return {.part = Part::log_scale, .name = "log sigma"};
    return {.part = Part::weight, .feature = place};
  }
  bool predicts_target() const override { return true; }
  ConstBlock draws() const override { return view(draws_); }
  Index chains() const override { return draw_chains_; }
  void recorded(ConstBlock theta, Block out) const override {
    Eigen::VectorXd natural(dimension());
    for (Index j = 0; j < theta.cols; ++j) {
      to_natural(theta.data + j * theta.stride, natural);
      out.column(j) = natural;
      out.column(j)[log_sigma()] = std::exp(natural[log_sigma()]);
    }
  }

 private:
  Index log_sigma() const { return covariates_.rows(); }
  const Prior& prior(Index k) const { return priors_[static_cast<std::size_t>(k)]; }

  void bind_priors(const Table& table) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    priors_.assign(static_cast<std::size_t>(dimension()), {infinite, 0, infinite});
    const NamedArray* array = find_array(table, "prior");
    if (array == nullptr) return;
    if (array->values.cols != 1 || array->values.rows != 3 * dimension()) {
      throw std::invalid_argument("model posteriordb: array prior has " +
                                  std::to_string(array->values.rows) + " rows; expected 3 for " +
                                  "each of " + std::to_string(dimension()) + " parameters");
    }
    const double* at = array->values.data;
    for (Prior& p : priors_) {
      p = {at[0], at[1], at[2]};
      at += 3;
    }
  }
  void bind_draws(const Table& table) {
    draws_.resize(0, 0);
    const NamedArray* array = find_array(table, "reference_draws");
    const NamedArray* chains = find_array(table, "reference_chains");
    if (array == nullptr || chains == nullptr) return;
    if (array->values.cols != 1 || array->values.rows % dimension() != 0) {
      throw std::invalid_argument("model posteriordb: array reference_draws has " +
                                  std::to_string(array->values.rows) +
                                  " rows; expected a multiple of " + std::to_string(dimension()));
    }
    draws_ = array->values.matrix().reshaped(dimension(), array->values.rows / dimension());
    draw_chains_ = static_cast<Index>(chains->values.data[0]);
  }

  // Scaled columns keep the Hessian far from singular where covariates have very different units.
  void whiten(Index train) {
    const Index p = covariates_.rows();
    const Eigen::MatrixXd x = covariates_.leftCols(train);
    const Eigen::VectorXd y = response_.head(train);
    const Eigen::VectorXd scale = x.rowwise().norm();
    if (train <= p || !(scale.minCoeff() > 0)) refuse_singular();
    const Eigen::MatrixXd scaled = scale.cwiseInverse().asDiagonal() * x;
    const Eigen::MatrixXd gram = scaled * scaled.transpose();
    const Eigen::LLT<Eigen::MatrixXd> least_squares(gram);
    if (least_squares.info() != Eigen::Success || least_squares.rcond() < 1e-13) refuse_singular();
    const Eigen::VectorXd fit = least_squares.solve(scaled * y);
    const double rss = (y - scaled.transpose() * fit).squaredNorm();
    if (!(rss > 0)) refuse_singular();
    const double s = std::sqrt(rss / static_cast<double>(train - p));
    Eigen::MatrixXd hessian = gram / (s * s);
    Eigen::VectorXd towards = scaled * y / (s * s);
    for (Index k = 0; k < p; ++k) {
      hessian(k, k) += prior(k).precision() / (scale[k] * scale[k]);
      towards[k] += prior(k).precision() * prior(k).location / scale[k];
    }
    const Eigen::LLT<Eigen::MatrixXd> root(hessian);
    const Eigen::MatrixXd inverse_root = root.matrixU().solve(Eigen::MatrixXd::Identity(p, p));
    centre_ << scale.cwiseInverse().cwiseProduct(root.solve(towards)), std::log(s);
    basis_.topLeftCorner(p, p) = scale.cwiseInverse().asDiagonal() * inverse_root;
    basis_(p, p) = 1 / std::sqrt(2 * static_cast<double>(train));
    response_ -= covariates_.transpose() * centre_.head(p);
    covariates_ = (basis_.topLeftCorner(p, p).transpose() * covariates_).eval();
  }
  [[noreturn]] static void refuse_singular() {
    throw std::invalid_argument(
        "model posteriordb: the training rows do not determine the regression (a covariate is "
        "constant 0 or a combination of others, there are too few rows, or the fit is perfect)");
  }

  // (beta, log sigma) of one theta, added up in the order of the coordinates.
  void to_natural(const double* theta, Eigen::VectorXd& natural) const {
    for (Index k = 0; k < dimension(); ++k) {
      double sum = centre_[k];
      for (Index i = 0; i < dimension(); ++i) sum += basis_(k, i) * theta[i];
      natural[k] = sum;
    }
  }
  double sigma_at(const double* theta) const {
    return std::exp(centre_[log_sigma()] + basis_(log_sigma(), log_sigma()) * theta[log_sigma()]);
  }
  // y - x' beta, in the coordinates of theta. Four sums at a time, for speed.
  double residual(Index row, const double* theta) const {
    const double* x = covariates_.data() + row * covariates_.rows();
    double sum[4] = {};
    Index k = 0;
    for (; k + 4 <= covariates_.rows(); k += 4) {
      for (Index lane = 0; lane < 4; ++lane) sum[lane] += x[k + lane] * theta[k + lane];
    }
    for (; k < covariates_.rows(); ++k) sum[0] += x[k] * theta[k];
    return response_[row] - ((sum[0] + sum[1]) + (sum[2] + sum[3]));
  }
  void add_row_gradient(Index row, const double* theta, double sigma, double* out) const {
    const double z = residual(row, theta) / sigma;
    const double* x = covariates_.data() + row * covariates_.rows();
    const double factor = -z / sigma;
    for (Index k = 0; k < covariates_.rows(); ++k) out[k] += factor * x[k];
    out[log_sigma()] += basis_(log_sigma(), log_sigma()) * (1 - z * z);
  }

  bool whitened_;
  Eigen::MatrixXd covariates_;  // p x n, in the coordinates of theta
  Eigen::VectorXd response_;    // n, less the fit at the centre
  std::vector<Prior> priors_;
  Eigen::VectorXd centre_;
  Eigen::MatrixXd basis_;  // B
  Eigen::MatrixXd draws_;  // p + 1 x M
  Index draw_chains_ = 0;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Posteriordb, Options, options>(
    {.name = "posteriordb",
     .numerics_revision = 1,
     .summary = "Linear regression with unknown noise and the priors of its data set",
     .reference = "Magnusson et al. (2024), posteriordb, arXiv:2407.04967"});
