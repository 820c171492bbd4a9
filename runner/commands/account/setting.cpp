// skald account setting: eps of one kind of noisy release, or the noise that an eps takes.
// skald account curve: also its delta at other eps, and what an attacker finds.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "account/account_question.hpp"
#include "account/account_text.hpp"
#include "commands/account/question_options.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

constexpr const char* kShuffle = "shuffle";

// Training as its users describe it, in place of rate and steps.
struct Training {
  std::int64_t examples = 0, batch = 0, epochs = 0;  // 0: not given
  std::int64_t participations = 1;                   // of a unit in an epoch of balls in bins
  bool is_shuffled = false;                          // the data are shuffled once per epoch
  std::optional<privacy::Relation> relation;
  std::optional<double> rate;  // in place of all this
};

struct SettingCommand {
  AskedNoise asked;
  Training training;
  bool json = false;
  bool csv = false;  // of the curve
};

// The steps, so far counted one by one, as epochs in which each unit is in some steps.
void make_epochs(const Training& training, privacy::NoisyRelease& release) {
  const std::int64_t epochs = std::max<std::int64_t>(training.epochs, 1),
                     steps = release.count / epochs;
  if (training.rate)
    throw UsageError("--sampling balls_in_bins: give --participations, not --rate");
  if (training.participations > steps) {
    throw UsageError("--participations is " + std::to_string(training.participations) +
                     ", and an epoch has " + text::counted(steps, "step") +
                     ": expected at most so many (--steps)");
  }
  release.rate = 1 / static_cast<double>(steps);
  release.draws = training.participations;
  release.count = epochs;
}

// Batches of a shuffled epoch are no samples: each unit is in one of them, which may be known.
void describe(const Training& training, privacy::NoisyRelease& release) {
  const bool has_batches = training.is_shuffled || release.sampling != Sampling::none;
  if (!has_batches && (training.examples > 0 || training.rate)) {
    throw UsageError(
        std::string(training.rate ? "--rate" : "--examples") +
        " is given, and not how batches are made: add --sampling poisson (each unit by "
        "itself), without_replacement (of a fixed size), balls_in_bins, or shuffle (a "
        "loader that shuffles)");
  }
  if (training.examples == 0) {
    if (training.is_shuffled)
      throw UsageError("--sampling shuffle: add --examples, --batch and --epochs");
    if (release.sampling == Sampling::balls_in_bins) return make_epochs(training, release);
    if (release.sampling != Sampling::none && !training.rate)
      throw UsageError("--sampling: add --rate, or --examples, --batch and --epochs");
    release.rate = training.rate.value_or(1);
    return;
  }
  if (training.batch > training.examples) {
    throw UsageError("--batch is " + std::to_string(training.batch) + ", and there are " +
                     text::counted(training.examples, "example") + ": expected at most so many");
  }
  if (training.is_shuffled) {
    release.count = training.epochs;
    return;
  }
  const std::int64_t steps = (training.examples - 1) / training.batch + 1;  // a partial one, too
  release.rate = static_cast<double>(training.batch) / static_cast<double>(training.examples);
  release.count = training.epochs * steps;
  if (release.sampling == Sampling::balls_in_bins) make_epochs(training, release);
}

// A shuffled list is cut into batches by place: where a unit is missing, others take the places
// behind it.
privacy::Relation relation_of(const Training& training) {
  using privacy::Relation;
  if (!training.is_shuffled) return training.relation.value_or(Relation::add_remove);
  if (training.relation != Relation::add_remove)
    return training.relation.value_or(Relation::zero_out);
  throw UsageError(
      "--relation is add_remove, and a unit that is missing from a shuffled list moves others into "
      "its batch, and changes how many there are: expected zero_out (it is there and contributes "
      "nothing) or replace_one; or draw each unit by itself (--sampling poisson)");
}

AccountQuestion question_of(SettingCommand command) {
  command.asked.question.release.relation = relation_of(command.training);
  AccountQuestion question = question_of(command.asked);
  describe(command.training, question.release);
  if (command.training.participations > 1 && question.release.sampling != Sampling::balls_in_bins) {
    throw UsageError("--participations is of --sampling balls_in_bins: leave it out");
  }
  return question;
}

std::vector<std::string> warnings(const SettingCommand& command) {
  const Training& training = command.training;
  std::vector<std::string> all;
  if (training.is_shuffled) {
    all.emplace_back(
        "a shuffled epoch cut into batches is no sample: each unit is in one of its batches, so "
        "that an epoch is one release without amplification; batches that are drawn need less "
        "noise (--sampling poisson)");
  }
  const double delta = command.asked.question.delta;
  if (delta * static_cast<double>(training.examples) >= 1) {
    all.push_back("delta is not below 1 over the " + text::counted(training.examples, "example") +
                  ": to publish one of them at random meets it at eps 0");
  }
  return all;
}

int account_setting(const SettingCommand& command) {
  AccountAnswer found = answer(question_of(command));
  found.warnings = warnings(command);
  command.json ? print_data(account_json(found, nullptr)) : print_out(account_text(found));
  return kOk;
}

int account_curve(const SettingCommand& command) {
  const AccountQuestion question = question_of(command);
  AccountAnswer found = answer(question);
  found.warnings = warnings(command);
  const PrivacyCurve curve = privacy_curve(question, found);
  if (command.csv) {
    print_table(trade_off_table(curve), report::TableFormat::csv);
  } else {
    command.json ? print_data(account_json(found, &curve))
                 : print_out(account_text(found) + curve_text(curve));
  }
  return kOk;
}

// A share as a number or as a ratio: 0.01, 256/60000.
double share_of(const std::string& text) {
  const std::size_t slash = text.find('/');
  double above = 0, below = 1;
  const bool is_read =
      CLI::detail::lexical_cast(text.substr(0, slash), above) &&
      (slash == std::string::npos || CLI::detail::lexical_cast(text.substr(slash + 1), below));
  const double share = above / below;
  if (is_read && share >= 0 && share <= 1) return share;
  throw UsageError("--rate is \"" + text +
                   "\", expected a number from 0 to 1, or a ratio such as 256/60000");
}

void add_training_options(CLI::App& line, Training& training, CLI::Option* rate,
                          CLI::Option* steps) {
  CLI::Option* examples = line.add_option("--examples", training.examples,
                                          "number of units, with --batch and --epochs in place of "
                                          "--rate and --steps");
  CLI::Option* batch = line.add_option("--batch", training.batch, "units in a batch, on average");
  CLI::Option* epochs = line.add_option(
      "--epochs", training.epochs,
      "passes over the units; the partial batch at the end of one counts as a step");
  for (CLI::Option* option : {examples, batch, epochs})
    option->check(above_zero())->excludes(rate)->excludes(steps);
  examples->needs(batch)->needs(epochs);
  batch->needs(examples);
  epochs->needs(examples);
}

void add_setting_options(CLI::App& line, SettingCommand& command) {
  privacy::NoisyRelease& release = command.asked.question.release;
  add_noise_option(line, command.asked);
  add_budget_options(line, command.asked);
  CLI::Option* sampling =
      line.add_option_function<std::string>(
              "--sampling",
              [&command, &release](const std::string& name) {
                command.training.is_shuffled = name == kShuffle;
                if (name != kShuffle) release.sampling = named_sampling(name);
              },
              "how batches are made: poisson, without_replacement, balls_in_bins (each unit is in "
              "--participations of the steps of an epoch, at random), or shuffle, one shuffled "
              "list "
              "of all units per epoch, which is no sampling")
          ->check(CLI::IsMember({"poisson", "without_replacement", "balls_in_bins", kShuffle}));
  CLI::Option* rate =
      line.add_option_function<std::string>(
              "--rate",
              [&command](const std::string& text) { command.training.rate = share_of(text); },
              "share of the units in a sample: 0.01 or 256/60000")
          ->type_name("SHARE");
  CLI::Option* steps =
      line.add_option("--steps", release.count, "number of noisy releases, up to 2^53")
          ->check(above_zero());
  line.add_option(
          "--participations", command.training.participations,
          "balls_in_bins: in how many steps of an epoch (all --steps) a unit is (default 1)")
      ->check(above_zero())
      ->needs(sampling)
      ->excludes(rate);
  add_training_options(line, command.training, rate, steps);
  add_relation(line, command.training.relation);
}

}  // namespace

void add_account_setting(CLI::App& account, Action& chosen) {
  const auto [line, command] = add_command(
      account, chosen, "setting",
      "eps of noisy releases of one kind, or the noise that an eps takes", account_setting);
  add_setting_options(line, command);
  line.add_flag("--json", command.json, "one JSON object");
}

void add_account_curve(CLI::App& account, Action& chosen) {
  const auto [line, command] =
      add_command(account, chosen, "curve",
                  "eps of such releases, delta at other eps, and what an attacker finds at most",
                  account_curve);
  add_setting_options(line, command);
  CLI::Option* json = line.add_flag("--json", command.json, "one JSON object");
  line.add_flag("--csv", command.csv,
                "the trade-off as a table: for rates of false alarms, what an attacker finds at "
                "most")
      ->excludes(json);
}

}  // namespace skald
