// The result of a check of the conformance kit.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace skald::conformance {

// A score, in standard errors, that is so large that no finding is due to chance:
// P(|z| > 6.5) = 8e-11 for a normal variable, 2e-10 for Student's t of 500 degrees.
inline constexpr double kLargestScore = 6.5;

// not_checked: nothing that the plugin promises has been tried, so that it has not passed.
// undecided: it was to be tried, but there was no time to, or not enough.
enum class Verdict { passed, failed, skipped, not_checked, undecided };
constexpr Verdict last_of(Verdict) { return Verdict::undecided; }

// One promise of the SDK, and whether it was kept.
struct Finding {
  std::string check;  // a few words that name the promise
  Verdict verdict = Verdict::passed;
  std::string expected, found;  // found: "" if the promise is kept; if it was not tried, why
  std::string advice;           // what a failure means, and where to look
  std::string sees;             // the smallest fault that the check can see; "": any
};

inline Finding passed(std::string check, std::string expected) {
  return {std::move(check), Verdict::passed, std::move(expected), {}, {}, {}};
}
inline Finding skipped(std::string check, std::string why) {
  return {std::move(check), Verdict::skipped, {}, std::move(why), {}, {}};
}
inline Finding not_checked(std::string check, std::string why) {
  return {std::move(check), Verdict::not_checked, {}, std::move(why), {}, {}};
}
inline Finding undecided(std::string check, std::string why) {
  return {std::move(check), Verdict::undecided, {}, std::move(why), {}, {}};
}
// A finding about a promise; `found` says how it was broken, and is empty if it was kept.
inline Finding finding(std::string check, std::string expected, std::string found,
                       std::string advice) {
  if (found.empty()) return passed(std::move(check), std::move(expected));
  return {std::move(check), Verdict::failed,   std::move(expected),
          std::move(found), std::move(advice), {}};
}

// The first thing that is checked of a plugin of any kind: what it leaves, twice, with one seed.
// Where that differs, every other comparison of two calls would differ, too, whatever it is about.

// `found`: how the second time differs from the first; "" if it does not.
inline Finding repetition(std::string found) {
  return finding("same seed twice, same bits",
                 "a second object that is asked for the same gives it, bit for bit",
                 std::move(found),
                 "something that no seed decides enters: a generator without a seed, a clock, id() "
                 "or an address, the order of a set, threads, memory that was not written before "
                 "it was read, or what objects share");
}

// In place of the comparisons that say nothing where repetition() has failed.
inline Finding no_comparisons() {
  return not_checked("what compares two calls",
                     "two that should be the same differ; mend that first");
}

}  // namespace skald::conformance
