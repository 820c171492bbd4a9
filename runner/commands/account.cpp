// skald account: answers questions about privacy without a run.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "account/account_grid.hpp"
#include "account/account_question.hpp"
#include "account/account_text.hpp"
#include "account/events/events_answer.hpp"
#include "account/federated_account.hpp"
#include "account/vectors/vectors.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "engines/engines.hpp"
#include "report/format_table.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct AccountCommand {
  PluginOptions plugins;
  std::string grid;     // grid file; empty: the other options are the question
  std::string events;   // document of events; empty: the same
  std::string vectors;  // file of epsilons to judge; empty: the same
  std::optional<double> noise_multiplier, eps;
  std::string sampling = "none", relation = "add_remove", accountant = "pld";
  std::optional<double> rate;
  std::int64_t steps = 1;
  double delta = 1e-5;
  double relative_error = privacy::PldOptions{}.relative_error;
  std::optional<FederatedSetting> setting;  // in place of rate and steps
  bool curve = false;
  bool correlated = false;
  bool json = false;
  bool csv = false;                // of the trade-off
  std::vector<std::string> given;  // names of all arguments given: "grid", "--eps"
};

AccountQuestion question_of(const AccountCommand& command) {
  AccountQuestion question;
  question.delta = command.delta;
  question.eps = command.eps;
  question.relative_error = command.relative_error;
  question.accounting = named_accounting(command.accountant);
  question.release.relation = named_relation(command.relation);
  question.release.noise_multiplier =
      command.noise_multiplier.value_or(1) * privacy::distance_in_clips(question.release.relation);
  question.release.sampling = named_sampling(command.sampling);
  question.release.rate = command.rate.value_or(1);
  question.release.count = command.steps;
  return question;
}

// Refuses options that would change nothing: they are mistakes.
void refuse_unused(const AccountCommand& command) {
  constexpr std::array<std::string_view, 5> of_grids{"grid", "--json", "--plugin-path",
                                                     "--allow-writable-plugins", "--patience"};
  constexpr std::array<std::string_view, 4> of_events{"--events", "--curve", "--json", "--csv"};
  constexpr std::array<std::string_view, 4> of_vectors{"--vectors", "--relative-error", "--json",
                                                       "--csv"};
  for (const std::string& option : command.given) {
    const bool is_of_vectors =
        std::find(of_vectors.begin(), of_vectors.end(), option) != of_vectors.end();
    if (!command.vectors.empty() && !is_of_vectors) {
      throw UsageError(option + " says nothing about the epsilons in " + command.vectors +
                       ", each of which has its own setting: leave it out, or state it there");
    }
    const bool is_of_events =
        std::find(of_events.begin(), of_events.end(), option) != of_events.end();
    if (!command.events.empty() && !is_of_events) {
      throw UsageError(option + " says nothing about the events that " + command.events +
                       " describes: leave it out, or state it there");
    }
    const bool is_of_grids = std::find(of_grids.begin(), of_grids.end(), option) != of_grids.end();
    if (!command.grid.empty() && !is_of_grids) {
      throw UsageError(option + " says nothing about the cells of a grid, which " + command.grid +
                       " describes: leave it out, or ask without the grid");
    }
    if (command.setting && (option == "--curve" || option == "--csv")) {
      throw UsageError(option +
                       " is of one guarantee, and a federated setting (-N, -S, -n, -b, -K, -R) has "
                       "several: give --sampling, --rate and --steps of the one in its place");
    }
  }
}

bool is_given(const AccountCommand& command, std::string_view option) {
  return std::find(command.given.begin(), command.given.end(), option) != command.given.end();
}

void check(const AccountCommand& command) {
  if (is_given(command, "--relative-error") && command.accountant != "pld") {
    throw UsageError("--relative-error is of the accountant pld, and --accountant is " +
                     command.accountant + ": leave one of the two out");
  }
  if (command.eps.has_value() == command.noise_multiplier.has_value()) {
    throw UsageError(
        "give either --noise-multiplier (to learn eps) or --eps (to learn the noise), or a grid");
  }
  const bool sampled = command.sampling != "none";
  if (command.correlated && !command.setting) {
    throw UsageError("--correlated is of a federated setting: give -N, -S and -R");
  }
  if (!command.setting && sampled != command.rate.has_value()) {
    throw UsageError(sampled ? "sampling " + command.sampling +
                                   " needs --rate, the share of the units in a sample"
                             : "--rate is given without --sampling poisson or without_replacement");
  }
  if (command.setting && (command.rate || command.steps != 1)) {
    throw UsageError("--rate and --steps follow from the federated setting: remove them");
  }
}

int account_setting(const AccountCommand& command) {
  FederatedQuestion asked{*command.setting, question_of(command), {}, {}};
  if (is_given(command, "--sampling")) asked.sampling = named_sampling(command.sampling);
  if (is_given(command, "--relation")) asked.relation = named_relation(command.relation);
  const auto format = command.json ? report::TableFormat::json : report::TableFormat::text;
  if (command.correlated) {
    print_table(correlated_table(asked), format);
    if (command.json) return kOk;
    print_out(
        "\nAll for eps {} at delta {}: one client against an observer of the models; the\n"
        "server is trusted and adds the noise; zero_out (without_replacement: replace_one).\n"
        "k, b         a client takes part at most k times, b rounds apart\n"
        "per_round    standard deviation of the fresh noise of a round, in clips\n"
        "prefix_max   of the noise in the sum of all moves up to a round: the largest;\n"
        "prefix_rms   the root mean square over rounds\n"
        "memory       vectors of noise kept from round to round\n"
        "Who takes part must stay secret where clients are sampled, not where they take\n"
        "turns.\n"
        "banded, blt  their usual coefficients; with \", max\": those for the least prefix_max\n",
        *command.eps, command.delta);
    print_out("{}", correlated_remark(*command.setting));
    return kOk;
  }
  print_table(federated_table(asked), format);
  if (!command.json) {
    print_out(
        "\nnoise_in  upload: in the whole move that a client sends; each step: in every\n"
        "          gradient of a client; average: the server, which is trusted, adds it to\n"
        "          the sum of clipped moves; shares: clients do, and the server learns the\n"
        "          sum alone\n"
        "noise     standard deviation over the sensitivity under that relation\n"
        "The server sees who takes part, an observer of the models does not. Which records\n"
        "are in a batch, and against observers which clients in a round, must stay secret.\n");
  }
  return kOk;
}

void print_trade_off(const PrivacyCurve& curve) {
  print_table(trade_off_table(curve), report::TableFormat::csv);
}

int account_events(const AccountCommand& command) {
  constexpr std::size_t largest = std::size_t{1} << 24;  // 16 MiB
  const EventsDocument document =
      read_events(files::read_regular_file(command.events, largest), command.events);
  const EventsAnswer found = answer(document, command.curve || command.csv);
  if (command.csv) {
    print_trade_off(*found.curve);
  } else {
    command.json ? print_data(events_json(document, found))
                 : print_out("{}", events_text(document, found));
  }
  return kOk;
}

int account_vectors(const AccountCommand& command) {
  constexpr std::size_t largest = std::size_t{1} << 24;  // 16 MiB
  const std::vector<JudgedVector> found =
      judged(read_vectors(files::read_regular_file(command.vectors, largest), command.vectors),
             command.relative_error);
  if (command.json || command.csv) {
    print_table(full_table_of(found),
                command.json ? report::TableFormat::json : report::TableFormat::csv);
  } else {
    print_table(table_of(found), report::TableFormat::text);
    print_out("\n{}", summary_of(found));
  }
  if (count(found, Verdict::below) > 0) return kExpectation;
  return count(found, Verdict::not_covered) > 0 ? kUsage : kOk;
}

int account(const AccountCommand& command) {
  refuse_unused(command);
  if (command.json && command.csv) throw UsageError("give --json or --csv, not both");
  if (!command.vectors.empty()) return account_vectors(command);
  if (!command.events.empty()) return account_events(command);
  if (!command.grid.empty()) {
    const auto engine = make_engine(command.plugins, worker_count(0));
    return account_grid(command.grid, command.plugins, *engine, command.json);
  }
  check(command);
  if (command.setting) return account_setting(command);
  const AccountQuestion question = question_of(command);
  const AccountAnswer found = answer(question);
  if (!command.curve && !command.csv) {
    command.json ? print_data(account_json(found, nullptr)) : print_out(account_text(found));
    return kOk;
  }
  const PrivacyCurve curve = privacy_curve(question, found);
  if (command.csv) {
    print_trade_off(curve);
    return kOk;
  }
  command.json ? print_data(account_json(found, &curve))
               : print_out(account_text(found) + curve_text(curve));
  return kOk;
}

// Words its help text as above_zero() does.
CLI::Validator at_least_zero() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && value >= 0
                   ? std::string()
                   : "is " + text + ", expected 0 or more";
      },
      ">= 0");
}

void add_setting(CLI::App& line, std::optional<FederatedSetting>& setting) {
  const auto add = [&](const char* name, std::int64_t FederatedSetting::*member,
                       const char* meaning) {
    line.add_option_function<std::int64_t>(
            name,
            [&setting, member](const std::int64_t& value) {
              if (!setting) setting.emplace();
              *setting.*member = value;
            },
            meaning)
        ->check(above_zero());
  };
  add("-N,--clients", &FederatedSetting::clients, "a federated setting: clients");
  add("-S,--participants", &FederatedSetting::participants, "clients in a round");
  add("-n,--examples", &FederatedSetting::examples, "records of a client");
  add("-b,--batch", &FederatedSetting::batch, "records in a local step");
  add("-K,--local-steps", &FederatedSetting::local_steps, "local steps in a round");
  add("-R,--rounds", &FederatedSetting::rounds, "rounds");
}

}  // namespace

void add_account(CLI::App& app, Action& chosen) {
  const auto [line, command] =
      add_command(app, chosen, "account",
                  "compute how private a setting is, or how much noise it needs", account);
  line.add_option("grid", command.grid,
                  "grid file: tell the eps of every cell; the options below are then not used");
  line.add_option("--events", command.events,
                  "JSON file of everything that is released about some units, and what is asked "
                  "(schemas/account_events.schema.json); takes the place of grid and options");
  line.add_option("--vectors", command.vectors,
                  "CSV or JSON file of epsilons that others have computed: say which agree with "
                  "certified bounds, which are looser, and which are below what is attained; of "
                  "settings without an eps, the bounds");
  line.add_option(
          "--noise-multiplier,-z", command.noise_multiplier,
          "standard deviation of the noise over the L2 sensitivity of a message: one clip, under "
          "replace_one two (as in grids)")
      ->check(at_least_zero());
  line.add_option("--eps", command.eps, "find the noise for this eps")->check(above_zero());
  line.add_option("--delta", command.delta, "the delta of (eps, delta) (default 1e-5)")
      ->check(CLI::Range(0.0, 1.0));
  line.add_option("--sampling", command.sampling, "none, poisson or without_replacement")
      ->check(CLI::IsMember({"none", "poisson", "without_replacement"}));
  line.add_option("--rate", command.rate, "share of the units in a sample")
      ->check(CLI::Range(0.0, 1.0));
  line.add_option("--steps", command.steps, "number of noisy releases, up to 2^53")
      ->check(above_zero());
  line.add_option("--relation", command.relation, "add_remove, replace_one or zero_out")
      ->check(CLI::IsMember({"add_remove", "replace_one", "zero_out"}));
  line.add_option("--accountant", command.accountant, "pld, rdp, zcdp, analytic or classical")
      ->check(CLI::IsMember({"pld", "rdp", "zcdp", "analytic", "classical"}));
  line.add_option("--relative-error", command.relative_error,
                  "relative error of eps that pld aims at (default 2e-5); it takes longer below")
      ->check(CLI::Range(1e-10, 0.1));
  add_setting(line, command.setting);
  line.add_flag("--curve", command.curve, "delta at other eps, and what an attacker finds at most");
  line.add_flag("--correlated", command.correlated,
                "of a federated setting: compare noise that is correlated over rounds, for clients "
                "that take turns, with independent noise and sampled clients, at equal --eps");
  line.add_flag("--csv", command.csv,
                "the trade-off as a table: for rates of false alarms, what an attacker finds at "
                "most; with --vectors, the settings, their bounds and the verdicts");
  line.add_flag("--json", command.json, "one JSON object");
  add_plugin_options(line, command.plugins);
  line.parse_complete_callback([&line = line, &given = command.given] {
    for (const CLI::Option* option : line.get_options()) {
      if (option->count() > 0) given.push_back(option->get_name());
    }
  });
}

}  // namespace skald
