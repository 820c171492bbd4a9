// skald: declare a grid, run it, compare.
#include <exception>
#include <stdexcept>

#include "commands/command_line.hpp"
#include "store/damage.hpp"
#include "system/children.hpp"
#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"
#include "system/system_limits.hpp"

// The commands in the order of the help. Each is commands/NAME.cpp, which defines add_NAME.
// clang-format off
#define SKALD_COMMANDS(command)                                                                    \
  command(new) command(check) command(plan) command(run) command(submit) command(cancel)           \
  command(compare) command(frontier) command(plot) command(report) command(serve)                  \
  command(query) command(export) command(status) command(show) command(posterior)                  \
  command(rerun) command(collect) command(merge) command(prune) command(data) command(doctor)      \
  command(plugins) command(metrics) command(describe) command(account) command(bound)              \
  command(audit) command(schema) command(help) command(completion) command(man)                    \
  command(worker) command(task)
// clang-format on

namespace skald {
namespace {

int report(const char* message, int code) {
  print_error("skald: {}\n", message);
  return code;
}

}  // namespace

#define SKALD_DECLARE(name) AddCommand add_##name;
SKALD_COMMANDS(SKALD_DECLARE)

#define SKALD_ENTRY(name) add_##name,
constexpr AddCommand* kCommands[] = {SKALD_COMMANDS(SKALD_ENTRY)};

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
