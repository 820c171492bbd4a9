// What the plugin `echo` received, for tests of what crosses the plugin boundary.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "skald/options.hpp"

struct Echo {
  static constexpr const char* id = "test.echo/1";

  bool flag = false;
  std::int64_t count = 0;
  double number = 0;
  std::optional<double> maybe;
  std::string_view text;
  skald::Numbers array;
  // Called with `text` when the model is destroyed.
  mutable void (*farewell)(std::string_view) = nullptr;
};
