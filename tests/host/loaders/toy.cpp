// A loader of files NAME.toy, whose lines are: "refuse WHY", "exit CODE", or "source FILE".
#include "skald/loader.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "plain_model.hpp"

namespace {

// A text that is never destroyed.
const char* kept(const std::string& text) { return (new std::string(text))->c_str(); }

skald::LoadedFile load(const char* file) noexcept {
  auto* const sources = new std::vector<const char*>;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string verb, what;
    words >> verb;
    std::getline(words >> std::ws, what);
    if (verb == "refuse") return {.refusal = kept(what)};
    if (verb == "exit") std::_Exit(std::stoi(what));
    if (verb == "source")
      sources->push_back(kept(std::filesystem::path(file).replace_filename(what)));
  }
  const char* const name = kept(std::filesystem::path(file).stem());
  return {.descriptor = new skald::PluginDescriptor(plain_descriptor(name)),
          .sources = sources->data(),
          .source_count = static_cast<std::uint32_t>(sources->size())};
}

}  // namespace

SKALD_LOADER = {sizeof(skald::LoaderDescriptor), SKALD_ABI_TAG, skald::kInterfaceVersion, &load};
