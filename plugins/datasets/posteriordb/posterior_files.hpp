// The files of a posterior database (Magnusson et al., 2024, posteriordb, arXiv:2407.04967): DIR/
// posteriors/NAME.json names data and model, data/NAME.json.zip holds the data, and
// draws/NAME.json.zip the reference draws.
#pragma once

#include <Eigen/Core>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace skald {

// Arrays by name: a number is 1 x 1, a vector n x 1, a matrix n x k.
using NamedMatrices = std::map<std::string, Eigen::MatrixXd, std::less<>>;

struct DrawsOfPosterior {
  std::vector<std::string> parameters;  // p
  Eigen::MatrixXd draws;                // p x M, chain after chain
  Eigen::Index chains = 0;
};

struct PosteriorFiles {
  std::string model;
  std::string data_file;
  NamedMatrices data;
  std::optional<DrawsOfPosterior> reference;  // none where the database has no draws
};

// A posterior without a file of its own is found by its name, which is always DATA-MODEL, and has
// no reference draws. Throws std::runtime_error that names the file, what was found and what was
// expected.
PosteriorFiles read_posterior(const std::string& folder, const std::string& name);

}  // namespace skald
