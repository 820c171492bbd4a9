// skald: declare a grid, run it, compare.
#include <exception>
#include <stdexcept>

#include "commands/command_line.hpp"
#include "store/damage.hpp"
#include "system/exit_code.hpp"
#include "system/program.hpp"
#include "system/standard_streams.hpp"
#include "system/system_limits.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

// Messages quote texts of others, which may have any length.
constexpr std::size_t kMostSaid = 16000;

int report(const char* message, int code) {
  print_error("skald: {}\n", text::shortened(message, kMostSaid));
  return code;
}

}  // namespace

// Each is commands/NAME.cpp, which defines add_NAME.
AddCommand add_account, add_audit, add_bound, add_cancel, add_check, add_collect, add_compare,
    add_completion, add_data, add_describe, add_doctor, add_export, add_frontier, add_help, add_man,
    add_merge, add_metrics, add_new, add_plan, add_plot, add_plugins, add_posterior, add_prune,
    add_publish, add_query, add_report, add_rerun, add_run, add_schema, add_show, add_status,
    add_submit, add_task, add_tune, add_worker;

// In the order of the help.
const CommandGroup kCommands[] = {
    {"Declare",
     {add_new, add_check, add_plan, add_plugins, add_describe, add_metrics, add_data, add_schema}},
    {"Run", {add_run, add_tune, add_status, add_rerun}},
    {"Run on clusters and many machines", {add_submit, add_cancel, add_collect, add_merge}},
    {"Look", {add_show, add_plot, add_report, add_posterior, add_query}},
    {"Decide", {add_compare, add_frontier, add_bound}},
    {"Privacy", {add_account, add_audit}},
    {"Keep", {add_export, add_publish, add_prune}},
    {"Help", {add_help, add_doctor, add_completion, add_man, add_worker, add_task}}};

}  // namespace skald

int main(int argc, char** argv) {
  using namespace skald;
  reserve_standard_streams();
  adopt_orphans();
  try {
    provide_stack();
    const int code = run_command_line(kCommands, argc, argv);
    return is_output_written() ? code
                               : report("standard output could not be written", kEnvironment);
  } catch (const GridError& e) {
    print_error("{}", e.what());
    return kUsage;
  } catch (const UsageError& e) {
    return report(e.what(), kUsage);
  } catch (const std::invalid_argument& e) {
    return report(e.what(), kUsage);
  } catch (const store::DamagedError& e) {
    return report(e.what(), kDamaged);
  } catch (const std::exception& e) {
    return report(e.what(), kEnvironment);
  }
}
