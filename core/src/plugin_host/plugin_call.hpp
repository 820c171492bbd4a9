// Reports calls of plugins that no time limit of a run covers. A watch that can end this process
// from outside can then act if a call does not return.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace skald::plugin_host {

struct CallWatch {
  // Whether calls of the plugin in that file should be reported.
  std::function<bool(const std::filesystem::path& file)> concerns;
  std::function<void(const std::string& call)> entered;  // "the constructor of sampler 'x' (FILE)"
  std::function<void()> left;
};

// Reports calls to `watch` until the end of the process. Only one thread may call plugins.
void watch_plugin_calls(CallWatch watch);
// The watch of watch_plugin_calls(), for libraries that have a plugin host of their own.
const CallWatch& plugin_call_watch();

// Reports a call; must live as long as the call.
class PluginCall {
 public:
  // `name` returns the name of the call for entered(). It is called only if the watch wants that
  // call.
  PluginCall(const std::filesystem::path& file, const std::function<std::string()>& name);
  ~PluginCall();
  PluginCall(const PluginCall&) = delete;
  PluginCall& operator=(const PluginCall&) = delete;

 private:
  bool is_watched_;
};

}  // namespace skald::plugin_host
