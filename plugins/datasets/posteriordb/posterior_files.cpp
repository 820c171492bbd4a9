#include "posterior_files.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "decoding/zip_file.hpp"
#include "files/regular_file.hpp"

namespace skald {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using Eigen::Index;

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw std::runtime_error(file + ": " + what);
}

json::value parse(const std::string& file, const std::string& text) {
  json::error_code error;
  json::value value = json::parse(text, error);
  if (error) refuse(file, "is not JSON: " + error.message());
  return value;
}

json::value read_plain(const std::string& file) {
  return parse(file, files::read_regular_file(file));
}

std::string text_at(const std::string& file, const json::value& value, const char* key) {
  const json::object* object = value.if_object();
  const json::value* member = object == nullptr ? nullptr : object->if_contains(key);
  if (member == nullptr || !member->is_string())
    refuse(file, std::string("has no text \"") + key + "\"");
  return std::string(member->get_string());
}

double number_of(const std::string& file, const std::string& name, const json::value& value) {
  json::error_code error;
  const double number = value.to_number<double>(error);
  if (error || !std::isfinite(number))
    refuse(file, "\"" + name + "\" holds something other than numbers");
  return number;
}

Eigen::MatrixXd matrix_of(const std::string& file, const std::string& name,
                          const json::value& value) {
  const json::array* rows = value.if_array();
  if (rows == nullptr) return Eigen::MatrixXd::Constant(1, 1, number_of(file, name, value));
  const json::array* first = rows->empty() ? nullptr : rows->front().if_array();
  const std::size_t columns = first == nullptr ? 1 : first->size();
  Eigen::MatrixXd matrix(static_cast<Index>(rows->size()), static_cast<Index>(columns));
  for (std::size_t i = 0; i < rows->size(); ++i) {
    const json::array* row = (*rows)[i].if_array();
    if ((row == nullptr ? 1 : row->size()) != columns || (row == nullptr) != (first == nullptr))
      refuse(file, "\"" + name + "\" is not rectangular");
    for (std::size_t k = 0; k < columns; ++k) {
      matrix(static_cast<Index>(i), static_cast<Index>(k)) =
          number_of(file, name, row == nullptr ? (*rows)[i] : (*row)[k]);
    }
  }
  return matrix;
}

NamedMatrices read_data(const std::string& file) {
  const json::value value = parse(file, decoding::read_zipped(file));
  const json::object* object = value.if_object();
  if (object == nullptr) refuse(file, "is not a JSON object; expected arrays by name");
  NamedMatrices data;
  for (const auto& member : *object) {
    const std::string name(member.key());
    data.emplace(name, matrix_of(file, name, member.value()));
  }
  return data;
}

// One chain, p x draws; its parameters must be `names`. An empty list of names is set to them.
Eigen::MatrixXd read_chain(const std::string& file, const json::value& value,
                           std::vector<std::string>& names) {
  const json::object* object = value.if_object();
  if (object == nullptr || object->empty()) refuse(file, "has a chain without parameters");
  std::vector<std::string> found;
  std::vector<Eigen::MatrixXd> draws;
  for (const auto& member : *object) {
    found.emplace_back(member.key());
    draws.push_back(matrix_of(file, found.back(), member.value()));
    if (draws.back().cols() != 1 || draws.back().rows() != draws.front().rows()) {
      refuse(file,
             "has a different number of draws of \"" + found.back() + "\" than of the others");
    }
  }
  if (names.empty()) names = found;
  if (found != names) refuse(file, "has chains with different parameters");
  Eigen::MatrixXd chain(static_cast<Index>(draws.size()), draws.front().rows());
  for (Index p = 0; p < chain.rows(); ++p) {
    chain.row(p) = draws[static_cast<std::size_t>(p)].transpose();
  }
  return chain;
}

DrawsOfPosterior read_draws(const std::string& file) {
  const json::value value = parse(file, decoding::read_zipped(file));
  const json::array* chains = value.if_array();
  if (chains == nullptr || chains->empty()) refuse(file, "is not a list of chains");
  DrawsOfPosterior result;
  result.chains = static_cast<Index>(chains->size());
  for (std::size_t c = 0; c < chains->size(); ++c) {
    const Eigen::MatrixXd chain = read_chain(file, (*chains)[c], result.parameters);
    if (c == 0) result.draws.resize(chain.rows(), chain.cols() * result.chains);
    if (chain.cols() * result.chains != result.draws.cols())
      refuse(file, "has chains of different lengths");
    result.draws.middleCols(static_cast<Index>(c) * chain.cols(), chain.cols()) = chain;
  }
  return result;
}

struct PosteriorName {
  std::string data, model, reference;
};

std::string list_posteriors(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder / "posteriors", ignored)) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  std::string list;
  for (const std::string& name : names) list += " " + name;
  return list.empty() ? "; the folder has no posteriors/*.json" : "; there are" + list;
}

PosteriorName find_posterior(const fs::path& folder, const std::string& name) {
  const std::string file = (folder / "posteriors" / (name + ".json")).string();
  if (fs::exists(file)) {
    const json::value value = read_plain(file);
    const json::object* object = value.if_object();
    const json::value* draws =
        object == nullptr ? nullptr : object->if_contains("reference_posterior_name");
    return {text_at(file, value, "data_name"), text_at(file, value, "model_name"),
            draws == nullptr || draws->is_null()
                ? std::string()
                : text_at(file, value, "reference_posterior_name")};
  }
  const std::size_t dash = name.find('-');
  const std::string data = name.substr(0, dash);
  if (dash == std::string::npos || !fs::exists(folder / "data" / (data + ".json.zip")))
    throw std::runtime_error(file + ": there is no such posterior" + list_posteriors(folder));
  return {data, name.substr(dash + 1), ""};
}

}  // namespace

PosteriorFiles read_posterior(const std::string& folder, const std::string& name) {
  const PosteriorName known = find_posterior(folder, name);
  PosteriorFiles files;
  files.model = known.model;
  files.data_file = (fs::path(folder) / "data" / (known.data + ".json.zip")).string();
  files.data = read_data(files.data_file);
  const fs::path draws = fs::path(folder) / "draws" / (known.reference + ".json.zip");
  if (!known.reference.empty() && fs::exists(draws)) files.reference = read_draws(draws.string());
  return files;
}

}  // namespace skald
