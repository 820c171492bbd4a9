#include "database/open_reader.hpp"

#include "system/standard_streams.hpp"

namespace skald {

store::StoreReader open_reader(const std::string& database, store::Cache cache) {
  store::StoreReader reader(database, std::chrono::seconds(30), cache);
  if (reader.notice()) print_error("{}\n", *reader.notice());
  return reader;
}

}  // namespace skald
