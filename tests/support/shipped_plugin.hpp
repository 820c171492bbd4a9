// What the test of a plugin says of it for the check that every shipped plugin must pass.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/check_plugin.hpp"
#include "load_plugin.hpp"
#include "temporary_folder.hpp"

namespace skald::test {

// The options of one kit case, which may name files written below the folder; none where the real
// files that they name are absent.
using WriteOptions = std::function<std::optional<std::vector<Setting>>(const TemporaryFolder&)>;

// The cases of one plugin, one or more for each variant that its options make. Declared at
// namespace scope of its own test, or of that of its family:
//   const ShippedPlugin dirichlet =
//       ShippedPlugin(Kind::partition, "dirichlet").conforms({{"clients", 4}, {"alpha", 0.5}});
// The build makes a test "KIND NAME conforms" of it for every plugin that it ships, which fails
// where there is no case.
class ShippedPlugin {
 public:
  ShippedPlugin(Kind kind, std::string name) : kind_(kind), name_(std::move(name)) {}

  // With these options it passes the conformance kit.
  const ShippedPlugin& conforms(std::vector<Setting> options,
                                double tolerance = conformance::kDefaultTolerance) const;
  // The same for options that name files.
  const ShippedPlugin& conforms_on_files(WriteOptions options) const;

  const std::string& name() const { return name_; }

 private:
  Kind kind_;
  std::string name_;
};

void check_conforms(Kind kind, const std::string& plugin);

}  // namespace skald::test
