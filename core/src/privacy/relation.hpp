// Which pairs of data sets a privacy statement compares.
#pragma once

#include <string_view>

#include "skald/sensitivity.hpp"

namespace skald::privacy {

using skald::distance_in_clips;
using skald::Relation;

constexpr std::string_view name_of(Relation relation) {
  switch (relation) {
    case Relation::add_remove:
      return "add_remove";
    case Relation::replace_one:
      return "replace_one";
    case Relation::zero_out:
      return "zero_out";
  }
  return "unknown";
}

}  // namespace skald::privacy
