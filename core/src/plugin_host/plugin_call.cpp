#include "plugin_host/plugin_call.hpp"

#include <utility>

namespace skald::plugin_host {
namespace {

// Never destroyed, since plugins may still be called at the end of the process.
CallWatch& current_watch() {
  static auto* const watch = new CallWatch;
  return *watch;
}

}  // namespace

void watch_plugin_calls(CallWatch watch) { current_watch() = std::move(watch); }
const CallWatch& plugin_call_watch() { return current_watch(); }

PluginCall::PluginCall(const std::filesystem::path& file, const std::function<std::string()>& name)
    : is_watched_(current_watch().concerns && current_watch().concerns(file)) {
  if (is_watched_) current_watch().entered(name());
}

PluginCall::~PluginCall() {
  if (is_watched_) current_watch().left();
}

}  // namespace skald::plugin_host
