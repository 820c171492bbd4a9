// skald account setting: eps of one kind of noisy release, or the noise that an eps takes.
// skald account curve: also its delta at other eps, and what an attacker finds.
#include "account/account_question.hpp"
#include "account/account_text.hpp"
#include "commands/account/question_options.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "report/format_table.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct SettingCommand {
  AskedNoise asked;
  bool json = false;
  bool csv = false;  // of the curve
};

int account_setting(const SettingCommand& command) {
  const AccountAnswer found = answer(question_of(command.asked));
  command.json ? print_data(account_json(found, nullptr)) : print_out(account_text(found));
  return kOk;
}

int account_curve(const SettingCommand& command) {
  const AccountQuestion question = question_of(command.asked);
  const AccountAnswer found = answer(question);
  const PrivacyCurve curve = privacy_curve(question, found);
  if (command.csv) {
    print_table(trade_off_table(curve), report::TableFormat::csv);
  } else {
    command.json ? print_data(account_json(found, &curve))
                 : print_out(account_text(found) + curve_text(curve));
  }
  return kOk;
}

void add_setting_options(CLI::App& line, AskedNoise& asked) {
  privacy::NoisyRelease& release = asked.question.release;
  add_noise_option(line, asked);
  add_budget_options(line, asked);
  CLI::Option* sampling =
      add_named(line, "--sampling", release.sampling, named_sampling,
                {"poisson", "without_replacement"}, "poisson or without_replacement");
  CLI::Option* rate = line.add_option("--rate", release.rate, "share of the units in a sample")
                          ->check(CLI::Range(0.0, 1.0));
  sampling->needs(rate);
  rate->needs(sampling);
  line.add_option("--steps", release.count, "number of noisy releases, up to 2^53")
      ->check(above_zero());
  add_relation(line, release.relation);
}

}  // namespace

void add_account_setting(CLI::App& account, Action& chosen) {
  const auto [line, command] = add_command(
      account, chosen, "setting",
      "eps of noisy releases of one kind, or the noise that an eps takes", account_setting);
  add_setting_options(line, command.asked);
  line.add_flag("--json", command.json, "one JSON object");
}

void add_account_curve(CLI::App& account, Action& chosen) {
  const auto [line, command] =
      add_command(account, chosen, "curve",
                  "eps of such releases, delta at other eps, and what an attacker finds at most",
                  account_curve);
  add_setting_options(line, command.asked);
  CLI::Option* json = line.add_flag("--json", command.json, "one JSON object");
  line.add_flag("--csv", command.csv,
                "the trade-off as a table: for rates of false alarms, what an attacker finds at "
                "most")
      ->excludes(json);
}

}  // namespace skald
