// Consensus Monte Carlo and its kin: embarrassingly parallel sampling. Every client samples its own
// subposterior exp(-U_c / T), its share of the prior included, by Hamiltonian Monte Carlo (see
// hamiltonian_chains.hpp), for warm_up iterations and then `samples` more, which it sends to the
// server: the only communication, counted in bits but not as a round. From then on no client works,
// and every iteration is one draw from the product of the subposteriors by the server (see
// subposterior_product.hpp):
//
//   consensus       weighted averages of the clients' t-th samples, t = 1, 2, ..., from the start
//                   again after the last
//   parametric      the Gaussian with the product's moments: independent draws
//   nonparametric, semiparametric    kernel estimates, their bandwidth t^{-1/(4+d)} at draw t; the
//                   chain over indices mixes slowly, watch ess and r_hat
//
// The first warm_up + samples iterations, whose estimate is the average of the clients' states,
// belong to the burn-in.

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "consensus/subposterior_product.hpp"
#include "skald/extensions/draw_times.hpp"
#include "skald/parts/hamiltonian/hamiltonian_chains.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : HamiltonianOptions {
  std::string_view product = "consensus";
  std::int64_t samples = 1000;
  double temp = 1;
};
constexpr auto options = append(
    hamiltonian_options<Options>(),
    option("product", &Options::product,
           "how the server draws from the product of the subposteriors")
        .one_of("consensus|parametric|nonparametric|semiparametric"),
    option("samples", &Options::samples, "samples sent by each client; at least d + 2")
        .symbol("T")
        .at_least(3),
    option("temp", &Options::temp, "temperature T; the target is exp(-U/T)").symbol("T").above(0));

class Consensus final : public Sampler, public DrawTimes {
 public:
  explicit Consensus(const Options& o) : options_(o), chains_(o) {}

  double temperature() const override { return options_.temp; }
  void start(Context& context, Block theta) override {
    clients_ = context.problem.clients();
    if (options_.samples < theta.rows + 2) {
      throw std::invalid_argument("samples is " + std::to_string(options_.samples) +
                                  ", too few for a covariance in dimension " +
                                  std::to_string(theta.rows) + ": set it to at least " +
                                  std::to_string(theta.rows + 2));
    }
    const Eigen::MatrixXd starts = theta.matrix().replicate(1, clients_);
    chains_.start(view(starts), target(context, theta.cols));
    samples_.setZero(theta.rows, options_.samples * clients_ * theta.cols);
    indices_.setZero(clients_, theta.cols);
    products_.clear();
    state_.clear();
    for (const NamedBlock& block : chains_.state()) state_.push_back(block);
    state_.push_back({"samples", view(samples_)});
    state_.push_back({"indices", view(indices_)});
  }
  void advance(Context& context, Index iterations, Block theta) override {
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) {
      if (k < collected()) {
        sample_clients(context, k, theta.cols);
      } else {
        draw_product(context, k, theta);
      }
    }
    if (end <= collected()) average_clients(theta);
  }
  std::span<const NamedBlock> state() override { return state_; }
  bool is_draw(std::int64_t iterations) const override { return iterations > collected(); }

 private:
  // V_c = U_c / T for every client, the clients' chains side by side.
  struct Target {
    const Context& context;
    Index chains;
    double temp;

    void gradient(const Eigen::MatrixXd& at, Eigen::MatrixXd& out) const {
      context.parallel(at.cols() / chains, [&](Index c, Index) {
        context.problem.gradient(c, view(at).columns(c * chains, chains),
                                 view(out).columns(c * chains, chains));
      });
      out /= temp;
    }
    void potential(const Eigen::MatrixXd& at, Eigen::MatrixXd& out) const {
      context.parallel(at.cols() / chains, [&](Index c, Index) {
        context.problem.potential(c, view(at).columns(c * chains, chains),
                                  {out.data() + c * chains, static_cast<std::size_t>(chains)});
      });
      out /= temp;
    }
  };
  Target target(const Context& context, Index chains) const {
    return {context, chains, options_.temp};
  }

  std::int64_t collected() const { return options_.warm_up + options_.samples; }
  // Sample t of a client, all chains; chain j is column j.
  Block sample(Index client, Index t, Index chains) {
    return view(samples_).columns((client * options_.samples + t) * chains, chains);
  }

  void sample_clients(Context& context, std::int64_t k, Index chains) {
    const auto draw = [&](Eigen::MatrixXd& momentum, Eigen::MatrixXd& uniforms) {
      for (Index c = 0; c < clients_; ++c) {
        context.random.normal({Role::momentum, c}, k, view(momentum).columns(c * chains, chains));
        context.random.uniform({Role::acceptance, c}, k,
                               view(uniforms).columns(c * chains, chains));
      }
    };
    chains_.trajectory(k, draw, target(context, chains));
    if (k < options_.warm_up) return;
    for (Index c = 0; c < clients_; ++c) {
      sample(c, k - options_.warm_up, chains).matrix() =
          chains_.theta().middleCols(c * chains, chains);
    }
    if (k + 1 == collected()) count_upload(context, chains);
  }
  // The parametric product takes a mean and a covariance of every client, all others its samples.
  void count_upload(Context& context, Index chains) const {
    const Index d = samples_.rows();
    const Index numbers =
        options_.product == "parametric" ? d + d * (d + 1) / 2 : options_.samples * d;
    context.ledger.bits_up += static_cast<double>(clients_ * chains) * vector_bits(numbers);
  }
  void average_clients(Block theta) const {
    theta.matrix().setZero();
    for (Index c = 0; c < clients_; ++c) {
      theta.matrix() += chains_.theta().middleCols(c * theta.cols, theta.cols);
    }
    theta.matrix() /= static_cast<double>(clients_);
  }

  void multiply(Index chains) {
    for (Index j = 0; j < chains; ++j) {
      std::vector<ConstBlock> of_clients;
      for (Index c = 0; c < clients_; ++c) {
        const Block first = sample(c, 0, chains);
        of_clients.push_back(
            {first.data + j * first.stride, first.rows, options_.samples, first.stride * chains});
      }
      products_.emplace_back(of_clients);
    }
  }
  void draw_product(Context& context, std::int64_t k, Block theta) {
    if (products_.empty()) multiply(theta.cols);
    const std::int64_t t = k - collected();
    Eigen::MatrixXd normals(theta.rows, theta.cols);
    if (options_.product != "consensus") {
      context.random.normal({Role::shared_noise}, k, view(normals));
    }
    if (has_kernels()) {
      check_indices();
      move_indices(context, k, bandwidth(t));
    }
    for (Index j = 0; j < theta.cols; ++j) {
      const SubposteriorProduct& product = products_[static_cast<std::size_t>(j)];
      if (options_.product == "consensus") {
        theta.column(j) = product.consensus(t % options_.samples);
      } else if (options_.product == "parametric") {
        theta.column(j) = product.parametric(normals.col(j));
      } else {
        theta.column(j) =
            product.component(indices_of(j), bandwidth(t), semiparametric(), normals.col(j));
      }
    }
  }
  void move_indices(Context& context, std::int64_t k, double bandwidth) {
    Eigen::MatrixXd uniforms(2 * clients_, indices_.cols());
    context.random.uniform({Role::acceptance}, k, view(uniforms));
    for (Index j = 0; j < indices_.cols(); ++j) {
      const Eigen::MatrixXd own = uniforms.col(j).reshaped(2, clients_);
      products_[static_cast<std::size_t>(j)].sweep(own, bandwidth, semiparametric(), indices_of(j));
    }
  }
  // Throws std::runtime_error where an index is not that of a sample, as in a damaged state.
  void check_indices() const {
    const double samples = static_cast<double>(options_.samples);
    if ((indices_.array() >= 0 && indices_.array() < samples).all()) return;
    throw std::runtime_error("the saved indices are of samples that do not exist");
  }
  std::span<double> indices_of(Index chain) {
    return {indices_.data() + chain * clients_, static_cast<std::size_t>(clients_)};
  }
  // Whether one draw depends on the one before.
  bool has_kernels() const { return options_.product == "nonparametric" || semiparametric(); }
  bool semiparametric() const { return options_.product == "semiparametric"; }
  double bandwidth(std::int64_t t) const {
    return std::pow(static_cast<double>(t + 1), -1.0 / static_cast<double>(4 + samples_.rows()));
  }

  Options options_;
  HamiltonianChains chains_;  // client c holds columns [c C, (c + 1) C)
  Index clients_ = 0;
  Eigen::MatrixXd samples_;  // d x (clients T C)
  Eigen::MatrixXd indices_;  // of the kernels that the product stands at, clients x C
  std::vector<SubposteriorProduct> products_;  // of every chain; from the samples, once needed
  std::vector<NamedBlock> state_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Consensus, Options, options>(
    {.name = "consensus",
     .numerics_revision = 3,
     .summary = "Consensus Monte Carlo: clients sample their subposteriors independently, and the "
                "server combines the samples once",
     .reference = "Scott et al. (2016), Bayes and big data; Neiswanger et al. (2014), algorithm 1",
     .side_by_side = "the clients",
     .no_eps = "no clip bounds what a row moves a client's chain; take fald and set its "
               "clip"});
