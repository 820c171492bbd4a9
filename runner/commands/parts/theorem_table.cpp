#include "commands/parts/theorem_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>

#include "bounds/private_bounds.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using Participation = LangevinLaw::Participation;
using Constants = std::map<std::string, double>;

struct Constant {
  const char* name;
  std::optional<double> standard = {};
};

struct Theorem {
  const char* name;
  std::vector<Constant> constants;
  text::Result<double> (*bound)(const Constants&);
};

std::int64_t whole(const Constants& c, const char* name) {
  const auto integer = text::to_integer(c.at(name));
  if (!integer) {
    throw UsageError(fmt::format("--set {}: found {}, expected an integer", name,
                                 text::number_text(c.at(name))));
  }
  return *integer;
}

// Clients of equal size; S = 0: all take part.
bounds::PrivateAveragingSetting private_setting(const Constants& c) {
  bounds::PrivateAveragingSetting s;
  const auto clients = static_cast<std::size_t>(std::max<std::int64_t>(whole(c, "clients"), 1));
  s.mu = c.at("mu");
  s.L = c.at("L");
  s.d = c.at("d");
  s.shares.assign(clients, 1 / static_cast<double>(clients));
  s.variances.assign(clients, c.at("variance"));
  s.rows = c.at("rows") * static_cast<double>(clients);
  s.batch = c.at("batch");
  s.Q = whole(c, "K");
  s.gradient = c.at("gradient");
  s.gap = c.at("gap");
  s.eps = c.at("eps");
  s.delta = c.at("delta");
  s.start_square = c.at("start_square");
  s.S = whole(c, "S");
  return s;
}

text::Result<double> private_bound(const Constants& c, Participation scheme) {
  bounds::PrivateAveragingSetting s = private_setting(c);
  s.participation = s.S == 0 ? Participation::full : scheme;
  return bounds::private_averaging_bound(s, whole(c, "rounds") * s.Q);
}

text::Result<double> distinct_bound(const Constants& c) {
  return private_bound(c, Participation::without_replacement);
}

text::Result<double> repeated_bound(const Constants& c) {
  return private_bound(c, Participation::with_replacement);
}

text::Result<double> quantised_bound(const Constants& c) {
  bounds::QuantisedAveragingSetting s;
  s.mu = c.at("mu");
  s.L = c.at("L");
  s.d = c.at("d");
  s.clients = c.at("clients");
  s.participants = c.at("S") == 0 ? s.clients : c.at("S");
  s.E = whole(c, "K");
  s.rows = c.at("rows");
  s.batch = c.at("batch");
  s.variance = c.at("variance");
  s.heterogeneity = c.at("heterogeneity");
  s.gradient = c.at("gradient");
  s.quantisation = c.at("quantisation");
  s.eps = c.at("eps");
  s.delta = c.at("delta");
  s.start_square = c.at("start_square");
  return bounds::quantised_averaging_bound(s, whole(c, "rounds"));
}

const std::vector<Theorem>& theorems() {
  const std::vector<Constant> shared{{"mu"},       {"L"},           {"d", 1},     {"clients"},
                                     {"S", 0},     {"rows"},        {"batch", 1}, {"K", 1},
                                     {"gradient"}, {"variance", 0}, {"eps"},      {"delta", 1e-5},
                                     {"rounds"},   {"start_square"}};
  static const std::vector<Theorem> all = [&] {
    std::vector<Constant> averaging = shared, quantised = shared;
    averaging.push_back({"gap", 0});
    quantised.push_back({"heterogeneity", 0});
    quantised.push_back({"quantisation", 0});
    return std::vector<Theorem>{{"dp_fedavg_wor", averaging, distinct_bound},
                                {"dp_fedavg_wr", averaging, repeated_bound},
                                {"private_fedpaq", quantised, quantised_bound}};
  }();
  return all;
}

const Theorem& named_theorem(const std::string& name) {
  std::vector<std::string> names;
  for (const Theorem& theorem : theorems()) {
    if (theorem.name == name) return theorem;
    names.emplace_back(theorem.name);
  }
  throw UsageError(fmt::format("--theorem: found {}, expected {}", name, fmt::join(names, ", ")));
}

// Returns the constants with their defaults: "mu L d=1 clients ...".
std::string constants_text(const Theorem& theorem) {
  std::string text;
  for (const auto& [name, standard] : theorem.constants) {
    text += (text.empty() ? "" : " ") + std::string(name);
    if (standard) text += "=" + text::number_text(*standard);
  }
  return text;
}

struct Given {
  std::string name;
  std::vector<double> values;
};

std::vector<double> values_of(const std::string& name, std::string_view text) {
  std::vector<double> values;
  while (true) {
    const std::size_t comma = text.find(',');
    const auto value = text::to_number(text.substr(0, comma));
    if (!value) {
      throw UsageError(fmt::format("--set {}: found \"{}\", expected a number or inf", name,
                                   text.substr(0, comma)));
    }
    values.push_back(*value);
    if (comma == std::string_view::npos) return values;
    text.remove_prefix(comma + 1);
  }
}

bool has_constant(const Theorem& theorem, const std::string& name) {
  return std::any_of(theorem.constants.begin(), theorem.constants.end(),
                     [&](const Constant& constant) { return constant.name == name; });
}

std::vector<Given> read(const Theorem& theorem, const std::vector<std::string>& settings) {
  std::vector<Given> all;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
      throw UsageError("--set: found \"" + setting + "\", expected NAME=VALUE");
    const std::string name = setting.substr(0, equals);
    if (!has_constant(theorem, name)) {
      throw UsageError(fmt::format("--set: {} has no constant {}, expected one of {}", theorem.name,
                                   name, constants_text(theorem)));
    }
    for (const Given& other : all) {
      if (other.name == name) throw UsageError("--set: " + name + " is given twice");
    }
    all.push_back({name, values_of(name, std::string_view(setting).substr(equals + 1))});
  }
  return all;
}

Constants defaults(const Theorem& theorem, const std::vector<Given>& given) {
  Constants constants;
  for (const Constant& constant : theorem.constants) {
    bool is_given = false;
    for (const Given& other : given) is_given |= other.name == constant.name;
    if (!is_given && !constant.standard) {
      throw UsageError(
          fmt::format("--theorem {} needs --set {}=VALUE", theorem.name, constant.name));
    }
    constants[constant.name] = constant.standard.value_or(0);
  }
  return constants;
}

void add_row(const Theorem& theorem, const Constants& constants, const std::vector<Given>& given,
             record::ResultTable& table) {
  std::vector<record::SqlValue> row;
  for (const Given& axis : given) {
    if (axis.values.size() > 1) row.emplace_back(constants.at(axis.name));
  }
  const text::Result<double> bound = theorem.bound(constants);
  row.push_back(bound ? record::SqlValue(*bound) : record::SqlValue());
  row.push_back(bound ? record::SqlValue() : record::SqlValue(bound.reason()));
  table.rows.push_back(std::move(row));
}

}  // namespace

record::ResultTable theorem_table(const std::string& name,
                                  const std::vector<std::string>& settings) {
  const Theorem& theorem = named_theorem(name);
  const std::vector<Given> given = read(theorem, settings);
  Constants constants = defaults(theorem, given);
  record::ResultTable table;
  std::size_t rows = 1;
  for (const Given& axis : given) {
    if (axis.values.size() > 1) table.columns.push_back(axis.name);
    rows *= axis.values.size();
  }
  table.columns.insert(table.columns.end(), {"bound", "remark"});
  for (std::size_t row = 0; row < rows; ++row) {
    std::size_t rest = row;  // the last constant varies fastest
    for (auto axis = given.rbegin(); axis != given.rend(); ++axis) {
      constants[axis->name] = axis->values[rest % axis->values.size()];
      rest /= axis->values.size();
    }
    add_row(theorem, constants, given, table);
  }
  return table;
}

}  // namespace skald
