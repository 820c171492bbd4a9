// The conformance kit, a library of its own, since most processes never need it.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// Puts an encoded KitQuestion to lib/skald/kit.so beside this program, which is loaded into this
// process. Returns encoded findings. Throws std::runtime_error if there is no such library, or if
// the question has no answer.
std::string put_to_kit(std::string_view question);

}  // namespace skald
