#include "database/open_database.hpp"

#include "system/standard_streams.hpp"

namespace skald {

store::Store open_store(const std::string& database, bool allow_network_file_system) {
  store::Store store =
      store::Store::open(database, {.allow_network_file_system = allow_network_file_system});
  if (const auto& backup = store.opening().backup) {
    print_error("{}: migrated to the schema of this version; the file as it was is kept as {}\n",
                database, backup->string());
  }
  for (const std::string& sentence : store.opening().former_journals) print_error("{}\n", sentence);
  return store;
}

}  // namespace skald
