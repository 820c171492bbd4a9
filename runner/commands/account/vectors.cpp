// skald account vectors: the epsilons of others, judged by certified bounds.
#include "account/vectors/vectors.hpp"

#include "commands/command.hpp"
#include "report/table_writer.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/print_table.hpp"
#include "system/standard_streams.hpp"

namespace skald {
namespace {

struct VectorsCommand {
  std::string file;
  double relative_error = privacy::PldOptions{}.relative_error;
  bool json = false;
  bool csv = false;
};

int account_vectors(const VectorsCommand& command) {
  constexpr std::size_t largest = std::size_t{1} << 24;  // 16 MiB
  const std::vector<JudgedVector> found =
      judged(read_vectors(files::read_regular_file(command.file, largest), command.file),
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

}  // namespace

void add_account_vectors(CLI::App& account, Action& chosen) {
  const auto [line, command] =
      add_command(account, chosen, "vectors",
                  "judge epsilons that others have computed: which agree with certified bounds, "
                  "which are looser, and which are below what is attained",
                  account_vectors);
  line.add_option("vectors", command.file,
                  "CSV or JSON file of settings; for settings without an eps, only the bounds are "
                  "printed")
      ->required();
  line.add_option("--relative-error", command.relative_error,
                  "relative error of eps that is aimed at (default 2e-5); it takes longer below")
      ->check(CLI::Range(1e-10, 0.1));
  CLI::Option* json = line.add_flag("--json", command.json, "one JSON array of rows");
  line.add_flag("--csv", command.csv, "the settings, their bounds and the verdicts as a table")
      ->excludes(json);
}

}  // namespace skald
