#include "plugin_host/kind.hpp"

namespace skald {

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::dataset:
      return "dataset";
    case Kind::partition:
      return "partition";
    case Kind::model:
      return "model";
    case Kind::sampler:
      return "sampler";
    case Kind::privacy:
      return "privacy";
  }
  return "";
}

}  // namespace skald
