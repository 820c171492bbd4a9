// A plugin in Python with a mistake in it.
#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "python_plugins.hpp"
#include "temporary_folder.hpp"

namespace skald::test {

// The plugins, with one text in the place of another in one file.
class Mutated {
 public:
  Mutated(const std::string& file, const std::string& text, const std::string& other)
      : host_(written(folder_, file, text, other)) {}

  plugin_host::PluginHost& host() { return host_; }

 private:
  static plugin_host::PluginHost written(const TemporaryFolder& folder, const std::string& file,
                                         const std::string& text, const std::string& other) {
    std::filesystem::copy(kPythonPlugins, folder.path());
    std::stringstream source;
    source << std::ifstream(kPythonPlugins / file).rdbuf();
    std::string content = source.str();
    const std::size_t place = content.find(text);
    if (place == std::string::npos) throw std::logic_error(file + " has no text " + text);
    folder.write(file, content.replace(place, text.size(), other));
    return python_host(folder.path());
  }

  TemporaryFolder folder_;
  plugin_host::PluginHost host_;
};

}  // namespace skald::test
