#include "run/examined_features.hpp"

#include <mutex>
#include <set>
#include <span>
#include <string>

#include "data/file_cache.hpp"

namespace skald::run {

void examined_features(const Table& table, const std::function<void()>& examination) {
  static std::mutex mutex;
  static std::set<std::string> passed;
  const std::string digest = table.digest;
  if (digest.empty()) return examination();
  const std::lock_guard lock(mutex);
  if (passed.contains(digest)) return;
  static constexpr std::string_view kVerdict = "examined";
  bool is_done = false;
  const auto word = data::cached_file(digest + ".examined", [&] {
    examination();
    is_done = true;
    return data::FileParts{std::as_bytes(std::span(kVerdict))};
  });
  if (!word && !is_done) examination();
  passed.insert(digest);
}

}  // namespace skald::run
