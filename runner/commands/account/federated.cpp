// skald account federated: what noise in each place protects, or how much of it an eps takes.
// skald account correlated: noise that is correlated over rounds, beside independent noise.
#include "account/account_question.hpp"
#include "commands/account/question_options.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct FederatedCommand {
  AskedNoise asked;
  FederatedSetting setting;
  std::optional<Sampling> sampling;  // of federated alone, as the relation
  std::optional<privacy::Relation> relation;
  bool json = false;
};

int account_federated(const FederatedCommand& command) {
  const FederatedQuestion asked{command.setting, question_of(command.asked), command.sampling,
                                command.relation};
  if (command.json) {
    print_table(federated_table(asked), report::TableFormat::json);
    return kOk;
  }
  print_table(federated_table(asked), report::TableFormat::text);
  print_out(
      "\nnoise_in  upload: in the whole move that a client sends; each step: in every\n"
      "          gradient of a client; average: the server, which is trusted, adds it to\n"
      "          the sum of clipped moves; shares: clients do, and the server learns the\n"
      "          sum alone\n"
      "noise     standard deviation over the sensitivity under that relation\n"
      "The server sees who takes part, an observer of the models does not. Which records\n"
      "are in a batch, and against observers which clients in a round, must stay secret.\n");
  return kOk;
}

int account_correlated(const FederatedCommand& command) {
  const AccountQuestion question = question_of(command.asked);
  const record::ResultTable table = correlated_table(command.setting, question);
  if (command.json) {
    print_table(table, report::TableFormat::json);
    return kOk;
  }
  print_table(table, report::TableFormat::text);
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
      "banded, blt, previous\n"
      "             their usual coefficients; with \", max\": those for the least prefix_max\n",
      *question.eps, question.delta);
  print_out("{}", correlated_remark(command.setting));
  return kOk;
}

void add_count(CLI::App& line, const char* name, std::int64_t& count, const char* meaning) {
  line.add_option(name, count, meaning)->check(above_zero());
}

// Those that both have.
void add_setting(CLI::App& line, FederatedSetting& setting) {
  add_count(line, "-N,--clients", setting.clients, "clients");
  add_count(line, "-S,--participants", setting.participants, "clients in a round");
  add_count(line, "-R,--rounds", setting.rounds, "rounds");
}

}  // namespace

void add_account_federated(CLI::App& account, Action& chosen) {
  const auto [line, command] = add_command(
      account, chosen, "federated",
      "eps or noise for rounds of clients with records, by unit, adversary and place of the noise",
      account_federated);
  add_setting(line, command.setting);
  add_count(line, "-n,--examples", command.setting.examples, "records of a client");
  add_count(line, "-b,--batch", command.setting.batch, "records in a local step");
  add_count(line, "-K,--local-steps", command.setting.local_steps, "local steps in a round");
  add_noise_option(line, command.asked);
  add_budget_options(line, command.asked);
  add_named(line, "--sampling", command.sampling, named_sampling,
            {"none", "poisson", "without_replacement"},
            "none, poisson or without_replacement, of records and clients (default: as samplers "
            "do, without_replacement)");
  add_relation(line, command.relation);
  line.add_flag("--json", command.json, "one JSON array of rows");
}

void add_account_correlated(CLI::App& account, Action& chosen) {
  const auto [line, command] =
      add_command(account, chosen, "correlated",
                  "compare noise that is correlated over rounds, for clients that take turns, with "
                  "independent noise and sampled clients, at equal eps",
                  account_correlated);
  add_setting(line, command.setting);
  add_budget_options(line, command.asked);
  line.get_option("--eps")->required();
  line.add_flag("--json", command.json, "one JSON array of rows");
}

}  // namespace skald
