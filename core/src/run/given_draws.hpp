// Draws of the run's posterior that somebody else has made, from files that a grid names.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "observables/reference_comparison.hpp"
#include "record/coefficients.hpp"
#include "run/run_plan.hpp"

namespace skald::run {

struct GivenDraws {
  std::string source;                // for messages: "fit_1.csv and 3 more files"
  std::vector<std::string> columns;  // names, all different; empty: they have none
  Eigen::MatrixXd values;            // columns x draws, chain after chain; finite
  Index chains = 1;                  // each with as many draws
};

// Reads what run.reference.draws names. Throws std::runtime_error with file, place, found and
// expected.
using DrawsReader = std::function<GivenDraws(const std::string& path)>;

// Those draws, as metrics compare a run with them.
struct ComparedDraws {
  observables::ReferencePosterior posterior;
  std::optional<Eigen::MatrixXd>
      theta;                 // d x count, chain after chain, if each parameter has draws
  std::string why_no_theta;  // "" if there are
  std::string note;          // which column is which parameter
};

// Joins columns and parameters: those that options.reference_parameters lists, one for each
// parameter; otherwise by name; or by position where the columns have no names, or are one vector.
// Names of Stan's files are those of its programs: beta.1.2 is beta[1,2]. `known` names the
// parameters, theta[1], theta[2], ... if nothing is known of them. Throws std::invalid_argument
// that names both sides.
ComparedDraws compare_with(const GivenDraws& given, const RunOptions& options,
                           const std::optional<record::Coefficients>& known, Index dimension);

}  // namespace skald::run
