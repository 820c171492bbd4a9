#include "skald_process.hpp"

#include <stdlib.h>

#include <algorithm>

namespace skald::test {
namespace fs = std::filesystem;

Launch skald_launch(const fs::path& folder, const std::vector<std::string>& arguments,
                    const std::function<void()>& prepare) {
  const char* mutants = std::getenv("SKALD_TEST_EXECUTABLE");  // tests/mutants
  return {.program = mutants ? mutants : SKALD_EXECUTABLE,
          .arguments = arguments,
          .folder = folder,
          .prepare = [prepare] {
            ::unsetenv("SKALD_PLUGIN_PATH");
            if (prepare) prepare();
          }};
}

ProcessResult run_skald(const fs::path& folder, const std::vector<std::string>& arguments) {
  return SkaldProcess(folder, arguments).wait();
}

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

std::string with(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t place = 0; (place = text.find(from, place)) != std::string::npos;) {
    text.replace(place, from.size(), to);
    place += to.size();
  }
  return text;
}

}  // namespace skald::test
