// FALD*, FALD with deterministic control variates. As VR-FALD* (see control_variates.hpp), but what
// a client subtracts is its full gradient at the reference point Y, which it keeps, not an estimate
// on the step's minibatch:
//
//   theta^c <- theta^c - (h / w_c) (ghat_c(theta^c) - grad U_c(Y)) - h grad U(Y) + noise as in FALD
//
// so that a step costs one minibatch gradient instead of two, and minibatch noise is not reduced.
// With full batches the two are one algorithm.

#include "skald/parts/langevin/control_variates.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : ControlVariateOptions {};
constexpr auto options = control_variate_options<Options>();

class FaldStar final : public ControlVariates {
 public:
  explicit FaldStar(const Options& o) : ControlVariates(o) {}

  bool law(LangevinLaw& law) const override { return full_batch() && ControlVariates::law(law); }

 private:
  ConstBlock gradient_at_reference(Context&, const Rows&, Index c, Index) override {
    return client_gradient(c);
  }
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FaldStar, Options, options>(
    {.name = "fald_star",
     .numerics_revision = 3,
     .summary = "FALD*: federated averaging Langevin dynamics with deterministic control variates",
     .reference = "Plassier, Moulines and Durmus (2023), equations 8 to 10, with the full gradient "
                  "at the reference point",
     .side_by_side = "the clients of a round"});
