// Examines whether a study is as it was stored, while its runs are read.
#pragma once

#include <exception>
#include <future>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/database_check.hpp"
#include "store/store_reader.hpp"

namespace skald::store {

// Two connections that see one state of a file: the second is used by another thread, to examine
// the seals of runs, which takes longer than reading the runs.
class Examination {
 public:
  // Renews `reader`, which must outlive the examination, and not be renewed while it lasts.
  explicit Examination(StoreReader& reader);
  // Waits for the other thread.
  ~Examination() = default;
  Examination(const Examination&) = delete;
  Examination& operator=(const Examination&) = delete;

  // Whether there is a second connection. There is none if the file cannot be opened twice, or is
  // written at this very moment; then all is examined after `work`.
  bool is_parallel() const { return twin_.has_value(); }

  // Returns work(), which reads the study by `reader`, once the examination of require_sound() has
  // ended, which goes on meanwhile. Throws what require_sound() throws, whatever `work` throws:
  // what it reads may be damaged.
  template <class Work>
  auto during(const std::string& study, Reading reading, const Work& work) {
    begin(study, reading);
    std::optional<decltype(work())> result;
    std::exception_ptr trouble;
    try {
      result.emplace(work());
    } catch (...) {
      trouble = std::current_exception();
    }
    finish();
    if (trouble) std::rethrow_exception(trouble);
    return *std::move(result);
  }

 private:
  void begin(const std::string& study, Reading reading);
  void finish() const;

  StoreReader& reader_;
  std::optional<StoreReader> twin_;
  std::string study_;
  Reading reading_ = Reading::anything;
  std::shared_future<std::vector<std::string>> broken_;  // last, since its end waits for the thread
};

}  // namespace skald::store
