// Numbers of things, as sentences have them.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace skald::text {

// "1 axis", "3 axes"; "1 setting has", "3 settings have".
template <std::integral Number>
std::string counted(Number n, std::string_view one, std::string_view many) {
  return std::to_string(n) + " " + std::string(n == 1 ? one : many);
}
// "1 run", "3 runs".
template <std::integral Number>
std::string counted(Number n, std::string_view one) {
  return counted(n, one, std::string(one) + "s");
}

}  // namespace skald::text
