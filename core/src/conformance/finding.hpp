// The result of a check of the conformance kit.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace skald::conformance {

enum class Verdict { passed, failed, skipped };

// One promise of the SDK, and whether it was kept.
struct Finding {
  std::string check;  // a few words that name the promise
  Verdict verdict = Verdict::passed;
  std::string expected, found;  // found: "" if the promise is kept; if skipped, why
  std::string advice;           // what a failure means, and where to look
};

inline Finding passed(std::string check, std::string expected) {
  return {std::move(check), Verdict::passed, std::move(expected), {}, {}};
}
inline Finding skipped(std::string check, std::string why) {
  return {std::move(check), Verdict::skipped, {}, std::move(why), {}};
}
// A finding about a promise; `found` says how it was broken, and is empty if it was kept.
inline Finding finding(std::string check, std::string expected, std::string found,
                       std::string advice) {
  if (found.empty()) return passed(std::move(check), std::move(expected));
  return {std::move(check), Verdict::failed, std::move(expected), std::move(found),
          std::move(advice)};
}

}  // namespace skald::conformance
