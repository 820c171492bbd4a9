#include "options/kind.hpp"

namespace skald::options {

std::string_view name_of(Kind kind) {
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
    case Kind::metric:
      return "metric";
  }
  return "";
}

}  // namespace skald::options
