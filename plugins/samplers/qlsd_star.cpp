// QLSD*, QLSD with a fixed control variate. Clients compress the change of their gradients since a
// reference point theta*, both on the same minibatch:
//
//   theta <- theta - h [grad U(theta*) + (N / S) sum_{c in cohort} C(ghat_c(theta) -
//   ghat_c(theta*))]
//                  + sqrt(2 h T) xi
//
// theta* is the start of each chain: started at the mode, grad U(theta*) is zero, the rule is the
// published one, and the compressor's variance vanishes where the chain lives. From any other start
// the drift is unbiased as well. grad U_c(theta*) goes up once, at the start.

#include "skald/parts/langevin/compressed_langevin.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedLangevinOptions {};
constexpr auto options = compressed_langevin_options<Options>();

class QlsdStar final : public CompressedLangevin {
 public:
  explicit QlsdStar(const Options& o) : CompressedLangevin(o) {}

  void start(Context& context, Block theta) override {
    CompressedLangevin::start(context, theta);
    reference_ = theta.matrix();
    reference_gradient_.start(context.slots());
    full_gradient_.setZero(theta.rows, theta.cols);
    Eigen::MatrixXd gradient(theta.rows, theta.cols);
    for (Index c = 0; c < context.problem.clients(); ++c) {
      context.problem.gradient(c, theta, view(gradient));
      full_gradient_ += gradient;
      context.ledger.bits_up += static_cast<double>(theta.cols) * vector_bits(theta.rows);
    }
  }
  bool law(LangevinLaw& law) const override { return law_of_ula(law); }

 private:
  void iterate(Context& context, std::int64_t k) override {
    const auto change = [&](const Sender& at, const Rows& rows, Block out) {
      Eigen::MatrixXd& at_reference = reference_gradient_[at.slot];
      at_reference.resize(out.rows, out.cols);
      const ConstBlock reference = view(reference_).columns(at.first, out.cols);
      context.problem.gradient(at.client, rows, reference, view(at_reference));
      context.problem.gradient(at.client, rows, theta().columns(at.first, out.cols), out);
      out.matrix() -= at_reference;
    };
    upload(context, k, change);
    move(context, k, view(full_gradient_));
  }
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"reference", view(reference_)});
    state.push_back({"full_gradient", view(full_gradient_)});
  }

  Eigen::MatrixXd reference_, full_gradient_;  // theta*, grad U(theta*)
  PerSlot<Eigen::MatrixXd> reference_gradient_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<QlsdStar, Options, options>(
    {.name = "qlsd_star",
     .numerics_revision = 2,
     .summary = "QLSD*: QLSD of gradient differences from a fixed reference point, the start",
     .reference = "Vono et al. (2022), QLSD: quantised Langevin stochastic dynamics for Bayesian "
                  "federated learning",
     .side_by_side = "the clients of a round",
     .no_eps = "clients send gradients without noise; take qlsd or qlsd_pp, whose noise "
               "may be the clients' (noise_by)"});
