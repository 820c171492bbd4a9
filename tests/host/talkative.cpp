// A sampler that does not move and records many numbers about itself.
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  std::string_view says = "nothing";
  std::int64_t count = 1;
  std::int64_t series = 0;
};

constexpr std::array options{
    option("says", &Options::says, "what it says")
        .one_of("nothing|names|long_name|control|vector|kinds|escapes|large"),
    option("count", &Options::count, "how many names, items or bytes of it").at_least(0),
    option("series", &Options::series, "a number in its names")};

class Talkative final : public Sampler {
 public:
  explicit Talkative(const Options& o) : says_(o.says), count_(o.count), series_(o.series) {}

  Output output() const override { return Output::point_estimate; }
  void start(Context&, Block theta) override { theta_ = theta.matrix(); }
  void advance(Context& context, Index iterations, Block theta) override {
    theta.matrix() = theta_;
    speak(context.recorder, context.iteration + iterations);
  }
  std::span<const NamedBlock> state() override {
    state_ = {NamedBlock{"theta", view(theta_)}};
    return state_;
  }

 private:
  void speak(Recorder& recorder, std::int64_t iteration) const {
    if (says_ == "names") {
      for (std::int64_t i = 0; i < count_; ++i) {
        std::string name = "x";
        name.append(std::to_string(series_)).append("_").append(std::to_string(i));
        recorder.record(name.c_str(), static_cast<double>(i));
      }
    }
    if (says_ == "long_name") {
      recorder.record(std::string(static_cast<std::size_t>(count_), 'x').c_str(), 1);
    }
    if (says_ == "control") recorder.record("a\x1b[2J\u202e", 1);
    if (says_ == "vector") record_vector(recorder, iteration);
    if (says_ == "kinds") {
      recorder.record("norm", 1);
      record_vector(recorder, iteration);
    }
    if (says_ == "escapes") throw std::runtime_error("\x1b[2J\u009b31m\u202e\xff stop");
    if (says_ == "large") {
      throw std::runtime_error(std::string(static_cast<std::size_t>(count_), 'x'));
    }
  }
  // Item 1 has no value; those of the others are computed from the item's number and the clock.
  void record_vector(Recorder& recorder, std::int64_t iteration) const {
    std::vector<double> values(static_cast<std::size_t>(count_));
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<double>(i) + 0.5 * static_cast<double>(iteration);
    }
    if (values.size() > 1) values[1] = std::numeric_limits<double>::quiet_NaN();
    recorder.record_vector("norm", values);
  }

  std::string says_;
  std::int64_t count_, series_;
  Eigen::MatrixXd theta_;
  std::array<NamedBlock, 1> state_{};
};

}  // namespace

SKALD_PLUGIN = plugin<Talkative, Options, options>({.name = "talkative",
                                                    .numerics_revision = 1,
                                                    .summary = "Says much about itself",
                                                    .reference = ""});
