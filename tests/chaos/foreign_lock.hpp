// Another program that uses the results database.
#pragma once

#include <filesystem>
#include <memory>

struct sqlite3;

namespace skald::chaos {

class ForeignLock {
 public:
  enum class Kind { reader, writer };

  // Begins a transaction that lasts until the object is destroyed, if possible: the database may be
  // locked, or not exist yet.
  ForeignLock(const std::filesystem::path& database, Kind kind);
  bool is_held() const { return is_held_; }

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  std::unique_ptr<sqlite3, Close> connection_;
  bool is_held_ = false;
};

}  // namespace skald::chaos
