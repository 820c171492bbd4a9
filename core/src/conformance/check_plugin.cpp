#include "conformance/check_plugin.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "conformance/plugin_checks.hpp"
#include "conformance/varied_options.hpp"
#include "random/owned_random.hpp"
#include "random/philox_random.hpp"

namespace skald::conformance {
namespace {

using Values = OptionValues;

template <class Interface>
Make<Interface> maker(const plugin_host::Plugin& plugin, const Values& values) {
  return [&plugin, values] {
    return std::shared_ptr<Interface>(plugin_host::create<Interface>(plugin, values));
  };
}

// The findings with other values of the options. A value with which nothing fails has one finding.
void check_others(const plugin_host::Plugin& plugin, const CheckedRow& row, const TryValues& tried,
                  SingleValues& done,
                  const std::function<std::vector<Finding>(const Values&)>& check,
                  CheckRunner& runner) {
  OptionVariation variation(plugin, row.values, row.held, tried);
  for (const VariedOptions& varied : variation.varied(done)) {
    runner.run(
        "all of this " + varied.name,
        [&] {
          std::vector<Finding> failed;
          for (Finding& finding : check(varied.values)) {
            if (finding.verdict != Verdict::failed) continue;
            finding.check += ", " + varied.name;
            failed.push_back(std::move(finding));
          }
          if (failed.empty()) failed = {passed("all of this " + varied.name, "the same promises")};
          return failed;
        },
        Refusal::is_not_tried);
  }
}

// Gradients and potentials with these values, on the tables that the model accepts.
std::optional<Eigen::VectorXd> try_model(const plugin_host::Plugin& plugin, const Values& values,
                                         const std::optional<NamedTable>& own) {
  try {
    return model_numbers(maker<Model>(plugin, values), own);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  } catch (const std::exception&) {
    return Eigen::VectorXd();
  }
}

// A data set with its object, which owns the table.
struct LoadedTable {
  plugin_host::Owned<Dataset> dataset;
  std::optional<NamedTable> own;
};
LoadedTable load_table(const CheckOptions& how) {
  LoadedTable loaded;
  if (!how.dataset) return loaded;
  loaded.dataset = plugin_host::create<Dataset>(*how.dataset->plugin, how.dataset->values);
  const random::PhiloxRandom streams(1, 0);
  loaded.own.emplace(
      NamedTable{how.dataset->plugin->descriptor->info.name,
                 loaded.dataset->load(random::OwnedRandom(streams, random::StreamOwner::dataset))});
  return loaded;
}

void check_model_rows(const plugin_host::Plugin& plugin, const std::vector<CheckedRow>& rows,
                      const CheckOptions& how, CheckRunner& runner) {
  const LoadedTable table = load_table(how);
  SingleValues done;
  for (const CheckedRow& row : rows) {
    bool is_checked = false;
    runner.run("model", [&] {
      auto findings = check_model(maker<Model>(plugin, row.values), table.own);
      is_checked = findings.front().verdict != Verdict::not_checked;
      return findings;
    });
    if (!is_checked) continue;
    check_others(
        plugin, row, [&](const Values& v) { return try_model(plugin, v, table.own); }, done,
        [&](const Values& v) { return check_model(maker<Model>(plugin, v), table.own); }, runner);
  }
}

std::vector<Finding> check_row(const plugin_host::Plugin& plugin, const Values& values) {
  switch (plugin.descriptor->kind) {
    case Kind::dataset:
      return check_dataset(maker<Dataset>(plugin, values));
    case Kind::partition:
      return check_partition(maker<Partition>(plugin, values));
    case Kind::privacy:
      return check_mechanism(maker<Mechanism>(plugin, values));
    case Kind::metric:
      return check_metric(plugin.descriptor->info.name, plugin.descriptor->metric.needs,
                          maker<Metric>(plugin, values));
    case Kind::model:
    case Kind::sampler:
      break;
  }
  return {};
}

// The refusal of the options by the plugin's constructor; "" if there is none.
std::string refusal_of(const plugin_host::Plugin& plugin, const Values& values) {
  try {
    plugin_host::create_object(plugin, plugin.descriptor->kind, values);
    return "";
  } catch (const std::invalid_argument& refusal) {
    return refusal.what();
  }
}

bool are_all_open(const Values& values) {
  return std::all_of(values.begin(), values.end(), [](const options::OptionValue& value) {
    const auto* path = std::get_if<options::FilePath>(&value);
    return std::holds_alternative<std::monostate>(value) || path != nullptr;
  });
}

// Says which file the plugin would read by default that is not on this machine, the first of them,
// and what to do; "": none is missing.
std::string missing_file(const plugin_host::Plugin& plugin, const Values& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto* path = std::get_if<options::FilePath>(&values[i]);
    if (path == nullptr || std::filesystem::exists(path->resolved)) continue;
    return "there is no " + path->resolved +
           "; skald data list shows what skald data fetch brings; or give a file that is there, "
           "--options '{\"" +
           std::string(plugin.options()[i].name) + "\": \"PATH\"}'";
  }
  return "";
}

// Adds to each row what the plugin needs. Rows for which nothing can be chosen, since nothing was
// given and a file or a text is needed, are left out, and said to be not checked.
std::vector<CheckedRow> completed(const plugin_host::Plugin& plugin,
                                  const std::vector<CheckedRow>& rows, CheckRunner& runner) {
  std::vector<CheckedRow> chosen;
  for (const CheckedRow& row : rows) {
    const auto found = with_choices(plugin, row.values, [&](const Values& values) {
      return refusal_of(plugin, values).empty();
    });
    const std::string file = are_all_open(row.values) ? missing_file(plugin, row.values) : "";
    if (!file.empty()) {
      runner.add(not_checked("files", file));
      continue;
    }
    if (!found && are_all_open(row.values)) {
      runner.add(
          not_checked("options", "the kit has none to give: " + refusal_of(plugin, row.values) +
                                     "; give them, --options '{\"NAME\": VALUE}'"));
      continue;
    }
    chosen.push_back(row);
    if (!found) continue;
    chosen.back().values = found->values;
    if (!found->chosen.empty()) {
      runner.add(passed("options that it needs, chosen by the kit: " + found->chosen,
                        "options that fit together"));
    }
  }
  return chosen;
}

void check_rows(const plugin_host::Plugin& plugin, const std::vector<CheckedRow>& rows,
                const CheckOptions& how, CheckListener& listener, CheckRunner& runner) {
  std::vector<CheckedRow> made;
  for (const CheckedRow& row : rows) {
    runner.run("no exception", [&] {
      plugin_host::create_object(plugin, plugin.descriptor->kind, row.values);
      made.push_back(row);
      return std::vector<Finding>{check_options(plugin, row.values)};
    });
  }
  switch (plugin.descriptor->kind) {
    case Kind::sampler:
      return check_sampler_rows(plugin, made, how, listener, runner.budget());
    case Kind::model:
      return check_model_rows(plugin, made, how, runner);
    default:
      for (const CheckedRow& row : made)
        runner.run("no exception", [&] { return check_row(plugin, row.values); });
  }
}

}  // namespace

void check_plugin(const plugin_host::Plugin& plugin, const std::vector<CheckedRow>& rows,
                  const CheckOptions& how, CheckListener& listener) {
  const ProcessorBudget budget(how.seconds);
  CheckRunner runner(listener, budget);
  runner.run("no exception", [&] {
    check_rows(plugin, completed(plugin, rows, runner), how, listener, runner);
    return std::vector<Finding>();
  });
}

std::vector<Finding> check_plugin(const plugin_host::Plugin& plugin, const CheckedRow& row,
                                  const CheckOptions& how) {
  FindingList list;
  check_plugin(plugin, {row}, how, list);
  return std::move(list.findings);
}

}  // namespace skald::conformance
