#include "worker/draws_files.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "data/gzip.hpp"
#include "database/inference_data.hpp"
#include "datasets/data_digest.hpp"
#include "decoding/npy.hpp"
#include "decoding/refuse.hpp"
#include "decoding/zip_file.hpp"
#include "files/regular_file.hpp"
#include "skald/parts/data/delimited_text.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

// Draws of some chains, each with as many.
using Draws = run::GivenDraws;

[[noreturn]] void refuse_at(const std::string& place, const std::string& found,
                            const std::string& expected) {
  throw std::runtime_error(place + ": found " + found + "; expected " + expected);
}

bool is_number(std::string_view field) { return text::to_number(field) || field == "nan"; }

// Comments become empty lines. Returns the line before which Stan's warm-up lies; 0: there is none.
std::size_t blank_comments(std::string& content) {
  std::string rest;
  std::size_t end_of_warm_up = 0;
  for (std::size_t at = 0, line = 1; at < content.size(); ++line) {
    const std::size_t end = std::min(content.find('\n', at), content.size());
    const std::string_view text(content.data() + at, end - at);
    if (!text.starts_with('#')) rest += text;
    if (text.starts_with('#') && text.find("Adaptation terminated") != text.npos)
      end_of_warm_up = line;
    rest += '\n';
    at = end + 1;
  }
  content = std::move(rest);
  return end_of_warm_up;
}

// The same for every spelling of a number.
std::string chain_name(std::string_view field) {
  const auto number = text::to_number(field.starts_with('+') ? field.substr(1) : field);
  return number ? text::number_text(*number) : std::string(field);
}

char separator_of(std::string_view header) {
  for (const char c : {',', ';', '\t', '|'}) {
    if (header.find(c) != std::string_view::npos) return c;
  }
  return ',';
}

// Whether a column is none of the posterior: Stan's own, an index, or a number of the draw.
bool is_no_parameter(std::string_view name) {
  constexpr std::string_view others[] = {"",          "draw",       ".draw",
                                         "iteration", ".iteration", "Unnamed: 0"};
  return name.ends_with("__") || std::ranges::find(others, name) != std::end(others);
}

class CsvDraws {
 public:
  CsvDraws(std::string content, const std::string& file)
      : content_(std::move(content)), file_(file) {}

  Draws read() {
    const std::size_t end_of_warm_up = blank_comments(content_);
    const std::size_t begin = std::min(content_.find_first_not_of("\r\n"), content_.size());
    const std::string_view header(content_.data() + begin,
                                  std::min(content_.find('\n', begin), content_.size()) - begin);
    std::vector<Record> records = read_records(content_, file_, separator_of(header));
    if (records.empty()) refuse_at(file_, "no line of numbers", "a header and draws");
    take_header(records[0].fields);
    if (!names_.empty()) records.erase(records.begin());
    std::erase_if(records, [&](const Record& r) { return r.line < end_of_warm_up; });
    if (records.empty()) refuse_at(file_, "no draws", "at least four");
    draws_.values.resize(std::ssize(parameters_), std::ssize(records));
    std::vector<std::string> chains;
    for (Index i = 0; i < std::ssize(records); ++i) {
      const Record& record = records[static_cast<std::size_t>(i)];
      for (Index k = 0; k < std::ssize(parameters_); ++k)
        draws_.values(k, i) = number(record, parameters_[static_cast<std::size_t>(k)]);
      chains.push_back(chain_ ? chain_name(record.fields[*chain_]) : "");
    }
    sort_by_chain(chains);
    return std::move(draws_);
  }

 private:
  // A file of numbers alone has no names.
  void take_header(const std::vector<std::string_view>& fields) {
    const bool has_names = !std::ranges::all_of(fields, is_number);
    std::set<std::string_view> seen;
    for (std::size_t c = 0; c < fields.size(); ++c) {
      const std::string_view name = has_names ? fields[c] : std::string_view();
      if (has_names) names_.emplace_back(name);
      if (name == "chain" || name == ".chain") {
        chain_ = c;
      } else if (!has_names || !is_no_parameter(name)) {
        if (has_names && !seen.insert(name).second)
          refuse_at(file_, "two columns " + decoding::quoted(name), "one of each name");
        parameters_.push_back(c);
        if (has_names) draws_.columns.emplace_back(name);
      }
    }
    if (parameters_.empty()) refuse_at(file_, "no column of a parameter", "at least one");
  }
  double number(const Record& record, std::size_t column) const {
    const auto value = text::to_number(record.fields[column]);
    if (value && std::isfinite(*value)) return *value;
    std::string place =
        file_ + ", line " + std::to_string(record.line) + ", column " + std::to_string(column + 1);
    if (!names_.empty()) place += " (" + decoding::printable(names_[column]) + ")";
    refuse_at(place, decoding::quoted(record.fields[column]), "a finite number");
  }
  void sort_by_chain(const std::vector<std::string>& chains) {
    std::vector<std::vector<Index>> members;
    std::map<std::string, std::size_t> number;
    for (Index i = 0; i < std::ssize(chains); ++i) {
      const auto [at, is_new] = number.emplace(chains[static_cast<std::size_t>(i)], members.size());
      if (is_new) members.emplace_back();
      members[at->second].push_back(i);
    }
    std::vector<Index> order;
    for (const std::vector<Index>& of_chain : members) {
      if (of_chain.size() != members[0].size()) {
        refuse_at(file_,
                  "chains of " + std::to_string(members[0].size()) + " and of " +
                      text::counted(of_chain.size(), "draw"),
                  "as many of each");
      }
      order.insert(order.end(), of_chain.begin(), of_chain.end());
    }
    draws_.chains = std::ssize(members);
    draws_.values = Eigen::MatrixXd(draws_.values(Eigen::all, order));
  }

  std::string content_;
  const std::string& file_;
  std::vector<std::string> names_;       // of all columns; empty: they have none
  std::vector<std::size_t> parameters_;  // their columns
  std::optional<std::size_t> chain_;
  Draws draws_;
};

void require_finite(const Draws& draws, const std::string& file) {
  for (Index i = 0; i < draws.values.cols(); ++i) {
    for (Index k = 0; k < draws.values.rows(); ++k) {
      if (std::isfinite(draws.values(k, i))) continue;
      const auto column = static_cast<std::size_t>(k);
      refuse_at(
          file + ", chain " + std::to_string(i / (draws.values.cols() / draws.chains)) + ", draw " +
              std::to_string(i % (draws.values.cols() / draws.chains)) + ", " +
              (draws.columns.empty() ? "parameter " + std::to_string(k) : draws.columns[column]),
          text::number_text(draws.values(k, i)), "a finite number");
    }
  }
}

Draws of_array(const decoding::NpyArray& array, const std::string& file) {
  std::vector<Index> shape = array.shape;
  if (shape.size() == 2) shape.insert(shape.begin(), 1);
  if (shape.size() != 3 || array.size() == 0) {
    refuse_at(file,
              text::counted(array.shape.size(), "axis", "axes") + " and " +
                  text::counted(array.size(), "number"),
              "draws x parameters, or chains x draws x parameters");
  }
  Draws draws;
  draws.chains = shape[0];
  draws.values =
      Eigen::Map<const Eigen::MatrixXd>(array.values.data(), shape[2], shape[0] * shape[1]);
  return draws;
}

Draws of_archive(const std::string& file) {
  const std::vector<std::string> names = decoding::names_in_zip(file);
  std::string chosen = names.size() == 1 ? names[0] : "";
  for (const char* usual : {"draws.npy", "theta.npy", "samples.npy"}) {
    if (chosen.empty() && std::ranges::find(names, usual) != names.end()) chosen = usual;
  }
  if (!chosen.ends_with(".npy")) {
    std::string found;
    for (const std::string& name : names)
      found += (found.empty() ? "" : ", ") + decoding::quoted(name);
    refuse_at(file, "an archive of " + (found.empty() ? "nothing" : found),
              "one array, or one that is called draws, theta or samples");
  }
  return of_array(decoding::read_npy(decoding::read_zipped(file, chosen), file), file);
}

Draws read_file(const std::string& file) {
  std::string content = files::read_regular_file(file);
  if (data::is_gzip(content)) content = data::gunzip(content, file);
  Draws draws;
  if (content.starts_with("\x93NUMPY")) {
    draws = of_array(decoding::read_npy(content, file), file);
  } else if (content.starts_with("PK\x03\x04")) {
    draws = of_archive(file);
  } else if (content.starts_with("\x89HDF") || content.starts_with("CDF")) {
    draws = read_inference_data(file);
  } else if (content.find('\0') != std::string::npos) {
    refuse_at(file, "a format that is not known here",
              "CSV, NumPy's .npy or .npz, or NetCDF: in Python, numpy.save writes an array, and "
              "arviz.to_netcdf a fit");
  } else {
    return CsvDraws(std::move(content), file).read();
  }
  require_finite(draws, file);
  return draws;
}

// Adds the chains of another file, whose columns may be in another order.
void append(const Draws& more, Draws& all) {
  const Index each = all.values.cols() / all.chains, also = more.values.cols() / more.chains;
  if (each != also) {
    refuse_at(more.source, "chains of " + text::counted(also, "draw"),
              std::to_string(each) + ", as in " + all.source);
  }
  std::vector<Index> rows;
  for (Index k = 0; k < all.values.rows(); ++k) {
    if (all.columns.empty()) {
      rows.push_back(k);
      continue;
    }
    const std::string& name = all.columns[static_cast<std::size_t>(k)];
    const auto found = std::ranges::find(more.columns, name);
    if (found == more.columns.end())
      refuse_at(more.source, "no column " + decoding::quoted(name), "one, as in " + all.source);
    rows.push_back(found - more.columns.begin());
  }
  if (more.values.rows() != all.values.rows() || more.columns.empty() != all.columns.empty()) {
    refuse_at(more.source, text::counted(more.values.rows(), "column", "columns"),
              "those of " + all.source + ", " + std::to_string(all.values.rows()));
  }
  Eigen::MatrixXd values(all.values.rows(), all.values.cols() + more.values.cols());
  values << all.values, more.values(rows, Eigen::all);
  all.values = std::move(values);
  all.chains += more.chains;
}

Draws read_all(const std::string& path) {
  const std::vector<std::filesystem::path> files = files_at(path);
  if (files.empty()) refuse_at(path, "no file", "at least one");
  Draws all = read_file(files[0].string());
  all.source = files[0].string();
  for (std::size_t i = 1; i < files.size(); ++i) {
    Draws more = read_file(files[i].string());
    more.source = files[i].string();
    append(more, all);
  }
  if (all.values.cols() / all.chains < 4) {
    refuse_at(all.source, text::counted(all.values.cols() / all.chains, "draw", "draws"),
              "at least 4 of each chain");
  }
  if (files.size() > 1)
    all.source += " and " + text::counted(std::ssize(files) - 1, "more file", "more files");
  return all;
}

}  // namespace

run::GivenDraws read_draws_files(const std::string& path) {
  try {
    return read_all(path);
  } catch (const std::exception& refusal) {
    throw std::runtime_error(std::string("reference: ") + refusal.what());
  }
}

}  // namespace skald
