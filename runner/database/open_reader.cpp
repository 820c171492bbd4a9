#include "database/open_reader.hpp"

#include "system/standard_streams.hpp"

namespace skald {

StoreReader open_reader(const std::string& database) {
  StoreReader reader(database);
  if (reader.notice()) print_error("{}\n", *reader.notice());
  return reader;
}

}  // namespace skald
