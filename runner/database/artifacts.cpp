#include "database/artifacts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "json/json.hpp"
#include "store/damage.hpp"
#include "text/number_text.hpp"
#include "text/wire.hpp"

namespace skald {
namespace {

using Matrix = std::optional<Eigen::MatrixXd>;

constexpr std::pair<const char*, Matrix record::ReferenceOutcome::*> kArtifacts[] = {
    {"predictive_average", &record::ReferenceOutcome::predictive_average},
    {"reference_draws", &record::ReferenceOutcome::draws}};

std::vector<std::byte> to_bytes(const Eigen::MatrixXd& matrix) {
  text::WireWriter wire;
  wire.put(matrix);
  const std::string text = wire.take();
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

}  // namespace

std::vector<record::ArtifactRecord> reference_artifacts(const record::ReferenceOutcome& outcome) {
  std::vector<record::ArtifactRecord> artifacts;
  for (const auto& [name, part] : kArtifacts) {
    if (outcome.*part) artifacts.push_back({name, to_bytes(*(outcome.*part))});
  }
  return artifacts;
}

record::ReferenceOutcome read_reference(
    const std::function<std::optional<std::vector<std::byte>>(const std::string& name)>& artifact) {
  record::ReferenceOutcome outcome;
  for (const auto& [name, part] : kArtifacts) {
    const auto bytes = artifact(name);
    if (!bytes) continue;
    text::WireReader wire({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    outcome.*part = wire.get<Eigen::MatrixXd>();
  }
  return outcome;
}

namespace {

using json::JsonValue;
using PredictorPart = LinearCoefficients::Part;

// In the order of the enumerators.
constexpr std::array<std::string_view, 4> kParts{"weight", "intercept", "log_scale", "other"};

std::string_view word_of(PredictorPart part) {
  const auto place = static_cast<std::size_t>(part);
  if (place < kParts.size()) return kParts[place];
  throw std::invalid_argument("a coefficient has an unknown part");
}

PredictorPart part_of(std::string_view word) {
  const auto* found = std::find(kParts.begin(), kParts.end(), word);
  if (found != kParts.end()) return static_cast<PredictorPart>(found - kParts.begin());
  throw std::invalid_argument("\"" + std::string(word) + "\" is no part of a coefficient");
}

JsonValue column_json(const record::ScaledColumn& column) {
  JsonValue value = json::json_object();
  json::add(value, "name", column.name);
  json::add(value, "center", column.center);
  json::add(value, "scale", column.scale);
  if (column.is_constant) json::add(value, "constant", true);
  return value;
}

double number_at(const JsonValue& object, std::string_view key) {
  const JsonValue& value = json::member_at(object, key, JsonValue::Kind::number);
  return text::to_number(value.text).value_or(std::numeric_limits<double>::quiet_NaN());
}

record::ScaledColumn column_from(const JsonValue& value) {
  const JsonValue* constant = value.find("constant");
  return {json::text_at(value, "name"), number_at(value, "center"), number_at(value, "scale"),
          constant != nullptr && constant->boolean};
}

JsonValue meaning_json(const record::CoefficientMeaning& meaning) {
  JsonValue value = json::json_object();
  json::add(value, "part", word_of(meaning.part));
  if (meaning.output != 0) json::add(value, "output", meaning.output);
  if (meaning.part == PredictorPart::weight) {
    json::add(value, "feature", meaning.feature);
  } else {
    json::add(value, "name", meaning.name);
  }
  return value;
}

record::CoefficientMeaning meaning_from(const JsonValue& value) {
  record::CoefficientMeaning meaning;
  meaning.part = part_of(json::text_at(value, "part"));
  if (value.find("output") != nullptr) {
    meaning.output = json::integer_at<std::int64_t>(value, "output");
  }
  if (meaning.part == PredictorPart::weight) {
    meaning.feature = json::integer_at<std::int64_t>(value, "feature");
  } else {
    meaning.name = json::text_at(value, "name");
  }
  return meaning;
}

template <class Values, class Convert>
JsonValue list_json(const Values& values, const Convert& convert) {
  std::vector<JsonValue> items;
  for (const auto& value : values) items.push_back(convert(value));
  return json::json_array(std::move(items));
}

const std::vector<JsonValue>& list_at(const JsonValue& object, std::string_view key) {
  return json::member_at(object, key, JsonValue::Kind::array).items;
}

// Throws std::invalid_argument for any other text than to_json() writes.
record::Coefficients coefficients_from_json(std::string_view text) {
  const JsonValue value = json::read_json(text);
  record::Coefficients known;
  for (const JsonValue& item : list_at(value, "features"))
    known.features.push_back(column_from(item));
  for (const JsonValue& item : list_at(value, "outputs")) known.outputs.push_back(item.text);
  known.target = column_from(json::member_at(value, "target", JsonValue::Kind::object));
  known.has_data_scale = json::member_at(value, "has_data_scale", JsonValue::Kind::boolean).boolean;
  for (const JsonValue& item : list_at(value, "coefficients"))
    known.meanings.push_back(meaning_from(item));
  require_sound(known);
  return known;
}

}  // namespace

std::string to_json(const record::Coefficients& known) {
  JsonValue value = json::json_object();
  json::add(value, "features", list_json(known.features, column_json));
  json::add(value, "outputs",
            list_json(known.outputs, [](const std::string& name) { return name; }));
  json::add(value, "target", column_json(known.target));
  json::add(value, "has_data_scale", known.has_data_scale);
  json::add(value, "coefficients", list_json(known.meanings, meaning_json));
  return json::write_json(value);
}

std::optional<record::Coefficients> stored_coefficients(const store::StoreReader& reader,
                                                        const std::string& hash) {
  const record::ResultTable found = reader.select(
      "SELECT CAST(a.content AS TEXT) FROM artifacts a JOIN runs r ON r.id = a.run "
      "WHERE r.hash = ? AND a.name = ?",
      hash, std::string(kCoefficientsArtifact));
  if (found.rows.empty()) return std::nullopt;
  try {
    return coefficients_from_json(std::get<std::string>(found.rows.at(0).at(0)));
  } catch (const std::invalid_argument& error) {
    throw store::DamagedError(reader.file().string() + ": artifact " + kCoefficientsArtifact +
                              " of run " + hash.substr(0, 12) + ": " + error.what());
  }
}

}  // namespace skald
