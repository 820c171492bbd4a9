#include "conformance/plugin_checks.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "conformance/finding.hpp"
#include "conformance/kit_run.hpp"
#include "observables/observable_view.hpp"
#include "plugin_host/handshake.hpp"

namespace skald::conformance {
namespace {

// Draws per chain at each record.
constexpr Index kRecords[] = {0, 1, 2, 3, 10, 50, KitRun::most_draws};

Need without(Need needs, Need others) {
  return static_cast<Need>(static_cast<std::uint64_t>(needs) & ~static_cast<std::uint64_t>(others));
}

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

std::string all_digits(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, std::end(digits), value).ptr};
}

std::string at_draws(Index draws) {
  return " at " + std::to_string(draws) + (draws == 1 ? " draw" : " draws") + " per chain";
}

class UnreadNotes final : public Notes {
 public:
  void add(std::string_view) override {}
};

// A metric at one record.
struct Look {
  Index draws = 0;
  double value = 0, again = 0;  // of what the host shows
  double of_copies = 0;         // of copies of it whose columns are further apart
  bool intact = true;
};

class MetricChecks {
 public:
  MetricChecks(const std::string& name, Need needs, const Make<Metric>& make)
      : name_(name), needs_(needs), make_(make) {}

  std::vector<Finding> check() {
    try {
      look_anew(KitRun::most_draws);
    } catch (const std::invalid_argument& refusal) {
      return {skipped("metric", std::string("refuses the kit's run: ") + refusal.what())};
    } catch (const std::logic_error&) {
      if (undeclared_.empty()) throw;
      return {declared()};
    }
    follow_run();
    const Finding first = of_new_objects();
    if (first.verdict != Verdict::passed)
      return {first, declared(), used(), defined(), untouched(), no_comparisons()};
    return {first, declared(), used(), defined(), repeated(), forgetful(), untouched(), strided()};
  }

 private:
  // Evaluates the metric with an object that has seen nothing else.
  Look look_anew(Index draws) {
    KitRun run(needs_);
    run.draw_until(draws);
    return look(*make_(), run, draws);
  }
  // Evaluates one object at every record of a run.
  void follow_run() {
    const auto metric = make_();
    KitRun run(needs_);
    for (const Index draws : kRecords) {
      run.draw_until(draws);
      try {
        looks_.push_back(look(*metric, run, draws));
      } catch (const std::exception& error) {
        if (undeclared_.empty()) thrown_ = error.what() + at_draws(draws);
      }
    }
  }
  Look look(const Metric& metric, KitRun& run, Index draws) {
    const Eigen::MatrixXd prediction = run.mean_prediction();
    observables::RecordedValues values{run.observables(), run.costs(), run.published_claim(),
                                       view(prediction), run.random()};
    const observables::ObservableView shown(name_, needs_, values);
    const WatchedObservables watched(shown);
    try {
      const double of_copies = metric.value(watched);
      UnreadNotes notes;
      metric.notes(watched, notes);
      read_ = read_ | watched.read();
      const double value = metric.value(shown);
      return {draws, value, metric.value(shown), of_copies, watched.intact()};
    } catch (const std::logic_error&) {
      if (undeclared_.empty()) undeclared_ = watched.refusal();
      throw;
    }
  }
  // Returns what `fault` says of the first look in which it finds one.
  template <class Fault>
  std::string first(Fault fault) const {
    for (const Look& look : looks_) {
      const std::string found = fault(look);
      if (!found.empty()) return found + at_draws(look.draws);
    }
    return "";
  }

  Finding declared() const {
    return finding("declared needs", "only observables that `needs` declares are read", undeclared_,
                   "add it to `needs` in the plugin's description: the host provides nothing else");
  }
  Finding used() const {
    return finding("declared needs are read", "every declared need is read at some record",
                   plugin_host::needs_text(without(needs_, read_)),
                   "remove it from `needs`: it costs time, and runs without it are refused");
  }
  Finding defined() const {
    std::string found = thrown_;
    if (found.empty()) {
      found = first([](const Look& look) {
        const bool last = look.draws == KitRun::most_draws;
        const bool right = std::isfinite(look.value) || (std::isnan(look.value) && !last);
        return right ? "" : all_digits(look.value);
      });
    }
    return finding("values", "a number, or NaN if there are too few draws (or none)", found,
                   "return NaN if there is no value yet, and do not throw: the first record may "
                   "come before the first draw");
  }
  Finding of_new_objects() {
    const double once = look_anew(KitRun::most_draws).value;
    const double twice = look_anew(KitRun::most_draws).value;
    return repetition(same(once, twice) ? "" : all_digits(twice) + " after " + all_digits(once));
  }
  Finding repeated() const {
    return finding("same observables, same value",
                   "a second call returns the same value, bit for bit", first([](const Look& look) {
                     return same(look.value, look.again)
                                ? ""
                                : all_digits(look.again) + " after " + all_digits(look.value);
                   }),
                   "keep nothing between calls, and take random choices from random() alone");
  }
  Finding forgetful() {
    const std::string found = first([&](const Look& look) -> std::string {
      const double anew = look_anew(look.draws).value;
      if (same(anew, look.value)) return "";
      return all_digits(look.value) + ", of a new object " + all_digits(anew);
    });
    return finding("no memory of earlier records",
                   "an object that saw earlier records returns the same value, bit for bit", found,
                   "keep nothing between calls or objects: it would be missing in a run resumed "
                   "from a checkpoint");
  }
  Finding untouched() const {
    return finding("observables unchanged", "blocks are read, not written",
                   first([](const Look& look) {
                     return look.intact ? "" : "memory in or beside a block was written";
                   }),
                   "copy what is to be changed: other metrics see the same numbers");
  }
  Finding strided() const {
    return finding(
        "columns are found by their stride", "the same value for blocks with a larger stride",
        first([](const Look& look) -> std::string {
          const double error = std::abs(look.of_copies - look.value);
          const bool close = error <= 1e-9 * (1 + std::abs(look.value));
          return close || same(look.of_copies, look.value)
                     ? ""
                     : all_digits(look.of_copies) + " instead of " + all_digits(look.value);
        }),
        "use column() and matrix(): column j of a block begins at data + j * stride");
  }

  const std::string& name_;
  Need needs_;
  const Make<Metric>& make_;
  std::vector<Look> looks_;
  Need read_ = Need::nothing;
  std::string undeclared_, thrown_;
};

}  // namespace

std::vector<Finding> check_metric(const std::string& name, Need needs, const Make<Metric>& make) {
  return MetricChecks(name, needs, make).check();
}

}  // namespace skald::conformance
