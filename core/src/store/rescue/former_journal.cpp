#include "store/rescue/former_journal.hpp"

#include <algorithm>

#include "record/records.hpp"

namespace skald::store {
namespace fs = std::filesystem;
namespace {

bool has_content(const fs::path& file) {
  std::error_code none;
  const std::uintmax_t bytes = fs::file_size(file, none);
  return !none && bytes > 0;
}

bool is_taken(const fs::path& file) {
  std::error_code none;
  return fs::exists(fs::symlink_status(file, none));
}

}  // namespace

std::string time_for_name() {
  std::string text = record::to_text(record::now());
  text.erase(text.find('.'), 4);
  std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
  return text;
}

fs::path set_aside(const fs::path& journal) {
  const std::string name = journal.string() + ".former-" + time_for_name();
  fs::path aside = name;
  for (int number = 2; is_taken(aside); ++number) aside = name + "-" + std::to_string(number);
  fs::rename(journal, aside);
  return aside;
}

std::vector<std::string> set_aside_journals_of(const fs::path& database) {
  std::vector<std::string> sentences;
  if (has_content(database)) return sentences;
  for (const std::string suffix : {"-wal", "-journal"}) {
    const fs::path journal = database.string() + suffix;
    if (has_content(journal)) {
      sentences.push_back(journal.string() +
                          " was left by a database of that name, which was deleted or renamed "
                          "after a sweep had been killed, and is now " +
                          set_aside(journal).string() +
                          "; if that database is NAME now, call it NAME" + suffix +
                          " before you open NAME");
    }
    fs::remove(journal);
  }
  fs::remove(database.string() + "-shm");
  return sentences;
}

}  // namespace skald::store
