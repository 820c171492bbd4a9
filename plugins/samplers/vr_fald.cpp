// VR-FALD*, FALD with control variates (see control_variates.hpp). A client subtracts its gradient
// at the reference point Y on the minibatch of the step,
//
//   theta^c <- theta^c - (h / w_c) (ghat_c(theta^c) - ghat_c(Y)) - h grad U(Y) + noise as in FALD
//
// On Gaussian problems the stationary mean is exact for every p_c, q_cv > 0 and rho.

#include <stdexcept>

#include "skald/parts/langevin/control_variates.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : ControlVariateOptions {};
constexpr auto options = control_variate_options<Options>();

class VrFald final : public ControlVariates {
 public:
  explicit VrFald(const Options& o) : ControlVariates(o) {
    if (!o.clip || !o.batch) return;
    throw std::invalid_argument(
        "with a clip, a client subtracts the gradients that it has sent, which are of all its "
        "rows: leave batch out, or choose fald_star");
  }

  void start(Context& context, Block theta) override {
    ControlVariates::start(context, theta);
    gradient_.start(context.slots());
  }

 private:
  // ghat_c(Y); the stored gradient where the batch is everything.
  ConstBlock gradient_at_reference(Context& context, const Rows& batch, Index c,
                                   Index slot) override {
    if (batch.count == context.problem.examples(c)) return client_gradient(c);
    const ConstBlock y = point();
    Eigen::MatrixXd& gradient = gradient_[slot];
    gradient.resize(y.rows, y.cols);
    context.problem.gradient(c, batch, y, view(gradient));
    return view(gradient);
  }

  PerSlot<Eigen::MatrixXd> gradient_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<VrFald, Options, options>(
    {.name = "vr_fald",
     .numerics_revision = 3,
     .summary = "VR-FALD*: federated averaging Langevin dynamics with control variates",
     .reference = "Plassier, Moulines and Durmus (2023), algorithm 3, equations 8 to 10",
     .side_by_side = "the clients of a round"});
