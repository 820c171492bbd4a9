#include "grid/canonical.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>

#include "json/json.hpp"
#include "options/option_json.hpp"
#include "options/option_value.hpp"
#include "text/sha256.hpp"

namespace skald::grid {
namespace {

enum class Form { canonical, full };

json::JsonValue options_json(std::vector<options::NamedValue> options, Form form) {
  if (form == Form::canonical) {
    std::sort(options.begin(), options.end(),
              [](const options::NamedValue& a, const options::NamedValue& b) {
                return a.first < b.first;
              });
  }
  json::JsonValue json = json::json_object();
  for (const auto& [name, value] : options)
    json::add(json, name, form == Form::full ? options::to_full_json(value) : to_json(value));
  return json;
}

// Options that change no number of a run are not part of the canonical form: its threads and how
// often it is saved are left out, and its limits are written as if they were not given. So are
// draws to compare with that are not given.
json::JsonValue run_json(std::vector<options::NamedValue> options, Form form) {
  if (form == Form::full) return options_json(std::move(options), form);
  std::erase_if(options, [](const options::NamedValue& o) {
    return o.first == "checkpoint_seconds" || o.first == "threads" ||
           (o.first.starts_with("reference.") && std::holds_alternative<std::monostate>(o.second));
  });
  for (auto& [name, value] : options) {
    if (name.starts_with("limits.")) value = std::monostate{};
  }
  return options_json(std::move(options), form);
}

json::JsonValue plugin_json(const PluginChoice& choice, Form form) {
  json::JsonValue json = json::json_object({{"numerics_revision", choice.numerics_revision},
                                            {"options", options_json(choice.options, form)},
                                            {"plugin", choice.plugin}});
  if (choice.seed) json::add(json, "seed", *choice.seed);
  return json;
}

// A metric that has its plugin's name, no options and numerics revision 1 is written as that name.
json::JsonValue canonical_metric(const MetricChoice& metric) {
  const PluginChoice& plugin = metric.plugin;
  const bool is_renamed = metric.name != plugin.plugin;
  if (!is_renamed && plugin.options.empty() && plugin.numerics_revision == 1) {
    return metric.name;
  }
  json::JsonValue json = json::json_object();
  if (is_renamed) json::add(json, "name", metric.name);
  const json::JsonValue rest = plugin_json(plugin, Form::canonical);
  for (const json::JsonMember& member : rest.members) json::add(json, member.key, member.value);
  return json;
}

json::JsonValue full_metric(const MetricChoice& metric) {
  json::JsonValue json = plugin_json(metric.plugin, Form::full);
  json::add(json, "library", metric.plugin.library);
  json::add(json, "name", metric.name);
  json::add(json, "needs_reference", metric.needs_reference);
  return json;
}

json::JsonValue full_metrics(const Cell& cell) {
  json::JsonValue json = json::json_array({});
  for (const MetricChoice& metric : std::vector<MetricChoice>(cell.metrics))
    json.items.push_back(full_metric(metric));
  return json;
}

json::JsonValue evaluated_json(const std::vector<std::pair<std::string, std::string>>& evaluated) {
  json::JsonValue json = json::json_object();
  for (const auto& [path, text] : evaluated) json::add(json, path, text);
  return json;
}

json::JsonValue start_json(const StartChoice& start, Form form) {
  json::JsonValue json = json::json_object();
  if (form == Form::full) json::add(json, "evaluated", evaluated_json(start.evaluated));
  json::add(json, "run", options_json(start.run, form));
  json::add(json, "sampler", plugin_json(start.sampler, form));
  return json;
}

// The members that both forms have, in the full form, keys sorted.
json::JsonValue full_json(const Cell& cell) {
  json::JsonValue json = json::json_object();
  const auto add_plugin = [&](Kind kind) {
    json::add(json, name_of(options::section_of(kind)), plugin_json(cell.choice(kind), Form::full));
  };
  add_plugin(Kind::dataset);
  json::add(json, "metrics", full_metrics(cell));
  add_plugin(Kind::model);
  add_plugin(Kind::partition);
  add_plugin(Kind::privacy);
  json::add(json, "run", run_json(cell.run, Form::full));
  add_plugin(Kind::sampler);
  if (cell.start) json::add(json, "start", start_json(*cell.start, Form::full));
  if (cell.has_own_streams) json::add(json, "streams", "reference");
  return json;
}

bool is_same_number(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Whether two values are written alike: unlike operator==, tells 0 from -0.
bool is_same(const options::OptionValue& a, const options::OptionValue& b) {
  const auto* all = std::get_if<options::NumberArray>(&a);
  const auto* others = std::get_if<options::NumberArray>(&b);
  if (all != nullptr && others != nullptr) {
    return all->shape == others->shape &&
           std::equal(all->values.begin(), all->values.end(), others->values.begin(),
                      others->values.end(), is_same_number);
  }
  const auto* x = std::get_if<double>(&a);
  const auto* y = std::get_if<double>(&b);
  return x != nullptr && y != nullptr ? is_same_number(*x, *y) : a == b;
}

bool is_same(const OptionList& a, const OptionList& b) {
  if (a.is_shared_with(b)) return true;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && is_same(x.second, y.second);
  });
}

bool is_same(const PluginChoice& a, const PluginChoice& b) {
  return a.plugin == b.plugin && a.numerics_revision == b.numerics_revision && a.seed == b.seed &&
         is_same(a.options, b.options);
}

bool is_same(const std::optional<StartChoice>& a, const std::optional<StartChoice>& b) {
  if (!a || !b) return !a && !b;
  return is_same(a->sampler, b->sampler) && is_same(a->run, b->run) && a->evaluated == b->evaluated;
}

json::JsonValue axis_json(const AxisValue& axis) {
  return json::json_object(
      {{"name", axis.name}, {"path", axis.path}, {"value", options::to_full_json(axis.value)}});
}

}  // namespace

void share_sections(const Cell& earlier, Cell& cell) {
  const auto share = [](const auto& before, auto& now) {
    if (is_same(before, now)) now = before;
  };
  for (std::size_t i = 0; i < cell.plugins.size(); ++i) {
    share(earlier.plugins[i].options, cell.plugins[i].options);
  }
  share(earlier.run, cell.run);
  share(earlier.start, cell.start);
}

void CanonicalWriter::write_plugin(const Cell& cell, Kind kind) {
  Section& section = plugins_[static_cast<std::size_t>(kind)];
  const PluginChoice& choice = cell.choice(kind);
  if (!section.is_written || !is_same(section.choice, choice)) {
    section = {true, choice, json::write_json(plugin_json(choice, Form::canonical))};
  }
  text_.append("\"").append(name_of(options::section_of(kind))).append("\":");
  text_ += section.text;
}

void CanonicalWriter::write_run(const Cell& cell) {
  if (has_run_ && is_same(run_, cell.run)) return;
  has_run_ = true;
  run_ = cell.run;
  run_text_ = json::write_json(run_json(cell.run, Form::canonical));
}

// Cells without a start have no such member.
void CanonicalWriter::write_start(const Cell& cell) {
  if (!cell.start) return;
  if (!is_same(start_, cell.start)) {
    start_ = cell.start;
    start_text_ = json::write_json(start_json(*start_, Form::canonical));
  }
  text_.append(",\"start\":").append(start_text_);
}

const std::string& CanonicalWriter::write(const Cell& cell) {
  write_run(cell);
  text_ = "{";
  write_plugin(cell, Kind::dataset);
  text_ += ',';
  write_plugin(cell, Kind::model);
  text_ += ',';
  write_plugin(cell, Kind::partition);
  text_ += ',';
  write_plugin(cell, Kind::privacy);
  text_.append(",\"run\":").append(run_text_).append(",");
  write_plugin(cell, Kind::sampler);
  write_start(cell);
  if (cell.has_own_streams) text_.append(",\"streams\":\"reference\"");
  return text_ += '}';
}

std::string canonical_json(const Cell& cell) { return CanonicalWriter().write(cell); }

std::string measured_json(const Cell& cell) {
  json::JsonValue json = json::json_array({});
  if (cell.is_reference) return json::write_json(json);
  std::vector<MetricChoice> metrics = cell.metrics;
  std::sort(metrics.begin(), metrics.end(),
            [](const MetricChoice& a, const MetricChoice& b) { return a.name < b.name; });
  for (const MetricChoice& metric : metrics) json.items.push_back(canonical_metric(metric));
  return json::write_json(json);
}

std::string cell_hash(const Cell& cell) { return text::sha256(canonical_json(cell)); }

std::string run_hash(const Cell& cell, std::span<const std::string> data_digests,
                     std::int64_t replicate) {
  return RunHashes(cell_hash(cell), cell.seed, data_digests).of(replicate).text();
}

// An object on one line with sorted keys, written without a tree: a grid has millions of runs.
RunHashes::RunHashes(std::string_view cell_hash, std::uint64_t seed,
                     std::span<const std::string> data_digests) {
  std::vector<std::string> digests(data_digests.begin(), data_digests.end());
  std::sort(digests.begin(), digests.end());
  text_.append("{\"cell\":").append(json::write_json(cell_hash));
  text_ += ",\"data\":[";
  for (std::size_t i = 0; i < digests.size(); ++i) {
    if (i > 0) text_ += ',';
    text_ += json::write_json(digests[i]);
  }
  text_ += "],\"replicate\":";
  end_ = ",\"seed\":" + std::to_string(seed) + "}";
  before_ = text_.size();
}

text::Digest RunHashes::of(std::int64_t replicate) {
  text_.resize(before_);
  return text::Digest::of(text_.append(std::to_string(replicate)).append(end_));
}

std::string write_cell(const Cell& cell) {
  json::JsonValue json = full_json(cell);
  json::JsonValue axes = json::json_array({});
  for (const AxisValue& axis : cell.axes) axes.items.push_back(axis_json(axis));
  json::add(json, "axes", std::move(axes));
  json::add(json, "evaluated", evaluated_json(cell.evaluated));
  if (cell.is_reference) json::add(json, "is_reference", true);
  if (cell.reference) json::add(json, "reference", *cell.reference);
  json::add(json, "study_seed", cell.seed);
  return json::write_json(json);
}

namespace {

using Leaves = std::map<std::string, std::string>;  // values, by path

void flatten(const json::JsonValue& json, const std::string& path, Leaves& leaves) {
  if (!json.is(json::JsonValue::Kind::object) || json.members.empty()) {
    leaves[path] = json::write_json(json);
    return;
  }
  for (const json::JsonMember& member : json.members) {
    const bool is_level =
        member.key == "options";  // the user writes sampler.options.step as sampler.step
    const std::string below = path.empty() ? member.key : path + "." + member.key;
    flatten(member.value, is_level ? path : below, leaves);
  }
}

Leaves leaves_of(const std::string& json) {
  Leaves leaves;
  flatten(json::parse_json(json, "").root, "", leaves);
  return leaves;
}

}  // namespace

std::string canonical_changes(const std::string& then, const std::string& now) {
  const Leaves before = leaves_of(then), after = leaves_of(now);
  std::string text;
  const auto add = [&](const std::string& path, const std::string& old, const std::string& fresh) {
    text.append(text.empty() ? "" : ", ").append(path).append(": ");
    text.append(old).append(" -> ").append(fresh);
  };
  for (const auto& [path, value] : before) {
    const auto found = after.find(path);
    if (found == after.end()) add(path, value, "unset");
    if (found != after.end() && found->second != value) add(path, value, found->second);
  }
  for (const auto& [path, value] : after) {
    if (!before.contains(path)) add(path, "unset", value);
  }
  return text;
}

}  // namespace skald::grid
