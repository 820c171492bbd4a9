// skald merge INTO FROM...: runs of other databases that this one does not have.
#include <fmt/core.h>

#include "commands.hpp"
#include "exit_code.hpp"
#include "open_reader.hpp"
#include "samples.hpp"
#include "store/store.hpp"

namespace skald {

int merge(const MergeCommand& command) {
  StoreOptions options;
  options.allow_network_file_system = command.allow_network_file_system;
  Store store = Store::open(command.into, options);
  for (const std::string& other : command.from) {
    const MergeReport report = store.merge(other);
    fmt::print("{}: {} runs added, {} failures replaced by results, {} already here", other,
               report.added, report.replaced, report.already_here);
    if (report.conflicting > 0) {
      fmt::print(", {} left out: another run of the same cell and replicate is here",
                 report.conflicting);
    }
    const std::size_t files = copy_samples(open_reader(other), open_reader(command.into));
    if (files > 0) fmt::print(", {} files of samples copied", files);
    fmt::print("\n");
  }
  return kOk;
}

}  // namespace skald
