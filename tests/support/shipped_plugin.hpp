// Declares the cases by which shipped plugins are tested with the conformance kit.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/check_plugin.hpp"
#include "load_plugin.hpp"
#include "temporary_folder.hpp"

namespace skald::test {

// Returns the options of one case, which may name files written below the folder; nothing if they
// name real files that are absent.
using WriteOptions = std::function<std::optional<std::vector<Setting>>(const TemporaryFolder&)>;

// The cases of one plugin, at least one for each variant that its options make. Declared at
// namespace scope in the test of the plugin or of its family:
//
//   const ShippedPlugin dirichlet =
//       ShippedPlugin(Kind::partition, "dirichlet").conforms({{"clients", 4}, {"alpha", 0.5}});
//
// For every plugin that it ships, the build makes a test "KIND NAME conforms", which fails if no
// cases are declared.
class ShippedPlugin {
 public:
  ShippedPlugin(Kind kind, std::string name) : kind_(kind), name_(std::move(name)) {}

  // Adds a case: the conformance kit passes with these options and, of a sampler, with other values
  // of each of them but the `held` ones.
  const ShippedPlugin& conforms(std::vector<Setting> options,
                                double tolerance = conformance::kDefaultTolerance,
                                std::vector<std::string> held = {}) const;
  // Same, for options that name files.
  const ShippedPlugin& conforms_on_files(WriteOptions options) const;

  const std::string& name() const { return name_; }

 private:
  Kind kind_;
  std::string name_;
};

void check_conforms(Kind kind, const std::string& plugin);

}  // namespace skald::test
