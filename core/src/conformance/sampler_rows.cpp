#include "conformance/plugin_checks.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "conformance/reference_problem.hpp"
#include "conformance/sampler_checks.hpp"
#include "conformance/varied_options.hpp"
#include "problem/metered_random.hpp"
#include "skald/extensions/first_stride.hpp"

namespace skald::conformance {
namespace {

// Steps for curvatures of at most 8: for chains whose exact law is known, the first of the large
// ones with which it exists, and for other chains a small one, near the limit of vanishing steps.
constexpr std::array<double, 2> kLargeSteps{0.1, 0.02};
constexpr double kSmallStep = 0.005;

using Values = OptionValues;

bool has_open_step(const plugin_host::Plugin& plugin, const Values& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (plugin.options()[i].role != OptionRole::step) continue;
    if (std::holds_alternative<std::monostate>(values[i])) return true;
  }
  return false;
}

Values with_step(const plugin_host::Plugin& plugin, Values values, double step) {
  const auto options = plugin.options();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool open = std::holds_alternative<std::monostate>(values[i]);
    if (open && options[i].role == OptionRole::step) values[i] = step;
  }
  return values;
}

// The option that is a learning rate, if there is one.
std::optional<std::size_t> learning_rate(const plugin_host::Plugin& plugin) {
  const auto options = plugin.options();
  const auto rate = std::find_if(options.begin(), options.end(), [](const OptionInfo& option) {
    return option.role == OptionRole::learning_rate;
  });
  if (rate == options.end()) return std::nullopt;
  return static_cast<std::size_t>(rate - options.begin());
}

double number_of(const plugin_host::Plugin& plugin, const Values& values, std::size_t i) {
  return options::as_number(values[i]).value_or(plugin.options()[i].default_number);
}

MakeSampler sampler_maker(const plugin_host::Plugin& plugin, const Values& values, double step) {
  return [&plugin, values = with_step(plugin, values, step)] {
    return std::shared_ptr<Sampler>(plugin_host::create<Sampler>(plugin, values));
  };
}

// Whether an option has the contract's word for it (release.hpp).
bool draws_with_replacement(const Values& values) {
  return std::find(values.begin(), values.end(),
                   options::OptionValue(std::string("with_replacement"))) != values.end();
}

// The estimates and costs of some iterations, and the temperature.
Eigen::VectorXd leaves(Sampler& sampler) {
  constexpr Index iterations = 36;
  const auto reference = unequal_clients();
  CheckedRun run(reference->surroundings(), sampler, 3,
                 different_starts(reference->problem().dimension(), 2));
  const Index stride = sampler.stride();
  std::vector<double> numbers;
  for (Index k = 0; k < std::max<Index>(iterations / stride, 2); ++k) {
    const Eigen::MatrixXd estimates = run.advance(stride);
    numbers.insert(numbers.end(), estimates.data(), estimates.data() + estimates.size());
  }
  const Ledger& ledger = reference->ledger();
  numbers.push_back(ledger.bits_up);
  numbers.push_back(ledger.bits_down);
  numbers.push_back(sampler.temperature());
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), std::ssize(numbers));
}

// A refusal is nothing. Other exceptions are left to the checks, which say what they are: here they
// look like a difference.
std::optional<Eigen::VectorXd> try_sampler(const plugin_host::Plugin& plugin,
                                           const Values& values) {
  try {
    return leaves(*sampler_maker(plugin, values, kSmallStep)());
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  } catch (const std::exception&) {
    return Eigen::VectorXd();
  }
}

// The values of options for another plugin with options of the same names, and the names of those
// that are given here and that it lacks.
struct Translated {
  Values values;
  std::string lacking;
};
Translated translated(const plugin_host::Plugin& from, const Values& values,
                      const ChosenPlugin& to) {
  Translated other{to.values, ""};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto options = to.plugin->options();
    const auto same = std::find_if(options.begin(), options.end(), [&](const OptionInfo& option) {
      return option.name == std::string_view(from.options()[i].name);
    });
    const bool is_set = !std::holds_alternative<std::monostate>(values[i]);
    if (same == options.end() && is_set)
      other.lacking += (other.lacking.empty() ? "" : ", ") + std::string(from.options()[i].name);
    if (same != options.end())
      other.values[static_cast<std::size_t>(same - options.begin())] = values[i];
  }
  return other;
}

// Whether the sampler has to be like another one, whose estimates then are the exact answer. Itself
// says nothing about it.
bool has_model(const plugin_host::Plugin& plugin, const std::optional<ChosenPlugin>& like) {
  const auto name = [](const plugin_host::Plugin& p) {
    return std::string_view(p.descriptor->info.name);
  };
  return like && (like->plugin->sha256 != plugin.sha256 || name(*like->plugin) != name(plugin));
}

// Passes on what is checked and found, and notes whether an exact answer was among it, of which a
// likeness is one if the sampler has a model.
class OracleWatch final : public CheckListener {
 public:
  OracleWatch(CheckListener& to, bool has_model) : to_(to), has_model_(has_model) {}

  void begins(const std::string& check) override { to_.begins(check); }
  void found(Finding finding) override {
    note(finding);
    to_.found(std::move(finding));
  }
  void note(const Finding& finding) {
    const bool is_judged = finding.verdict == Verdict::passed || finding.verdict == Verdict::failed;
    const bool is_exact = is_of_oracle(finding) || (has_model_ && is_of_likeness(finding));
    has_judged_ |= is_judged && is_exact;
  }
  bool has_judged() const { return has_judged_; }

 private:
  CheckListener& to_;
  bool has_model_;
  bool has_judged_ = false;
};

// Keeps the findings of a variant, whose checks are named with it.
class VariantFindings final : public CheckListener {
 public:
  VariantFindings(OracleWatch& to, std::string name) : to_(to), name_(std::move(name)) {}

  void begins(const std::string& check) override { to_.begins(check + ", " + name_); }
  void found(Finding finding) override {
    to_.note(finding);
    findings_.push_back(std::move(finding));
  }
  // Whether all that fails is about where estimates come to, not the way there.
  bool fails_at_rest() const {
    return any(Verdict::failed) &&
           std::none_of(findings_.begin(), findings_.end(), [](const Finding& finding) {
             return finding.verdict == Verdict::failed && is_of_path(finding);
           });
  }
  void forget() { findings_.clear(); }
  // Passes on what failed or is undecided; or that nothing did; or, if the variant is refused, that
  // it is not tried.
  void tell() {
    bool is_told = false;
    for (Finding& finding : findings_) {
      if (finding.verdict != Verdict::failed && finding.verdict != Verdict::undecided) continue;
      finding.check += ", " + name_;
      to_.found(std::move(finding));
      is_told = true;
    }
    const std::string all = "all of this " + name_;
    if (is_told) return;
    if (!any(Verdict::passed)) return to_.found(skipped(all, why_not()));
    to_.found(passed(all, "the same promises"));
  }

 private:
  bool any(Verdict verdict) const {
    return std::any_of(findings_.begin(), findings_.end(),
                       [&](const Finding& finding) { return finding.verdict == verdict; });
  }
  std::string why_not() const { return findings_.empty() ? "" : findings_.front().found; }

  OracleWatch& to_;
  std::string name_;
  std::vector<Finding> findings_;
};

class SamplerRows {
 public:
  SamplerRows(const plugin_host::Plugin& plugin, const CheckOptions& how, CheckListener& listener,
              const ProcessorBudget& budget)
      : plugin_(plugin),
        how_(how),
        watch_(listener, has_model(plugin, how.like)),
        runner_(watch_, budget) {}

  void check(const std::vector<CheckedRow>& rows) {
    // What a row has is tried with it.
    for (const CheckedRow& row : rows) {
      for (std::size_t i = 0; i < row.values.size(); ++i) done_.add(i, row.values[i]);
    }
    for (const CheckedRow& row : rows) check_full(row);
    for (const CheckedRow& row : rows) check_others(row, "");
    check_unbounded(rows);
    if (rows.empty() || watch_.has_judged() || runner_.budget().is_spent()) return;
    runner_.add(not_checked("an exact answer",
                            "none of the estimates on clients that disagree was compared with one: "
                            "law(), AffineChain or rest() would state one, or --like names another "
                            "sampler that it has to be like"));
  }

 private:
  void check_full(const CheckedRow& row) {
    check(row.values, row.tolerance, Effort::full, Refusal::fails, runner_);
  }
  void check(const Values& values, double tolerance, Effort effort, Refusal refusal,
             CheckRunner& runner) const {
    double step = kSmallStep;
    if (has_open_step(plugin_, values)) {
      runner.run("no exception", [&] {
        const auto* const known = std::find_if(
            kLargeSteps.begin(), kLargeSteps.end(),
            [&](double large) { return law_is_known(sampler_maker(plugin_, values, large)); });
        if (known != kLargeSteps.end()) step = *known;
        return std::vector<Finding>();
      });
    }
    const problem::NoNoise nothing;
    const MakeSampler make = sampler_maker(plugin_, values, step);
    const SamplerCheck asked{make,      nothing,
                             tolerance, plugin_.descriptor->info.side_by_side != nullptr,
                             effort,    draws_with_replacement(values),
                             refusal,   slower_maker(values, step)};
    check_sampler(asked, runner);
    if (how_.like) check_likeness_of(values, runner);
  }
  // Nothing if it has no learning rate.
  MakeSampler slower_maker(Values values, double step) const {
    const auto rate = learning_rate(plugin_);
    if (!rate) return {};
    values[*rate] = kSlower * number_of(plugin_, values, *rate);
    return sampler_maker(plugin_, values, step);
  }
  OptionVariation variation_of(const CheckedRow& row) const {
    return {plugin_, row.values, row.held,
            [this](const Values& values) { return try_sampler(plugin_, values); }};
  }
  // Where no estimate has been compared with an exact answer, since options of the rows leave none
  // (a clip that cuts, a compressor): with others that leave one, in which an option has no bound.
  void check_unbounded(const std::vector<CheckedRow>& rows) {
    for (const CheckedRow& row : rows) {
      if (watch_.has_judged() || runner_.budget().is_spent()) return;
      for (const VariedOptions& varied : variation_of(row).unbounded()) {
        if (!is_exact_with(varied.values)) continue;
        check_variant(varied, row);
        CheckedRow exact = row;
        exact.values = varied.values;
        done_ = {};
        check_others(exact, varied.name + ", ");
        break;
      }
    }
  }
  bool is_exact_with(const Values& values) const {
    try {
      const MakeSampler make = sampler_maker(plugin_, values, kSmallStep);
      return law_is_known(make) || path_is_known(make);
    } catch (const std::invalid_argument&) {  // they do not fit together
      return false;
    }
  }
  void check_variant(const VariedOptions& varied, const CheckedRow& row) {
    VariantFindings findings(watch_, varied.name);
    CheckRunner runner(findings, runner_.budget());
    check_variant(varied.values, row, findings, runner);
    findings.tell();
  }
  // The other values of a row's options; `beside` names what they are beside.
  void check_others(const CheckedRow& row, const std::string& beside) {
    OptionVariation variation = variation_of(row);
    check_conditions(variation);
    for (VariedOptions& varied : variation.varied(done_)) {
      if (!beside.empty()) varied.name.replace(0, std::string_view("with ").size(), beside);
      check_variant(varied, row);
    }
    check_pairs(variation);
  }
  // Where what comes first is known and takes no time: how options act together, and those that act
  // nowhere although what is stated moves with them.
  void check_pairs(OptionVariation& variation) {
    const std::string name = "first iterations with other values of one or two options";
    runner_.run(
        name,
        [&]() -> std::vector<Finding> {
          const auto sampler = sampler_maker(plugin_, variation.values(), kSmallStep)();
          const bool is_optimiser = sampler->output() == Output::point_estimate;
          if (!is_optimiser && dynamic_cast<FirstStride*>(sampler.get()) == nullptr) return {};
          bool is_tried = false;
          const auto fault = [&](const std::vector<VariedOptions>& all, Glance glance) {
            for (const VariedOptions& varied : all) {
              const auto off = deviation_with(varied.values, glance);
              is_tried |= off.has_value();
              if (!off.value_or("").empty()) return varied.name + ", " + *off;
            }
            return std::string();
          };
          std::string found = fault(variation.idle(), Glance::at_moments);
          if (found.empty()) found = fault(variation.pairs(), Glance::at_ends);
          if (found.empty()) found = fault(variation.amounts(), Glance::at_moments);
          if (!found.empty()) {
            return {finding(name, "what it states", found,
                            "check whether an option acts, and what two of them do together")};
          }
          if (!is_tried) return {};
          return {passed(name, "what it states")};
        },
        Refusal::is_not_tried);
  }
  std::optional<std::string> deviation_with(const Values& values, Glance glance) const {
    try {
      return quick_deviation(sampler_maker(plugin_, values, kSmallStep), glance);
    } catch (const std::invalid_argument&) {  // they do not fit together
      return std::nullopt;
    }
  }
  void check_conditions(OptionVariation& variation) {
    const auto options = plugin_.options();
    if (std::all_of(options.begin(), options.end(),
                    [](const OptionInfo& option) { return *option.only_if == '\0'; }))
      return;
    runner_.run("options count where they say", [&] {
      std::string found;
      for (const std::string& option : variation.false_conditions(conditions_))
        found += (found.empty() ? "" : ", ") + option;
      if (!found.empty()) found = "a difference by " + found;
      return std::vector<Finding>{finding(
          "options count where they say", "no difference by options whose conditions do not hold",
          found, "correct the conditions of these options, only_if() in the table")};
    });
  }
  // Where an optimiser whose learning rate has not been changed does not come to rest, that may
  // have become too large: a smaller one decides.
  void check_variant(const Values& varied, const CheckedRow& row, VariantFindings& findings,
                     CheckRunner& runner) const {
    check(varied, row.tolerance, Effort::quick, Refusal::is_not_tried, runner);
    const auto rate = learning_rate(plugin_);
    if (!rate || varied[*rate] != row.values[*rate] || !findings.fails_at_rest()) return;
    Values slower = varied;
    slower[*rate] = number_of(plugin_, varied, *rate) / 30;
    findings.forget();
    check(slower, row.tolerance, Effort::quick, Refusal::is_not_tried, runner);
  }
  void check_likeness_of(const Values& values, CheckRunner& runner) const {
    const plugin_host::Plugin& other = *how_.like->plugin;
    const Translated same = translated(plugin_, values, *how_.like);
    const std::string name = std::string("sampler/") + other.descriptor->info.name +
                             (same.lacking.empty() ? "" : " (which lacks " + same.lacking + ")");
    runner.run(
        "like " + name,
        [&] {
          return std::vector<Finding>{check_likeness(sampler_maker(plugin_, values, kSmallStep),
                                                     sampler_maker(other, same.values, kSmallStep),
                                                     name)};
        },
        Refusal::is_not_tried);
  }

  const plugin_host::Plugin& plugin_;
  const CheckOptions& how_;
  OracleWatch watch_;
  CheckRunner runner_;
  SingleValues done_, conditions_;
};

// The rows with what the sampler needs beside them. What it needs but cannot be chosen is left out:
// the checks then say what is missing.
std::vector<CheckedRow> completed(const plugin_host::Plugin& plugin, std::vector<CheckedRow> rows,
                                  CheckListener& listener) {
  for (CheckedRow& row : rows) {
    const auto chosen = with_choices(plugin, row.values, [&](const Values& values) {
      return try_sampler(plugin, values).has_value();
    });
    if (!chosen || chosen->chosen.empty()) continue;
    row.values = chosen->values;
    listener.found(passed("options that it needs, chosen by the kit: " + chosen->chosen,
                          "options that fit together"));
  }
  return rows;
}

}  // namespace

void check_sampler_rows(const plugin_host::Plugin& plugin, const std::vector<CheckedRow>& rows,
                        const CheckOptions& how, CheckListener& listener,
                        const ProcessorBudget& budget) {
  SamplerRows(plugin, how, listener, budget).check(completed(plugin, rows, listener));
}

}  // namespace skald::conformance
