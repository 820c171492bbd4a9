#include "report/posterior/data_scale.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace skald::report {
namespace {

using record::CoefficientMeaning;
using record::Coefficients;
using PredictorPart = LinearCoefficients::Part;

const record::ScaledColumn& feature_of(const Coefficients& all, const CoefficientMeaning& one) {
  return all.features[static_cast<std::size_t>(one.feature)];
}

std::string with_output(const Coefficients& all, std::int64_t output, const std::string& name) {
  const std::string& predictor = all.outputs[static_cast<std::size_t>(output)];
  return predictor.empty() ? name : predictor + ": " + name;
}

std::string plain_name(const Coefficients& all, const CoefficientMeaning& one) {
  if (one.part == PredictorPart::weight)
    return with_output(all, one.output, feature_of(all, one).name);
  return one.part == PredictorPart::intercept ? with_output(all, one.output, one.name) : one.name;
}

bool is_intercept(const Coefficients& all, const CoefficientMeaning& one) {
  return one.part == PredictorPart::intercept ||
         (one.part == PredictorPart::weight && feature_of(all, one).is_constant);
}

bool is_scaled(const record::ScaledColumn& column) {
  return column.center != 0 || column.scale != 1;
}

bool has_scaled_columns(const Coefficients& all) {
  return is_scaled(all.target) ||
         std::any_of(all.meanings.begin(), all.meanings.end(), [&](const auto& one) {
           return one.part == PredictorPart::weight && is_scaled(feature_of(all, one));
         });
}

// The intercept of a predictor: c + s (b - sum_j w_j c_j / s_j), with the sum of its intercepts.
struct Intercept {
  DataScaleCoefficient coefficient;
  bool is_placed = false;

  bool is_zero() const { return coefficient.constant == 0 && coefficient.terms.empty(); }
};

std::vector<Intercept> intercepts_of(const Coefficients& all) {
  std::vector<Intercept> intercepts;
  for (std::size_t o = 0; o < all.outputs.size(); ++o) {
    const auto output = static_cast<std::int64_t>(o);
    intercepts.push_back({{with_output(all, output, "intercept"), all.target.center, {}}});
  }
  for (std::size_t place = 0; place < all.meanings.size(); ++place) {
    const CoefficientMeaning& one = all.meanings[place];
    double factor = 0;
    if (is_intercept(all, one)) {
      factor = 1;
    } else if (one.part == PredictorPart::weight) {
      factor = -feature_of(all, one).center / feature_of(all, one).scale;
    }
    if (factor == 0) continue;
    intercepts[static_cast<std::size_t>(one.output)].coefficient.terms.emplace_back(
        static_cast<std::int64_t>(place), all.target.scale * factor);
  }
  return intercepts;
}

// Measured values under x -> constant + factor x, factor > 0.
CoefficientSummary moved(CoefficientSummary summary, double constant, double factor) {
  const auto move = [](Measured& m, double shift, double scale) {
    m = {shift + scale * m.value, scale * m.error};
  };
  move(summary.mean, constant, factor);
  move(summary.sd, 0, factor);
  for (Measured& quantile : summary.quantiles) move(quantile, constant, factor);
  return summary;
}

}  // namespace

std::vector<std::string> coefficient_names(const Coefficients& all) {
  std::vector<std::string> names;
  std::map<std::string, int> counts;
  for (const CoefficientMeaning& one : all.meanings) {
    names.push_back(plain_name(all, one));
    ++counts[names.back()];
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (counts.at(names[i]) > 1)
      names[i] += " (" + coefficient_name(static_cast<std::int64_t>(i) + 1) + ")";
  }
  return names;
}

bool has_redundant_intercepts(const Coefficients& all) {
  std::vector<int> counts(all.outputs.size());
  for (const CoefficientMeaning& one : all.meanings)
    if (is_intercept(all, one)) ++counts[static_cast<std::size_t>(one.output)];
  return std::any_of(counts.begin(), counts.end(), [](int count) { return count > 1; });
}

std::vector<DataScaleCoefficient> data_scale(const Coefficients& all) {
  if (!all.has_data_scale || !has_scaled_columns(all)) return {};
  const std::vector<std::string> names = coefficient_names(all);
  std::vector<Intercept> intercepts = intercepts_of(all);
  std::vector<DataScaleCoefficient> scaled;
  const auto place_intercept = [&](std::int64_t output) {
    Intercept& intercept = intercepts[static_cast<std::size_t>(output)];
    if (!intercept.is_placed && !intercept.is_zero()) scaled.push_back(intercept.coefficient);
    intercept.is_placed = true;
  };
  for (std::size_t i = 0; i < all.meanings.size(); ++i) {
    const CoefficientMeaning& one = all.meanings[i];
    const auto place = static_cast<std::int64_t>(i);
    if (one.part == PredictorPart::weight || one.part == PredictorPart::intercept)
      place_intercept(one.output);
    if (is_intercept(all, one)) continue;
    if (one.part == PredictorPart::weight) {
      const double factor = all.target.scale / feature_of(all, one).scale;
      scaled.push_back({names[i], 0, {{place, factor}}});
    } else {
      const double shift = one.part == PredictorPart::log_scale ? std::log(all.target.scale) : 0;
      scaled.push_back({names[i], shift, {{place, 1}}});
    }
  }
  return scaled;
}

Eigen::MatrixXd draws_of(const DataScaleCoefficient& coefficient, const CoefficientDraws& draws) {
  const auto& [first, factor] = coefficient.terms.at(0);
  Eigen::MatrixXd sum = coefficient.constant + (factor * draws(first)).array();
  for (std::size_t i = 1; i < coefficient.terms.size(); ++i)
    sum += coefficient.terms[i].second * draws(coefficient.terms[i].first);
  return sum;
}

PosteriorSummary on_data_scale(const std::vector<DataScaleCoefficient>& coefficients,
                               const PosteriorSummary& theta, const CoefficientDraws& draws) {
  PosteriorSummary summary{
      theta.chains, theta.draws, static_cast<std::int64_t>(coefficients.size()), {}};
  for (const DataScaleCoefficient& one : coefficients) {
    if (one.terms.size() > 1) {
      summary.coefficients.push_back(summarise(one.name, draws_of(one, draws)));
      continue;
    }
    const auto& [place, factor] = one.terms.at(0);
    summary.coefficients.push_back(
        moved(theta.coefficients.at(static_cast<std::size_t>(place)), one.constant, factor));
    summary.coefficients.back().name = one.name;
  }
  return summary;
}

}  // namespace skald::report
