// Names as addresses and files may have them.
#pragma once

#include <string>
#include <string_view>

namespace skald::text {

// Writes every character but letters, digits, "-._~" (RFC 3986, section 2.3) and those of `plain`
// as %XX.
std::string percent_encoded(std::string_view text, std::string_view plain = "");

}  // namespace skald::text
