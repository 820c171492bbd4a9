// A correct plugin, which shows the options that it was created with.
#include "echo.hpp"

#include <stdexcept>

#include "plain_model.hpp"

namespace {

struct Options {
  bool flag = true;
  std::int64_t count = 3;
  double number = 0.5;
  std::optional<double> maybe;
  std::string_view text = "none";
  skald::Numbers array;
};

constexpr std::array options{
    skald::option("flag", &Options::flag, "a boolean"),
    skald::option("count", &Options::count, "an integer; 13 contradicts everything")
        .at_least(1)
        .symbol("K"),
    skald::option("number", &Options::number, "a number").above(0).at_most(1).symbol("ρ"),
    skald::option("maybe", &Options::maybe, "an optional number"),
    skald::option("text", &Options::text, "a word").one_of("none|some|all of them"),
    skald::option("array", &Options::array, "a matrix").at_least(0)};

class EchoModel final : public PlainModel {
 public:
  explicit EchoModel(const Options& o) {
    if (o.count == 13) throw std::invalid_argument("count and number contradict each other");
    echo_ = {o.flag, o.count, o.number, o.maybe, o.text, o.array, nullptr};
  }
  ~EchoModel() override {
    if (echo_.farewell) echo_.farewell(echo_.text);
  }
  const void* extension(const char* id) const override {
    return std::string_view(id) == Echo::id ? &echo_ : nullptr;
  }

 private:
  Echo echo_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<EchoModel, Options, options>({.name = "echo",
                                                           .version = "1.2.3",
                                                           .numerics_revision = 4,
                                                           .summary = "Shows its options",
                                                           .reference = "Nobody (1900)"});
