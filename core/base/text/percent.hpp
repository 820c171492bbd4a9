// Names as addresses and files may have them.
#pragma once

#include <string>
#include <string_view>

namespace skald::text {

// Writes every character but letters, digits and "-._~" (RFC 3986, section 2.3) as %XX.
std::string percent_encoded(std::string_view text);

}  // namespace skald::text
