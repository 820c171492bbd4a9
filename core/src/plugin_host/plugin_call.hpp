// Calls of plugins that no time limit of a run covers. A watch that can end this process from
// outside is told of each, so that it can act when one does not return.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace skald::plugin_host {

struct CallWatch {
  // Whether calls of the plugin in that file are to be reported.
  std::function<bool(const std::filesystem::path& file)> concerns;
  std::function<void(const std::string& call)> entered;  // "the constructor of sampler 'x' (FILE)"
  std::function<void()> left;
};

// Reports calls from now until the end of the process. Only one thread calls plugins.
void watch_plugin_calls(CallWatch watch);

// Lives as long as a call.
class PluginCall {
 public:
  // `name` returns the name of the call for entered(); it is called only where a watch wants it.
  PluginCall(const std::filesystem::path& file, const std::function<std::string()>& name);
  ~PluginCall();
  PluginCall(const PluginCall&) = delete;
  PluginCall& operator=(const PluginCall&) = delete;

 private:
  bool is_watched_;
};

}  // namespace skald::plugin_host
