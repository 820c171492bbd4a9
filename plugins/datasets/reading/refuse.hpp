// How a decoder refuses a file.
#pragma once

#include "decoding/refuse.hpp"

namespace skald {

using decoding::counted;
using decoding::printable;
using decoding::quoted;
using decoding::refuse;

}  // namespace skald
