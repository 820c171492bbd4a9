#include "database/open_reader.hpp"

namespace skald {

store::StoreReader open_reader(const std::string& database, store::Cache cache) {
  return store::StoreReader(database, std::chrono::seconds(30), cache);
}

}  // namespace skald
