// HMC, Hamiltonian Monte Carlo on the potential V = U / T of all rows; one iteration is one
// trajectory (see hamiltonian_chains.hpp). Centralised and exact: the reference that other samplers
// are compared with. Draws of the warm-up belong to the burn-in. Records `accept_rate`, the mean
// acceptance probability after warm-up.

#include <array>
#include <span>

#include "skald/extensions/draw_times.hpp"
#include "skald/parts/hamiltonian/hamiltonian_chains.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : HamiltonianOptions {
  double temp = 1;
};
constexpr auto options = append(
    hamiltonian_options<Options>(),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T)").symbol("T").above(0));

class Hmc final : public Sampler, public DrawTimes {
 public:
  explicit Hmc(const Options& o) : options_(o), chains_(o) {}

  double temperature() const override { return options_.temp; }
  void start(Context& context, Block theta) override {
    chains_.start(theta, Target{context.problem, options_.temp});
    state_ = chains_.state();
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      const auto draw = [&](Eigen::MatrixXd& momentum, Eigen::MatrixXd& uniforms) {
        context.random.normal({Role::momentum}, k, view(momentum));
        context.random.uniform({Role::acceptance}, k, view(uniforms));
      };
      chains_.trajectory(k, draw, Target{context.problem, options_.temp});
    }
    if (end > options_.warm_up) {
      context.recorder.record("accept_rate", chains_.accept_rate(end - options_.warm_up));
    }
    theta.matrix() = chains_.theta();
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool is_draw(std::int64_t iterations) const override { return iterations > options_.warm_up; }

 private:
  // V = U / T.
  struct Target {
    Problem& problem;
    double temp;

    void gradient(const Eigen::MatrixXd& at, Eigen::MatrixXd& out) const {
      problem.gradient(Problem::everyone, view(at), view(out));
      out /= temp;
    }
    void potential(const Eigen::MatrixXd& at, Eigen::MatrixXd& out) const {
      problem.potential(Problem::everyone, view(at),
                        {out.data(), static_cast<std::size_t>(out.size())});
      out /= temp;
    }
  };

  Options options_;
  HamiltonianChains chains_;
  std::array<NamedBlock, 8> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Hmc, Options, options>(
    {.name = "hmc",
     .numerics_revision = 2,
     .summary = "Hamiltonian Monte Carlo, with step size and diagonal mass matrix adapted during "
                "warm-up (centralised reference)",
     .reference = "Neal (2011), MCMC using Hamiltonian dynamics; Hoffman and Gelman (2014)",
     .no_eps = "whether a move is accepted depends on all rows without noise; take fa_ld "
               "and set its clip"});
