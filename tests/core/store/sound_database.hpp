// What doctor says of a database.
#pragma once

#include "store/database_check.hpp"
#include "test.hpp"

namespace skald_test {

inline skald::store::DatabaseCheck check_of(const std::filesystem::path& file,
                                            const std::string& subject) {
  for (const auto& check : skald::store::check_database(file)) {
    if (check.subject == subject) return check;
  }
  throw std::logic_error("doctor does not examine " + subject);
}

inline void check_sound(const std::filesystem::path& file) {
  for (const auto& check : skald::store::check_database(file)) {
    INFO(check.subject << ": " << check.finding);
    CHECK(check.is_good);
  }
}

}  // namespace skald_test
