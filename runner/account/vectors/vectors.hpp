// Epsilons that others have computed, judged by certified bounds.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "account/account_question.hpp"
#include "record/study_runs.hpp"

namespace skald {

// What somebody says of a release: that it has this epsilon at the question's delta. Nothing: its
// bounds are asked for.
struct AccountVector {
  std::size_t number = 0;  // the line of a CSV file, or which item of a JSON list
  AccountQuestion question;
  std::optional<double> eps;
};

// Reads a CSV file with a header, or a JSON list of objects with these keys, in any order:
// noise_multiplier (over the sensitivity) or noise_over_clip and delta, eps where one is claimed,
// and, unless they are gaussian, none, add_remove, 1 and 1: mechanism, sampling, relation, rate,
// steps. eps_low, eps_high, verdict and note are read over. Throws UsageError with the file, the
// place, what is wrong and what to do.
std::vector<AccountVector> read_vectors(std::string_view text, const std::string& file);

// agrees: at most 1e-6 below what is attained, and 1e-4 above what is certified. looser: above
// that. below: less than a certified lower bound, so that it is no guarantee. not_covered: the
// accountant has no bounds for the setting.
enum class Verdict { agrees, looser, below, not_covered };
std::string_view name_of(Verdict verdict);

struct JudgedVector {
  AccountVector vector;
  privacy::Guarantee bounds;  // by pld; of no meaning where it is not covered
  std::optional<Verdict> verdict;
  std::string why;  // it is not covered
};

// With bounds of about that relative error, which is above 0.
std::vector<JudgedVector> judged(const std::vector<AccountVector>& vectors, double relative_error);

// One row for each: for people, and with its setting, which read_vectors() reads again.
record::ResultTable table_of(const std::vector<JudgedVector>& vectors);
record::ResultTable full_table_of(const std::vector<JudgedVector>& vectors);

// Lines: "183 vectors: 150 agree, 33 looser, 0 below a certified lower bound", and for each reason
// why a vector is not covered, the first of those.
std::string summary_of(const std::vector<JudgedVector>& vectors);

std::size_t count(const std::vector<JudgedVector>& vectors, Verdict verdict);

}  // namespace skald
