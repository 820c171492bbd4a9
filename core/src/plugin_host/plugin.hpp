// A loaded plugin and the objects created from it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "options/option_table.hpp"
#include "options/option_value.hpp"
#include "skald/plugin.hpp"

namespace skald::plugin_host {

// A plugin that has passed the handshake. Everything `descriptor` points to stays valid until the
// end of the process.
struct Plugin {
  const PluginDescriptor* descriptor;
  std::filesystem::path file;     // canonical
  std::string sha256;             // of the file's content; part of a run's provenance
  bool others_may_write = false;  // loaded although every user may write it or its folder

  std::span<const OptionInfo> options() const {
    return {descriptor->options, descriptor->option_count};
  }
};

// Returns an object to the library that allocated it. Keeps the texts and arrays of its options
// alive until then.
class Destroy {
 public:
  Destroy() = default;
  Destroy(const Plugin& plugin, std::vector<options::OptionValue> values)
      : descriptor_(plugin.descriptor), file_(plugin.file), values_(std::move(values)) {}
  void operator()(void* object) const noexcept;

 private:
  const PluginDescriptor* descriptor_ = nullptr;
  std::filesystem::path file_;
  std::vector<options::OptionValue> values_;
};

// An object of a plugin; Interface is Dataset, Partition, Model, Sampler or Mechanism.
template <class Interface>
using Owned = std::unique_ptr<Interface, Destroy>;

// Same as create() below, for a kind known only at run time.
std::unique_ptr<void, Destroy> create_object(const Plugin& plugin, Kind kind,
                                             std::vector<options::OptionValue> values);

// Creates an object of the plugin with `values` for its options, in table order. Throws
// std::invalid_argument if the plugin is of another kind, if the values do not fit the option table
// or if the plugin finds that they contradict each other; std::runtime_error for every other
// failure of the plugin. The message names the plugin.
template <class Interface>
Owned<Interface> create(const Plugin& plugin, std::vector<options::OptionValue> values) {
  auto object = create_object(plugin, detail::KindOf<Interface>::value, std::move(values));
  auto* const interface = static_cast<Interface*>(object.release());
  return Owned<Interface>(interface, std::move(object.get_deleter()));
}

// Returns the constant that the plugin offers to formulas. `values`: of its options, in table
// order, those that are formulas unset. Throws std::invalid_argument if they make none.
double constant_value(const Plugin& plugin, const std::vector<options::OptionValue>& values,
                      Index clients);

// Reports calls of plugins that no time limit of a run covers. A watch that can end this process
// from outside can then act if a call does not return.
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

// Describes a plugin as text for people.

// Returns kind, name, version, summary, reference, revision, build, file, and the table of options:
// name, symbol in the literature, type, default ("required" and "optional" for those without),
// allowed values, documentation. Lines end with '\n'; columns are aligned for a fixed-width font
// (UTF-8), and options fitted to `most` characters (options::listing).
std::string describe(const Plugin& plugin, std::size_t most = options::kAnyWidth);

}  // namespace skald::plugin_host
