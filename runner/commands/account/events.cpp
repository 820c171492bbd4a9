// skald account events: what everything that is released about some units reveals together.
#include <optional>
#include <string>

#include "account/account_text.hpp"
#include "account/events/events_answer.hpp"
#include "commands/command.hpp"
#include "commands/common_options.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct EventsCommand {
  std::string document;
  bool curve = false;
  bool json = false;
  bool csv = false;
  std::optional<double> eps;
};

int account_events(const EventsCommand& command) {
  constexpr std::size_t largest = std::size_t{1} << 24;  // 16 MiB
  const std::string text = files::read_regular_file(command.document, largest);
  std::optional<double> noise;
  if (command.eps) noise = noise_for(*command.eps, text, command.document);
  const EventsDocument document = read_events(text, command.document, noise.value_or(1));
  EventsAnswer found = answer(document, command.curve || command.csv);
  found.noise = noise;
  if (command.csv) {
    print_table(trade_off_table(*found.curve), report::TableFormat::csv);
  } else {
    command.json ? print_data(events_json(document, found))
                 : print_out("{}", events_text(document, found));
  }
  return kOk;
}

}  // namespace

void add_account_events(CLI::App& account, Action& chosen) {
  const auto [line, command] =
      add_command(account, chosen, "events",
                  "eps or delta of everything that is released about some units", account_events);
  line.add_option("document", command.document,
                  "JSON file of what is released, and what is asked "
                  "(schemas/account_events.schema.json)")
      ->required();
  line.add_option(
          "--eps", command.eps,
          "find the noise for this eps: by which factor all noise in the document is larger "
          "or smaller")
      ->check(above_zero());
  line.add_flag("--curve", command.curve, "delta at other eps, and what an attacker finds at most");
  CLI::Option* json = line.add_flag("--json", command.json, "one JSON object");
  line.add_flag("--csv", command.csv,
                "the trade-off as a table: for rates of false alarms, what an attacker finds at "
                "most")
      ->excludes(json);
}

}  // namespace skald
