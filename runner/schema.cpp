// skald schema: the JSON Schema of grids with all plugins at hand, for editors.
#include <fmt/core.h>

#include <fstream>

#include "cell/run_plan.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "grid/schema.hpp"
#include "grid_schema_text.hpp"
#include "loaded_grid.hpp"

namespace skald {

int schema(const SchemaCommand& command) {
  PluginHost host = open_plugins(command.plugins);
  const auto plugins = loaded_descriptors(host);
  const std::string text = grid_schema(kGridSchema, {plugins, run_option_infos()}) + "\n";
  if (command.write.empty()) {
    fmt::print("{}", text);
    return kOk;
  }
  std::ofstream out(command.write);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + command.write);
  fmt::print(stderr, "wrote {}\n", command.write);
  return kOk;
}

}  // namespace skald
