// No privacy mechanism: messages leave as they are, eps is infinite.

#include "skald/mechanism.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options {};
constexpr std::array<Option<Options>, 0> options{};

class None final : public Mechanism {
 public:
  explicit None(const Options&) {}

  void prepare(const Accountant&) override {}
  NoiseLaw law(Index) const override { return {}; }
  std::optional<Claim> claim() const override { return {}; }
  bool is_thread_safe() const override { return true; }
  void privatize(const Random&, Stream, std::int64_t, const Sensitivity&, Block) const override {}
};

}  // namespace

SKALD_PLUGIN = skald::plugin<None, Options, options>(
    {.name = "none",
     .numerics_revision = 1,
     .summary = "No privacy mechanism: messages are sent as they are",
     .reference = ""});
