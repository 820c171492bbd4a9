// Plugins in Python that a test writes, and what becomes of them.
#pragma once

#include "python_plugins.hpp"
#include "run_sampler.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace skald::test {

inline const std::string kImports = R"(
import math, os, pathlib, random, sys
import numpy as np
import skald
from skald import Role

)";

// A plugin of one class, written.py, in a folder of its own.
class Written {
 public:
  explicit Written(const std::string& source)
      : file_(folder_.write("written.py", kImports + source)), host_(python_host(folder_.path())) {}

  const plugin_host::Plugin& plugin(Kind kind) { return host_.find(kind, "written"); }
  // Why the file is refused.
  std::string refusal() { return host_.catalog().at(0).refusal; }

 private:
  TemporaryFolder folder_;
  std::filesystem::path file_;
  plugin_host::PluginHost host_;
};

inline std::string indented(const std::string& lines) {
  std::string text = "        ";
  for (const char c : lines) text += c == '\n' ? "\n        " : std::string(1, c);
  return text + "\n";
}

// A class of a plugin with these members, which may be methods of the base class.
inline std::string class_of(const std::string& base, const std::string& members) {
  return "class Written(skald." + base + "):\n    \"\"\"A plugin of a test.\"\"\"\n" + members;
}
inline std::string method(const std::string& signature, const std::string& body) {
  return "    def " + signature + ":\n" + indented(body);
}
inline std::string sampler(const std::string& members) {
  return class_of("Sampler", method("start(self, context, theta)", "pass") +
                                 method("advance(self, context, iterations, theta)", "pass") +
                                 members);
}

inline std::unique_ptr<Federation> federation() {
  return quadratic_federation(random_rows(1, 3, {4, 7, 5}, false), 0.4);
}

// The estimates of two chains after one iteration of the plugin.
inline MatrixXd run(const plugin_host::Plugin& plugin) {
  const auto problem = federation();
  const auto object = make<Sampler>(plugin);
  SamplerRun run(*problem, *object, random_streams, nothing, MatrixXd::Constant(3, 2, 0.5));
  return run.advance(1);
}

// What a sampler says, as an exception E, whose method has this body.
template <class E>
std::string error_of(const std::string& signature, const std::string& body) {
  Written written(sampler(method(signature, body)));
  try {
    run(written.plugin(Kind::sampler));
  } catch (const E& error) {
    return error.what();
  }
  return "no exception";
}
inline std::string refusal_of_start(const std::string& body) {
  return error_of<std::invalid_argument>("start(self, context, theta)", body);
}
inline std::string failure_of_start(const std::string& body) {
  return error_of<std::runtime_error>("start(self, context, theta)", body);
}
inline std::string failure_of_advance(const std::string& body) {
  return error_of<std::runtime_error>("advance(self, context, iterations, theta)", body);
}

}  // namespace skald::test
