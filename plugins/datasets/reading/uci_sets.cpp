#include "reading/uci_sets.hpp"

#include <array>

namespace skald {
namespace {

constexpr DelimitedOptions set(const char* separator, const char* target, const char* task) {
  DelimitedOptions options;
  options.separator = separator;
  options.header = false;
  options.target = target;
  options.task = task;
  options.missing = "drop_row";
  options.constant = "drop";
  return options;
}

constexpr DelimitedOptions labels(const char* separator, const char* target) {
  return set(separator, target, "classification");
}

constexpr DelimitedOptions labels(const char* separator, const char* target,
                                  const char* categorical) {
  DelimitedOptions options = set(separator, target, "classification");
  options.categorical = categorical;
  return options;
}

// The publisher has replaced missing values by means and most frequent words; copies that mark them
// as missing are read in the same way.
constexpr DelimitedOptions imputed(DelimitedOptions options) {
  options.missing = "impute";
  return options;
}

// The target is the last column that is not ignored.
constexpr DelimitedOptions numbers(const char* target, const char* ignored = "") {
  DelimitedOptions options = set("blank", target, "regression");
  options.ignore = ignored;
  return options;
}

constexpr std::array kSets{
    UciSet{"german.data", labels("blank", "21", "1,3,4,6,7,9,10,12,14,15,17,19,20")},
    UciSet{"german.data-numeric", labels("blank", "25")},
    UciSet{"australian.dat", imputed(labels("blank", "15"))},
    UciSet{"processed.cleveland.data", labels("comma", "14")},
    UciSet{"pima-indians-diabetes.csv", labels("comma", "9")},
    UciSet{"spambase.data", labels("comma", "58")},
    UciSet{"ionosphere.csv", labels("comma", "35")},
    UciSet{"sonar.csv", labels("comma", "61")},
    UciSet{"bostonHousing.txt", numbers("14")},
    UciSet{"concrete.txt", numbers("9")},
    UciSet{"energy.txt", numbers("9")},
    UciSet{"kin8nm.txt", numbers("9")},
    UciSet{"naval-propulsion-plant.txt", numbers("17", "18")},
    UciSet{"power-plant.txt", numbers("5")},
    UciSet{"protein-tertiary-structure.txt", numbers("10")},
    UciSet{"wine-quality-red.txt", numbers("12")},
    UciSet{"yacht.txt", numbers("7")}};

}  // namespace

std::span<const UciSet> uci_sets() { return kSets; }

}  // namespace skald
