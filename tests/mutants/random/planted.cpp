// A module with mistakes to be made in it, for random_mutants_test.py: what its test below finds
// and what it does not is known.
#include <cstdlib>
#include <vector>

namespace planted {

constexpr int kSize = 2 + 1;  // no function's: no mutant

constexpr bool odd(int n) { return n % 2 == 1; }  // evaluated by the compiler below
static_assert(odd(3));

struct Range {
  int begin = 0, end = 0;
  bool holds(int i) const { return begin <= i && i < end; }
};

double mean(const std::vector<double>& values) {
  double sum = 0.5;
  sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

struct Text {
  int length;
};
constexpr Text operator+(Text a, Text b) { return {a.length + b.length}; }
Text joined(Text a, Text b) { return a + b; }

int clipped(int value) { return std::min(value, kSize); }

void empty(std::vector<int>& values) { values.clear(); }

int halvings(int n) {
  int count = 0;
  while (n > 1) {
    n = n / 2;
    ++count;
  }
  return count;
}

}  // namespace planted

int main() {
  using namespace planted;
  std::vector<int> some{1};
  empty(some);
  const bool right = Range{1, 3}.holds(1) && !Range{1, 3}.holds(3) && mean({1, 2, 6}) == 3 &&
                     joined({2}, {3}).length == 5 && clipped(7) == 3 && some.empty() &&
                     halvings(8) == 3;
  std::exit(right ? 0 : 1);
}
