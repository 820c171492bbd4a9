#include "database/open_reader.hpp"

#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"

namespace skald {

store::StoreReader open_reader(const std::string& database) {
  store::StoreReader reader(database);
  if (reader.notice()) print_error("{}\n", *reader.notice());
  return reader;
}

std::string last_study(const store::StoreReader& reader) {
  const auto studies = reader.studies();
  if (studies.empty())
    throw UsageError("the database holds no study yet: run a grid into it first");
  return studies.back();
}

}  // namespace skald
