#include "conformance/plugin_checks.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/finding.hpp"
#include "conformance/kit_tables.hpp"
#include "conformance/sampler_run.hpp"
#include "skald/extensions/batch_statistics.hpp"
#include "skald/label_prediction.hpp"
#include "threads/team.hpp"

namespace skald::conformance {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kMostRows = 100;  // of tables that are not the kit's

// At how many points the model is asked, how many derivatives are compared with differences, and of
// how many rows one after the other.
struct Extent {
  Index points, derivatives, single_rows;
};
constexpr Extent kWhole{4, 100, kMostRows};
constexpr Extent kSample{2, 6, 5};
constexpr Extent kSmallSample{1, 2, 2};  // where even memory takes its time

// Whether each pass takes its time: such models are examined by a sample, on one table.
bool is_large(const Model& model) { return model.dimension() >= 10000; }
Extent extent_for(const Model& model) {
  if (model.dimension() >= 1000000) return kSmallSample;
  return is_large(model) ? kSample : kWhole;
}

std::string text(double value) { return std::to_string(value); }

class ModelChecks {
 public:
  ModelChecks(const Model& model, const Table& table)
      : model_(model),
        extent_(extent_for(model)),
        all_(Rows::range(0, std::min(table.train, kMostRows))),
        some_(Rows::range(0, std::min(all_.count, extent_.single_rows))),
        theta_(model.dimension(), extent_.points) {
    random::PhiloxRandom(3, 0).normal({Role::start}, 0, view(theta_));
    theta_ *= 0.5;
    is_single_ = computes_in_single_precision();
  }

  // `again`: the same of another object.
  std::vector<Finding> check(const ModelChecks& again) const {
    const bool is_repeatable = same_bits(everything(all_), again.everything(all_));
    std::vector<Finding> findings{
        repetition(is_repeatable ? "" : "other gradients, potentials or predictions"), finite()};
    if (!is_repeatable) {
      findings.push_back(no_comparisons());
      return findings;
    }
    for (const Finding& more : {differences(), prior_differences(), columns(), parts(), shares(),
                                clipped(), listed(), at_once()})
      findings.push_back(more);
    if (model_.classes() > 0) findings.push_back(probabilities());
    if (extension<LabelPrediction>(model_)) findings.push_back(label_probabilities());
    if (extension<CurvatureBounds>(model_)) findings.push_back(bounds());
    if (extension<PublicCurvature>(model_)) {
      findings.push_back(prior_curvature());
      findings.push_back(row_curvature());
    }
    if (extension<GaussianPosterior>(model_)) findings.push_back(quadratic());
    return findings;
  }

 private:
  MatrixXd gradient(const Rows& rows, const MatrixXd& theta) const {
    GuardedBlock out(theta.rows(), theta.cols());
    model_.gradient(rows, view(theta), out.block());
    return out.matrix();
  }
  VectorXd potential(const Rows& rows, const MatrixXd& theta) const {
    VectorXd out(theta.cols());
    model_.potential(rows, view(theta), {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }
  MatrixXd prior_gradient(double share, const MatrixXd& theta) const {
    MatrixXd out = MatrixXd::Zero(theta.rows(), theta.cols());
    model_.add_prior_gradient(share, view(theta), view(out));
    return out;
  }
  VectorXd prior_potential(double share, const MatrixXd& theta) const {
    VectorXd out = VectorXd::Zero(theta.cols());
    model_.add_prior_potential(share, view(theta),
                               {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }

  // Differences of second order, which are far below 1e-10 of the potential in double precision.
  bool computes_in_single_precision() const {
    const VectorXd begin = potential(all_, theta_), middle = potential(all_, (1 + 1e-7) * theta_);
    const VectorXd end = potential(all_, (1 + 2e-7) * theta_);
    const Eigen::ArrayXd second = (begin - 2 * middle + end).array().abs();
    return 2 * (second > 1e-10 * (1 + begin.array().abs())).count() >= theta_.cols();
  }
  // What rounding may change, relatively, of a model that computes in double precision; more in
  // single precision.
  double rounding(double of_doubles) const { return is_single_ ? 1e-4 : of_doubles; }

  // Differences with a step of 1e-5: truncation and rounding stay below 1e-6 of the scale for
  // parameters and curvatures of order one, if the potential is not so large that its own last bit
  // counts. Where a kink (of relu, of a maximum) is within the step
  // on one side, differences on the other side decide.
  template <class Potential>
  std::string against_differences(const MatrixXd& gradient, Potential&& potential) const {
    const double step = is_single_ ? 1e-3 : 1e-5;
    const VectorXd here = potential(theta_);
    const double last_bit = std::numeric_limits<double>::epsilon() * here.cwiseAbs().maxCoeff();
    const double largest =
        (is_single_ ? 2e-2 : 2e-6) * (1 + gradient.cwiseAbs().maxCoeff()) + last_bit / step;
    const Index every = (theta_.rows() + extent_.derivatives - 1) / extent_.derivatives;
    for (Index k = 0; k < theta_.rows(); k += every) {
      const auto at = [&](double steps) -> VectorXd {
        MatrixXd moved = theta_;
        moved.row(k).array() += steps * step;
        return potential(moved);
      };
      const VectorXd expected = gradient.row(k).transpose();
      const auto errors = [&](const VectorXd& slope) -> VectorXd {
        return (slope - expected).cwiseAbs();
      };
      const VectorXd up = at(1), down = at(-1), slope = (up - down) / (2 * step);
      VectorXd error = errors(slope);
      if ((error.array() <= largest).all()) continue;
      error = error.cwiseMin(errors((4 * up - at(2) - 3 * here) / (2 * step)));
      error = error.cwiseMin(errors((3 * here - 4 * down + at(-2)) / (2 * step)));
      for (Index j = 0; j < error.size(); ++j) {
        if (error(j) <= largest) continue;
        return "derivative " + std::to_string(k) + ": " + text(expected(j)) +
               ", differences of the potential give " + text(slope(j));
      }
    }
    return "";
  }
  Finding finite() const {
    const bool is = gradient(all_, theta_).allFinite() && potential(all_, theta_).allFinite();
    return finding("finite", "finite gradients and potentials", is ? "" : "a number is not finite",
                   "look for overflow or uninitialised memory: outputs must be set, not added to");
  }
  Finding differences() const {
    return finding("gradient of the potential", "gradient() as differences of potential()",
                   against_differences(gradient(all_, theta_),
                                       [&](const MatrixXd& at) { return potential(all_, at); }),
                   "make gradient() the derivative of potential(): they belong to different "
                   "functions, or a sign is wrong");
  }
  Finding prior_differences() const {
    return finding(
        "gradient of the prior", "add_prior_gradient() as differences of add_prior_potential()",
        against_differences(prior_gradient(0.7, theta_),
                            [&](const MatrixXd& at) { return prior_potential(0.7, at); }),
        "make one the derivative of the other: they belong to different functions, or use the "
        "share differently");
  }
  Finding columns() const {
    std::string found;
    const MatrixXd whole = gradient(all_, theta_);
    for (Index j = 0; j < theta_.cols(); ++j) {
      for (Index count = 1; j + count <= theta_.cols() && found.empty(); ++count) {
        const MatrixXd part = gradient(all_, theta_.middleCols(j, count));
        if (!same_bits(part, whole.middleCols(j, count))) {
          found = "a block of " + std::to_string(count) + " columns rounds differently";
        }
      }
    }
    return finding("columns are independent of their block",
                   "the same values, bit for bit, in blocks of every width", found,
                   "go column by column, or in fixed tiles: products of whole matrices round "
                   "differently by width");
  }
  Finding parts() const {
    constexpr const char* check = "sums over rows";
    const auto* statistics = extension<BatchStatistics>(model_);
    if (statistics != nullptr && statistics->mixes_rows())
      return skipped(check, "mixes_rows() says that the rows of a gradient share statistics");
    const Index half = all_.count / 3;
    const Rows first = Rows::range(0, half), second = Rows::range(half, all_.count - half);
    const MatrixXd whole = gradient(all_, theta_);
    const MatrixXd sum = gradient(first, theta_) + gradient(second, theta_);
    const VectorXd potentials = potential(all_, theta_);
    const VectorXd summed = potential(first, theta_) + potential(second, theta_);
    const bool adds = (sum - whole).norm() <= rounding(1e-10) * (1 + whole.norm()) &&
                      (summed - potentials).norm() <= rounding(1e-10) * (1 + potentials.norm());
    return finding(
        check, "sums over parts of the rows add up to the sum over all rows",
        adds ? "" : "the sum of the parts differs from the whole",
        "leave the prior to add_prior_gradient(), and the mean over rows to the Problem");
  }
  Finding shares() const {
    const MatrixXd whole = prior_gradient(1, theta_);
    const MatrixXd sum = prior_gradient(0.25, theta_) + prior_gradient(0.75, theta_);
    const VectorXd potentials = prior_potential(1, theta_);
    const VectorXd summed = prior_potential(0.25, theta_) + prior_potential(0.75, theta_);
    const bool adds = (sum - whole).norm() <= rounding(1e-10) * (1 + whole.norm()) &&
                      (summed - potentials).norm() <= rounding(1e-10) * (1 + potentials.norm());
    return finding("shares of the prior", "shares that add up to one give one prior",
                   adds ? "" : "the sum for shares 1/4 and 3/4 differs from the whole",
                   "multiply the prior by its share; otherwise N clients count it N times");
  }
  Finding clipped() const {
    const double clip = 0.5 * std::max(gradient(Rows::range(0, 1), theta_).col(0).norm(), 0.1);
    MatrixXd found(theta_.rows(), theta_.cols()), expected = found;
    model_.clipped_gradient(some_, clip, view(theta_), view(found));
    model_.Model::clipped_gradient(some_, clip, view(theta_), view(expected));
    const double error = (found - expected).norm();
    return finding("clipped gradients", "each row's gradient scaled down to the clipping norm",
                   error <= rounding(1e-9) * (1 + expected.norm()) ? "" : "off by " + text(error),
                   "clip each row's gradient by its Euclidean norm before summing");
  }
  // Returns everything that the model says about `rows`, in one column.
  VectorXd everything(const Rows& rows) const {
    std::vector<double> all;
    const auto append = [&all](const MatrixXd& part) {
      all.insert(all.end(), part.data(), part.data() + part.size());
    };
    const ConstBlock one = ConstBlock(view(theta_)).columns(0, 1);
    append(gradient(rows, theta_));
    append(potential(rows, theta_));
    MatrixXd clipped(theta_.rows(), theta_.cols());
    model_.clipped_gradient(rows, 0.3, view(theta_), view(clipped));
    append(clipped);
    MatrixXd p(model_.classes(), rows.count);
    if (model_.classes() > 0) model_.predict(rows, one, view(p));
    append(p);
    if (const auto* labels = extension<LabelPrediction>(model_)) {
      p.resize(labels->labels(), rows.count);
      labels->predict_labels(rows, one, view(p));
      append(p);
    }
    if (const auto* curvature = extension<CurvatureBounds>(model_)) {
      const auto [m, L] = curvature->bounds(rows, 0.5);
      append(VectorXd{{m, L}});
    }
    if (const auto* quadratics = extension<GaussianPosterior>(model_)) {
      MatrixXd A(model_.dimension(), model_.dimension()), mu(model_.dimension(), 1);
      quadratics->quadratic(rows, 0.5, view(A), view(mu));
      append(A);
      append(mu);
    }
    return Eigen::Map<const VectorXd>(all.data(), static_cast<Index>(all.size()));
  }
  // Tables that workers share are not copied; in these, a client is a list of rows.
  Finding listed() const {
    const Rows range = Rows::range(all_.count / 3, all_.count / 3);
    std::vector<std::int32_t> index(static_cast<std::size_t>(range.count));
    std::iota(index.begin(), index.end(), static_cast<std::int32_t>(range.first));
    const VectorXd found = everything({0, range.count, index.data(), 1});
    const VectorXd expected = everything(range);
    const double error = (found - expected).norm();
    return finding(
        "rows given as a list", "the same sum for a range of rows and for a list of them",
        error <= rounding(1e-8) * (1 + expected.norm()) ? "" : "off by " + text(error),
        "read row r of chain j as rows.row(j, r); rows.first alone is valid for ranges only");
  }
  // Everything, asked about different rows by three threads at once.
  Finding at_once() const {
    constexpr const char* check = "threads at once";
    if (!model_.is_thread_safe()) {
      return skipped(check, "is_thread_safe() is false, so that runs have one thread");
    }
    const auto rows = [&](Index i) { return Rows::range(i % 3, all_.count - 2 - i % 3); };
    std::vector<VectorXd> found(24);
    threads::FixedCores cores(2);
    threads::Team team(cores);
    team.take_every_slot();
    team.parallel(
        24, [&](Index i, Index) { found[static_cast<std::size_t>(i)] = everything(rows(i)); });
    bool is_same = true;
    for (Index i = 0; i < 24; ++i) {
      is_same &= same_bits(found[static_cast<std::size_t>(i)], everything(rows(i)));
    }
    return finding(check, "the same bits from three threads at once as from one",
                   is_same ? "" : "a result differs",
                   "keep working memory out of the model, or give each thread its own");
  }
  Finding probabilities() const {
    MatrixXd p(model_.classes(), all_.count);
    model_.predict(all_, ConstBlock(view(theta_)).columns(0, 1), view(p));
    const double error = (p.colwise().sum().array() - 1).abs().maxCoeff();
    const bool right = error <= 1e-12 && p.minCoeff() >= 0 && p.allFinite();
    return finding("probabilities",
                   "probabilities of all classes, nonnegative and adding up to one",
                   right ? "" : "sums off by " + text(error) + ", smallest " + text(p.minCoeff()),
                   "fill classes x rows probabilities in predict()");
  }
  // The probabilities of all rows, and of some of them.
  Finding label_probabilities() const {
    const auto* labels = extension<LabelPrediction>(model_);
    const Rows some = Rows::range(all_.count / 3, all_.count / 3);
    MatrixXd p(labels->labels(), all_.count), part(labels->labels(), some.count);
    const ConstBlock one = ConstBlock(view(theta_)).columns(0, 1);
    labels->predict_labels(all_, one, view(p));
    labels->predict_labels(some, one, view(part));
    std::string found;
    if (!(p.allFinite() && p.minCoeff() >= 0 && p.maxCoeff() <= 1)) {
      found = "from " + text(p.minCoeff()) + " to " + text(p.maxCoeff());
    } else if ((part - p.middleCols(all_.count / 3, some.count)).cwiseAbs().maxCoeff() > 1e-12) {
      found = "predictions for part of the rows differ from those for all rows";
    }
    return finding("probabilities",
                   "probabilities of every label, from 0 to 1, for the rows requested", found,
                   "fill labels x rows probabilities in predict_labels()");
  }
  // Along the differences of the test points: m |e|^2 <= e' (grad U(a) - grad U(b)) <= L |e|^2.
  Finding bounds() const {
    const auto [m, L] = extension<CurvatureBounds>(model_)->bounds(all_, 1);
    const MatrixXd slope = gradient(all_, theta_) + prior_gradient(1, theta_);
    return finding("curvature bounds", "curvatures in [" + text(m) + ", " + text(L) + "]",
                   curvature_outside(m, L, slope),
                   "give bounds() that hold for every theta, including the share of the prior");
  }
  // The same for the prior alone.
  Finding prior_curvature() const {
    const auto [m, L] = extension<PublicCurvature>(model_)->prior();
    return finding("curvature of the prior", "curvatures in [" + text(m) + ", " + text(L) + "]",
                   curvature_outside(m, L, prior_gradient(1, theta_)),
                   "give a prior() that holds for every theta: privacy sensitivities depend on it");
  }
  // The same bounds for single rows.
  Finding row_curvature() const {
    const auto& known = *extension<PublicCurvature>(model_);
    const double L = known.largest_row_curvature();
    const double m = known.convex_rows() ? 0 : -L;
    std::string found;
    for (Index r = 0; r < some_.count && found.empty(); ++r) {
      found = curvature_outside(m, L, gradient(Rows::range(r, 1), theta_));
    }
    return finding("curvature of rows", "curvatures in [" + text(m) + ", " + text(L) + "]", found,
                   "give a largest_row_curvature() and convex_rows() that hold for every row that "
                   "a table can have: privacy sensitivities depend on them");
  }
  // Returns the first curvature along the test points' differences that is outside [m, L], or "" if
  // none is.
  std::string curvature_outside(double m, double L, const MatrixXd& slope) const {
    const double slack = rounding(1e-9) * (1 + (std::isfinite(L) ? std::abs(L) : 0));
    for (Index j = 1; j < theta_.cols(); ++j) {
      const VectorXd e = theta_.col(j) - theta_.col(0);
      const double curvature = e.dot(slope.col(j) - slope.col(0)) / e.squaredNorm();
      if (curvature < m - slack || curvature > L + slack) return text(curvature);
    }
    return "";
  }
  Finding quadratic() const {
    const Index d = model_.dimension();
    MatrixXd A(d, d), mu(d, 1);
    extension<GaussianPosterior>(model_)->quadratic(all_, 0.5, view(A), view(mu));
    const MatrixXd found = gradient(all_, theta_) + prior_gradient(0.5, theta_);
    const double error = (A * (theta_.colwise() - mu.col(0)) - found).norm();
    return finding("closed form", "gradients A (theta - mu) of the stated quadratic",
                   error <= rounding(1e-8) * (1 + found.norm()) ? "" : "off by " + text(error),
                   "make gradient() that of quadratic(): they belong to different functions");
  }

  const Model& model_;
  Extent extent_;
  Rows all_, some_;
  MatrixXd theta_;
  bool is_single_ = false;
};

// Adds the findings on one more table. A check that has failed before keeps its failure.
void add(std::vector<Finding> more, const std::string& table, std::vector<Finding>& findings) {
  for (Finding& finding : more) {
    if (finding.verdict == Verdict::failed) finding.found += " (on the table \"" + table + "\")";
    const auto before = std::find_if(findings.begin(), findings.end(), [&](const Finding& other) {
      return other.check == finding.check;
    });
    if (before == findings.end()) {
      findings.push_back(std::move(finding));
    } else if (before->verdict != Verdict::failed && finding.verdict == Verdict::failed) {
      *before = std::move(finding);
    }
  }
}

std::vector<NamedTable> tables_for(const std::vector<KitTable>& kit,
                                   const std::optional<NamedTable>& own) {
  if (own) return {*own};
  std::vector<NamedTable> tables;
  for (const KitTable& table : kit) tables.push_back({table.name, table.table()});
  return tables;
}

// `model` is bound to the table.
std::vector<Finding> check_on(const Make<Model>& make, const Model& model, const Table& table) {
  const auto other = make();
  other->bind(table);
  return ModelChecks(model, table).check(ModelChecks(*other, table));
}

std::vector<Finding> check_on(const Make<Model>& make, const NamedTable& own) {
  const auto model = make();
  try {
    model->bind(own.table);
  } catch (const std::invalid_argument& refusal) {
    return {finding("model", "a model that accepts the data set " + own.name, refusal.what(),
                    "give another data set by --dataset, or options that suit it")};
  }
  return check_on(make, *model, own.table);
}

}  // namespace

std::vector<Finding> check_model(const Make<Model>& make, const std::optional<NamedTable>& own) {
  if (own) return check_on(make, *own);
  std::string refusals;
  std::vector<Finding> findings;
  for (const KitTable& table : kit_tables()) {
    const auto model = make();
    try {
      model->bind(table.table());
    } catch (const std::invalid_argument& refusal) {
      refusals += (refusals.empty() ? "" : "; ") + table.name + ": " + refusal.what();
      continue;
    }
    add(check_on(make, *model, table.table()), table.name, findings);
    if (is_large(*model)) break;
  }
  if (!findings.empty()) return findings;
  return {not_checked("model",
                      "it accepts none of the kit's tables; give one that it accepts, "
                      "--dataset '{\"plugin\": NAME, ...}' (" +
                          refusals + ")")};
}

Eigen::VectorXd model_numbers(const Make<Model>& make, const std::optional<NamedTable>& own) {
  std::vector<double> numbers;
  const std::vector<KitTable> kit = kit_tables();
  for (const NamedTable& table : tables_for(kit, own)) {
    const auto model = make();
    try {
      model->bind(table.table);
    } catch (const std::invalid_argument&) {
      continue;
    }
    const MatrixXd theta = MatrixXd::Constant(model->dimension(), 1, 0.3);
    MatrixXd gradient(theta.rows(), 1);
    double potential = 0;
    const Extent extent = extent_for(*model);
    const Rows rows = Rows::range(0, std::min(table.table.train, extent.single_rows));
    model->gradient(rows, view(theta), view(gradient));
    model->add_prior_gradient(0.5, view(theta), view(gradient));
    model->potential(rows, view(theta), {&potential, 1});
    numbers.insert(numbers.end(), gradient.data(), gradient.data() + gradient.size());
    numbers.push_back(potential);
    model->clipped_gradient(rows, 0.5, view(theta), view(gradient));
    numbers.insert(numbers.end(), gradient.data(), gradient.data() + gradient.size());
    if (is_large(*model)) break;
  }
  if (numbers.empty()) throw std::invalid_argument("the model accepts no table");
  return Eigen::Map<const VectorXd>(numbers.data(), std::ssize(numbers));
}

}  // namespace skald::conformance
