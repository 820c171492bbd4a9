#include "open_reader.hpp"

#include <fmt/core.h>

namespace skald {

StoreReader open_reader(const std::string& database) {
  StoreReader reader(database);
  if (reader.notice()) fmt::print(stderr, "{}\n", *reader.notice());
  return reader;
}

}  // namespace skald
