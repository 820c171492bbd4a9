#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

#include "account/vectors/vectors.hpp"
#include "json/json.hpp"
#include "skald/parts/data/delimited_text.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

constexpr std::size_t kMostVectors = 100'000;
const std::vector<std::string> kKeys{
    "mechanism",       "sampling", "relation", "rate", "noise_multiplier",
    "noise_over_clip", "steps",    "delta",    "eps",  "eps_low",
    "eps_high",        "verdict",  "note"};

using NamedFields = std::map<std::string, std::string, std::less<>>;

// A vector as it is written, and where.
class WrittenVector {
 public:
  WrittenVector(NamedFields fields, std::string place, std::size_t number)
      : fields_(std::move(fields)), place_(std::move(place)), number_(number) {
    for (const auto& [key, value] : fields_) {
      if (std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end()) continue;
      std::string known;
      for (const std::string& other : kKeys) known += (known.empty() ? "" : ", ") + other;
      refuse("\"" + key + "\" is unknown", "expected " + known);
    }
  }

  AccountVector read() const {
    AccountVector vector{number_, {}, {}};
    if (has("eps")) vector.eps = number("eps", 0);
    privacy::NoisyRelease& release = vector.question.release;
    vector.question.delta = number("delta", 0, 1);
    try {
      release.relation = named_relation(word("relation", "add_remove"));
      release.sampling = named_sampling(word("sampling", "none"));
    } catch (const std::invalid_argument& unknown) {
      refuse(unknown.what(), "see skald account setting --help for the names");
    }
    release.noise = noise();
    release.rate = has("rate") ? number("rate", 0, 1) : 1;
    if (release.sampling != privacy::Sampling::none && !has("rate")) {
      refuse("there is no \"rate\"", "give the share of the units in a sample");
    }
    release.count = steps();
    if (has("noise_multiplier") == has("noise_over_clip")) {
      refuse("the noise is given twice or not at all",
             "give \"noise_multiplier\", over the sensitivity, or \"noise_over_clip\"");
    }
    release.noise_multiplier =
        has("noise_over_clip")
            ? number("noise_over_clip", 0)
            : number("noise_multiplier", 0) * privacy::distance_in_clips(release.relation);
    return vector;
  }

 private:
  [[noreturn]] void refuse(const std::string& what, const std::string& remedy) const {
    throw UsageError(text::printable(place_ + ": " + what + ": " + remedy));
  }
  bool has(std::string_view key) const {
    const auto found = fields_.find(key);
    return found != fields_.end() && !found->second.empty();
  }
  std::string word(std::string_view key, const char* usual) const {
    return has(key) ? fields_.find(key)->second : usual;
  }
  double number(const std::string& key, double least, double most = 1e300) const {
    if (!has(key)) refuse("there is no \"" + key + "\"", "add it");
    const std::string& text = fields_.find(key)->second;
    const std::optional<double> value = text::to_number(text);
    const bool infinite = value && *value > most && most == 1e300;
    if (value && *value >= least && (*value <= most || infinite)) return *value;
    refuse("\"" + key + "\" is \"" + text + "\"",
           most == 1e300 ? "expected a number of at least 0" : "expected a number from 0 to 1");
  }
  std::int64_t steps() const {
    if (!has("steps")) return 1;
    const std::optional<std::int64_t> count = text::to_integer(fields_.find("steps")->second);
    if (count && *count >= 1) return *count;
    refuse("\"steps\" is \"" + fields_.find("steps")->second + "\"",
           "expected a whole number of at least 1");
  }
  privacy::Noise noise() const {
    const std::string name = word("mechanism", "gaussian");
    for (const privacy::Noise noise : privacy::noises) {
      if (privacy::name_of(noise) == name) return noise;
    }
    refuse("\"mechanism\" is \"" + name + "\"",
           "expected gaussian, laplace, discrete_gaussian or discrete_laplace");
  }

  NamedFields fields_;
  std::string place_;
  std::size_t number_;
};

std::vector<Record> records_in(std::string& text, const std::string& file) {
  try {
    return read_records(text, file);
  } catch (const std::runtime_error& e) {
    throw UsageError(text::printable(e.what()) + ": add or remove commas or quotes");
  }
}

std::vector<WrittenVector> of_csv(std::string text, const std::string& file) {
  const std::vector<Record> records = records_in(text, file);
  std::vector<WrittenVector> all;
  for (std::size_t r = 1; r < records.size(); ++r) {
    NamedFields named;
    for (std::size_t i = 0; i < records[r].fields.size(); ++i) {
      named[std::string(records[0].fields[i])] = records[r].fields[i];
    }
    all.emplace_back(std::move(named), file + ":" + std::to_string(records[r].line),
                     records[r].line);
  }
  return all;
}

std::vector<WrittenVector> of_json(std::string_view text, const std::string& file) {
  const json::JsonDocument parsed = json::parse_json(text, file);
  if (!parsed.readable || !parsed.diagnostics.empty()) {
    std::string faults;
    for (const json::Diagnostic& fault : parsed.diagnostics) faults += json::render(fault, text);
    throw GridError(text::printable(faults));
  }
  std::vector<WrittenVector> all;
  for (const json::JsonValue& item : parsed.root.items) {
    const std::string place = file + ":" + std::to_string(item.place.line);
    if (!item.is(json::JsonValue::Kind::object)) {
      throw UsageError(place + ": expected a list of objects, one for each vector");
    }
    NamedFields named;
    for (const json::JsonMember& member : item.members) named[member.key] = member.value.text;
    all.emplace_back(std::move(named), place, all.size() + 1);
  }
  return all;
}

}  // namespace

std::vector<AccountVector> read_vectors(std::string_view text, const std::string& file) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string_view::npos && text[first] == '[';
  const std::vector<WrittenVector> written =
      is_json ? of_json(text, file) : of_csv(std::string(text), file);
  if (written.empty() || written.size() > kMostVectors) {
    throw UsageError(
        fmt::format("{}: {}, expected 1 to {}: a CSV file with a header, or a "
                    "JSON list of objects",
                    file, text::counted(written.size(), "vector"), kMostVectors));
  }
  std::vector<AccountVector> vectors;
  for (const WrittenVector& one : written) vectors.push_back(one.read());
  return vectors;
}

}  // namespace skald
