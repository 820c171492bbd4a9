// A sampler that stays at its option `offset` times a constant of its build, so that two builds of
// it give different numbers with the same name, version and numerics revision.
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  double offset = 1;
};
constexpr std::array options{option("offset", &Options::offset, "where it stands")};

class Rebuilt final : public Sampler {
 public:
  explicit Rebuilt(const Options& o) : place_(o.offset * REBUILT_SCALE) {}

  void start(Context&, Block) override {}
  void advance(Context&, Index, Block theta) override { theta.matrix().setConstant(place_); }

 private:
  double place_;
};

}  // namespace

SKALD_PLUGIN = plugin<Rebuilt, Options, options>(
    {.name = "rebuilt", .numerics_revision = 1, .summary = "Stands still", .reference = ""});
