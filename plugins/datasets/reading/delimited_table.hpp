// A table from rows of fields: numbers, words, a target, natural clients.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading/decoded_table.hpp"
#include "reading/delimited_rows.hpp"
#include "skald/options.hpp"
#include "skald/random.hpp"

namespace skald {

// The options of data set csv; see there.
struct DelimitedOptions {
  std::string_view separator = "comma";
  bool header = true;
  std::string_view target;
  std::string_view task = "classification";
  std::optional<std::string_view> categorical;
  std::optional<std::string_view> ignore;
  std::optional<std::string_view> columns;
  std::optional<std::string_view> group;
  std::string_view encoding = "one_hot";
  std::string_view missing = "refuse";
  std::optional<std::string_view> missing_words;
  std::string_view decimal = "point";
  std::string_view constant = "refuse";
  bool standardize = true;
  std::optional<Numbers> center;  // of the columns that standardize would scale, in their order
  std::optional<Numbers> scale;
  bool standardize_target = false;
  bool intercept = true;
  double test_fraction = 0.2;
  std::string_view labels;  // names of all columns of a file without header, separated by commas
};

// Rows of `data` in random order (role split), the first of them for training; with `test`, the
// rows of `data` for training and those of `test` for testing, in their order. Words get their
// numbers from all rows (LabelNumbers); means and variances come from the training rows alone. A
// column is constant where it has one value in all rows of `data`; one that only the split makes so
// is scaled by 1. Throws std::runtime_error that names file, line, column, found and expected; also
// where an option names a column that occurs twice, and where the table would hold more than
// `largest` numbers.
DecodedTable read_delimited(DelimitedText data, std::optional<DelimitedText> test,
                            const DelimitedOptions& options, const Random& random,
                            Index largest = Index{1} << 31);

// What such a table owes to statistics of its training rows. `columns_are_public`: which columns,
// words and labels there are is known without the rows, as of a published set.
std::vector<PrivateInput> private_inputs(const DelimitedOptions& options, bool columns_are_public);

// All options that change the table, as text: part of a cache key.
std::string recipe_of(const DelimitedOptions& options);

// The rows of an option table that give public constants of standardisation.
template <class Options>
constexpr std::array<Option<Options>, 2> scaling_options() {
  return {
      inherited<Options>("center", &DelimitedOptions::center,
                         "constants that standardize subtracts, chosen without looking at the "
                         "data: one per numeric or ordinal column, in their order; if omitted, the "
                         "means of the training rows, which are a private input"),
      inherited<Options>(
          "scale", &DelimitedOptions::scale,
          "constants that standardize divides by, all positive; to be given together with center")};
}

}  // namespace skald
