// A plugin with a default that its own bounds forbid.
#include "plain_model.hpp"

namespace {

struct Options {
  double step = 0;
};

constexpr std::array options{skald::option("step", &Options::step, "step h").above(0)};

class Model final : public PlainModel {
 public:
  explicit Model(const Options&) {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Model, Options, options>({.name = "default_out_of_range",
                                                       .numerics_revision = 1,
                                                       .summary = "A model of nothing",
                                                       .reference = ""});
