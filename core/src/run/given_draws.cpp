#include "run/given_draws.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <stdexcept>
#include <utility>

#include "json/json.hpp"
#include "record/run_outcome.hpp"
#include "report/posterior/data_scale.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald::run {
namespace {

using report::DataScaleCoefficient;
using Columns = std::vector<std::optional<Index>>;  // of each parameter; nothing: it has no draws

constexpr std::size_t kMostNamed = 8;  // in a message

// "a, b, c and 5 more".
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i)
    text += (i > 0 ? ", " : "") + text::printable_line(names[i]);
  if (names.size() > kMostNamed)
    text += " and " + std::to_string(names.size() - kMostNamed) + " more";
  return text;
}

// One spelling of "beta.1.2" and "beta[1, 2]".
std::string spelled(const std::string& name) {
  std::string all;
  for (const char c : name) {
    if (c == ' ' || c == ']') continue;
    all += c == '[' || c == ',' ? '.' : c;
  }
  return all;
}

// "beta.12" is element 12 of beta.
std::optional<std::pair<std::string, Index>> element(const std::string& name) {
  const std::string text = spelled(name);
  const std::size_t dot = text.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  Index index = 0;
  const char *begin = text.data() + dot + 1, *end = text.data() + text.size();
  if (const auto [at, error] = std::from_chars(begin, end, index);
      error != std::errc() || at != end)
    return std::nullopt;
  return std::pair{text.substr(0, dot), index};
}

std::vector<std::string> names_of(const std::vector<DataScaleCoefficient>& parameters) {
  std::vector<std::string> names;
  for (const DataScaleCoefficient& one : parameters) names.push_back(one.name);
  return names;
}

// The parameters that the draws are of, as functions of theta.
std::vector<DataScaleCoefficient> parameters_of(const RunOptions& options,
                                                const std::optional<record::Coefficients>& known,
                                                Index dimension) {
  const bool on_data_scale = options.reference_scale == "data";
  if (on_data_scale && (!known || !known->has_data_scale)) {
    throw std::invalid_argument(
        "reference: scale is data, but what theta is on the data's scale is not known of this data "
        "set and model: give draws of theta as the run has it");
  }
  std::vector<DataScaleCoefficient> on_data;
  if (known) on_data = report::data_scale(*known);
  if (!on_data.empty() && !options.reference_scale) {
    throw std::invalid_argument(
        "reference: found no scale, and columns that are standardised; expected one: \"scale\": "
        "\"run\" for draws of theta as the run has it, \"data\" for draws on the data's own scale");
  }
  if (on_data_scale && !on_data.empty()) return on_data;
  std::vector<std::string> names;
  if (known) names = report::coefficient_names(*known);
  std::vector<DataScaleCoefficient> theta;
  for (Index i = 0; i < dimension; ++i) {
    const auto place = static_cast<std::size_t>(i);
    theta.push_back({known ? names[place] : report::coefficient_name(i + 1), 0, {{i, 1}}});
  }
  return theta;
}

class Join {
 public:
  Join(const GivenDraws& given, const RunOptions& options,
       const std::vector<DataScaleCoefficient>& parameters)
      : given_(given), options_(options), names_(names_of(parameters)) {
    for (std::size_t k = 0; k < given.columns.size(); ++k)
      places_.emplace(spelled(given.columns[k]), static_cast<Index>(k));
  }

  Columns columns() const {
    if (options_.reference_parameters) return as_listed();
    Columns found = by_name();
    const auto missing = std::ranges::count(found, std::optional<Index>());
    if (missing == 0) return found;
    if (missing < std::ssize(found)) refuse("only some of its names");
    found = by_position();
    if (found.empty()) refuse("other names");
    return found;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    const Index count = given_.values.rows();
    std::string found = std::to_string(count) + (count == 1 ? " column" : " columns");
    if (!given_.columns.empty()) found += " (" + listed(given_.columns) + ")";
    const bool is_transposed = given_.columns.empty() &&
                               given_.values.cols() == std::ssize(names_) &&
                               count != std::ssize(names_);
    throw std::invalid_argument(
        "reference: " + given_.source + ": found " + found + ", " + why + "; expected " +
        std::to_string(names_.size()) + ", one for each of " + listed(names_) +
        (is_transposed ? ": save the transpose, with one draw per row"
                       : ": set parameters to a list of columns, in this order"));
  }
  std::optional<Index> column(const std::string& name) const {
    const auto found = places_.find(spelled(name));
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }
  // As they are called, or as skald export calls them in the variables theta and theta_data.
  Columns by_name() const {
    Columns all;
    for (const std::string& name : names_) {
      std::optional<Index> found = column(name);
      for (const char* variable : {"theta[", "theta_data["}) {
        if (!found) found = column(variable + name + "]");
      }
      all.push_back(found);
    }
    return all;
  }
  // Empty: they say nothing of their order, or there are more or fewer.
  Columns by_position() const {
    if (given_.values.rows() != std::ssize(names_)) return {};
    std::map<Index, Index> order;  // of elements
    std::string vector;
    for (Index k = 0; k < given_.values.rows(); ++k) {
      if (given_.columns.empty()) {
        order.emplace(k, k);
        continue;
      }
      const auto one = element(given_.columns[static_cast<std::size_t>(k)]);
      if (!one || (k > 0 && one->first != vector)) return {};
      vector = one->first;
      order.emplace(one->second, k);
    }
    if (order.begin()->first > 1 ||
        order.rbegin()->first - order.begin()->first + 1 != std::ssize(names_))
      return {};
    Columns all;
    for (const auto& [place, column] : order) all.emplace_back(column);
    return all;
  }

  // Names separated by commas, or a JSON list of names and of positions from 1; "" stands for a
  // parameter that has no draws.
  std::vector<json::JsonValue> list() const {
    const std::string text(*options_.reference_parameters);
    if (text.starts_with('[')) {
      json::JsonDocument document = json::parse_json(text, "");
      if (document.readable && document.root.is(json::JsonValue::Kind::array))
        return std::move(document.root.items);
    }
    std::vector<json::JsonValue> names;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t comma = std::min(text.find(',', at), text.size());
      names.emplace_back(text.substr(at, comma - at));
      at = comma + 1;
    }
    return names;
  }
  Columns as_listed() const {
    const std::vector<json::JsonValue> given = list();
    if (given.size() != names_.size()) {
      throw std::invalid_argument(
          "reference: parameters lists " + text::counted(given.size(), "column") + "; expected " +
          std::to_string(names_.size()) + ", one for each of " + listed(names_));
    }
    Columns all;
    for (const json::JsonValue& one : given) {
      all.push_back(one.is(json::JsonValue::Kind::number) ? at_position(one.text)
                                                          : named(one.text));
      if (all.back() && std::ranges::count(all, all.back()) > 1)
        throw std::invalid_argument("reference: parameters lists " + one.text + " twice");
    }
    if (std::ranges::count(all, std::optional<Index>()) == std::ssize(all))
      throw std::invalid_argument("reference: parameters lists no column; expected at least one");
    return all;
  }
  std::optional<Index> at_position(const std::string& text) const {
    Index position = 0;
    std::from_chars(text.data(), text.data() + text.size(), position);
    if (position >= 1 && position <= given_.values.rows()) return position - 1;
    throw std::invalid_argument("reference: parameters lists column " + text + "; " +
                                given_.source + " has columns 1 to " +
                                std::to_string(given_.values.rows()));
  }
  std::optional<Index> named(const std::string& name) const {
    if (name.empty()) return std::nullopt;
    if (const auto found = column(name)) return found;
    throw std::invalid_argument(
        "reference: parameters lists '" + text::printable_line(name) + "'; " + given_.source +
        (given_.columns.empty() ? " has no names: list positions from 1"
                                : " has the columns " + listed(given_.columns)));
  }

  const GivenDraws& given_;
  const RunOptions& options_;
  std::vector<std::string> names_;
  std::map<std::string, Index> places_;
};

// At most as many as a reference run leaves, evenly spaced.
Eigen::MatrixXd thinned(const Eigen::MatrixXd& draws, Index most) {
  const Index kept = std::min(most, draws.cols());
  Eigen::MatrixXd some(draws.rows(), kept);
  for (Index i = 0; i < kept; ++i) some.col(i) = draws.col(i * draws.cols() / kept);
  return some;
}

std::string note_of(const GivenDraws& given, const std::vector<DataScaleCoefficient>& compared,
                    const std::vector<Index>& rows) {
  std::vector<std::string> pairs;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<std::size_t>(rows[i]);
    pairs.push_back(
        compared[i].name + " = " +
        (given.columns.empty() ? "column " + std::to_string(row + 1) : given.columns[row]));
  }
  return "reference: " + given.source + ": " + std::to_string(given.chains) +
         (given.chains == 1 ? " chain of " : " chains of ") +
         text::counted(given.values.cols() / given.chains, "draw") + "; " + listed(pairs);
}

}  // namespace

ComparedDraws compare_with(const GivenDraws& given, const RunOptions& options,
                           const std::optional<record::Coefficients>& known, Index dimension) {
  const std::vector<DataScaleCoefficient> parameters = parameters_of(options, known, dimension);
  const Columns columns = Join(given, options, parameters).columns();
  std::vector<DataScaleCoefficient> compared;
  std::vector<Index> rows;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i]) continue;
    const auto row = given.values.row(*columns[i]);
    if ((row.array() == row[0]).all()) {
      throw std::invalid_argument("reference: " + given.source + ": found one value of " +
                                  parameters[i].name + " in all draws; expected draws");
    }
    compared.push_back(parameters[i]);
    rows.push_back(*columns[i]);
  }
  ComparedDraws result;
  result.note = note_of(given, compared, rows);
  Eigen::MatrixXd draws = given.values(rows, Eigen::all);
  const bool is_theta = std::ranges::all_of(compared, [](const DataScaleCoefficient& one) {
    return one.constant == 0 && one.terms.size() == 1 && one.terms[0].second == 1;
  });
  if (!is_theta) {
    result.why_no_theta = "reference.scale is data, and this metric compares theta";
  } else if (std::ssize(rows) < dimension) {
    result.why_no_theta = "reference.parameters leaves some out";
  } else if (const Index most = record::kept_reference_draws(dimension); most == 0) {
    result.why_no_theta = "none are kept of as many as " + text::counted(dimension, "parameter");
  } else {
    result.theta = thinned(draws, most);
  }
  result.posterior = {std::move(draws), given.chains,
                      [compared = std::move(compared)](ConstBlock theta, Block out) {
                        for (std::size_t i = 0; i < compared.size(); ++i) {
                          auto row = out.matrix().row(static_cast<Index>(i));
                          row.setConstant(compared[i].constant);
                          for (const auto& [place, factor] : compared[i].terms)
                            row += factor * theta.matrix().row(place);
                        }
                      }};
  return result;
}

}  // namespace skald::run
