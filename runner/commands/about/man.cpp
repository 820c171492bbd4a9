// skald man FOLDER: writes the manual pages, for the installation.

#include "commands/about/man_pages.hpp"
#include "commands/command.hpp"
#include "system/exit_code.hpp"
#include "system/whole_file.hpp"

namespace skald {
namespace {

int write_man_pages(const CLI::App& app, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const ManPage& page : man_pages(app)) {
    write_whole(folder / page.file, page.text);
  }
  return kOk;
}

}  // namespace

void add_man(CLI::App& app, Action& chosen) {
  CLI::App& line = *app.add_subcommand("man", "write the manual pages")->group("");
  const auto folder = std::make_shared<std::string>();
  line.add_option("folder", *folder, "where to write them")->required();
  line.callback([&chosen, &app, folder] {
    chosen = [&app, folder] { return write_man_pages(app, *folder); };
  });
}

}  // namespace skald
