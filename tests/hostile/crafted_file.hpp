// A database as an attacker edits it: without what the store does against mistakes, and sealed
// again by the store's own functions, so that seals hide nothing.
#pragma once

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct sqlite3;

namespace skald::hostile {

// What an attack wants cannot be in a file, such as a text in a row's id.
struct Impossible : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class CraftedFile {
 public:
  // Opens or creates the file.
  explicit CraftedFile(const std::filesystem::path& file);

  // Runs any statements, with no constraint checked but those of keys. Throws Impossible if SQLite
  // refuses one.
  void execute(const std::string& sql);
  // Returns the first column of all rows, as texts.
  std::vector<std::string> texts(const std::string& sql);
  std::string text(const std::string& sql) { return texts(sql).at(0); }

  // Replaces the table by one that takes values of any type until restore(), which gives it back
  // its definition and leaves the values.
  void loosen(const std::string& table);
  void restore(const std::string& table);
  // Makes `sql` the stored definition of an object, whatever it says.
  void define(const std::string& name, const std::string& sql);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  void reopen();

  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> database_;
  std::string definition_;  // of the loosened table
};

// Seals runs with their artifacts, declarations and audits as they are now, as far as the file can
// be read.
void seal_again(const std::filesystem::path& file);

// The value of an SQL expression for these bytes as a text.
std::string sql_text(std::string_view bytes);

}  // namespace skald::hostile
