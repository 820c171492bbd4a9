// QLSD++, QLSD with variance reduction in time and memory of what was sent. Every l iterations all
// clients, in the cohort or not, receive zeta = theta and compute grad U_c(zeta), except that a
// client whose batch is all its rows needs neither. With both estimates on one minibatch,
//
//   H_c = ghat_c(theta) - ghat_c(zeta) + grad U_c(zeta)
//   theta <- theta - h [sum_c eta_c + (N / S) sum_{c in cohort} C(H_c - eta_c)] + sqrt(2 h T) xi
//   eta_c <- eta_c + alpha C(H_c - eta_c) for the clients of the cohort
//
// With noise_by clients, where all batches are all rows, H_c has the client's share of the noise
// before compression (see CompressedLangevin). Both sides keep the memories eta_c, which start at
// zero and come to cancel what compression would add at the mode; alpha defaults to the largest
// that is known to be stable, 1 / (omega_q + 1). Where all batches are all rows, H_c = grad
// U_c(theta), and this is DIANA (Mishchenko, Gorbunov, Takac and Richtarik, 2019) with the noise of
// Langevin dynamics.

#include <stdexcept>
#include <string>

#include "skald/extensions/affine_chain.hpp"
#include "skald/parts/federated/local_states.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/compressed_langevin.hpp"
#include "skald/parts/simd/simd.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedLangevinOptions {
  std::optional<double> alpha;
  std::int64_t l = 100;
};
constexpr auto options = append(
    append(compressed_langevin_options<Options>(), client_noise_options<Options>()),
    option("alpha", &Options::alpha,
           "memory rate: fraction of an upload added to the memories; 1 / (omega_q + 1) if omitted")
        .symbol("alpha")
        .at_least(0)
        .at_most(1),
    option("l", &Options::l, "iterations between reference points").symbol("l").at_least(1));

// a <- a + factor x and b <- b + factor x in one pass over `size` numbers.
struct AddToBoth {
  template <int W>
  SKALD_INLINE static void run(double factor, Index size, const double* x, double* a, double* b) {
    simd::Reals<W> change, to_a, to_b;
    for (Index i = 0; i < size; i += W) {
      simd::load_first<W>(x + i, size - i, change);
      simd::load_first<W>(a + i, size - i, to_a);
      simd::load_first<W>(b + i, size - i, to_b);
      change *= factor;
      simd::store_first<W>(to_a + change, size - i, a + i);
      simd::store_first<W>(to_b + change, size - i, b + i);
    }
  }
};

class QlsdPp final : public CompressedLangevin, public AffineChain {
 public:
  explicit QlsdPp(const Options& o)
      : CompressedLangevin(o),
        alpha_(o.alpha),
        period_(o.l),
        noisy_memories_(o.clients_draw() && (o.S || !compressor().is_identity())) {
    if (o.clients_draw() && o.batch) {
      throw std::invalid_argument(
          "noise_by is clients, but of a minibatch a row that is not drawn moves H_c, too: leave "
          "batch out, or choose qlsd");
    }
    if (compressor().is_unbiased()) return;
    throw std::invalid_argument(
        "compressor " + std::string(o.compressor) +
        " is biased here, but the memories of past uploads stand for gradients only if the "
        "compressor is unbiased: set compressor to qsgd, sparsifier or random_k without "
        "error_feedback, or choose qlsd or qlsd_star");
  }

  const char* bias() const override {
    const bool is_hotter = noisy_memories_ && alpha_ != 0;
    return is_hotter ? "memories of noisy messages bring noise of their own"
                     : CompressedLangevin::bias();
  }
  void start(Context& context, Block theta) override {
    const Index d = theta.rows, clients = context.problem.clients();
    CompressedLangevin::start(context, theta);
    reference_ = theta.matrix();
    client_gradients_.setZero(d, full_batch() ? 0 : clients * theta.cols);
    memories_.start(clients, d, theta.cols);
    memory_sum_.setZero(d, theta.cols);
    base_.resize(d, theta.cols);
    reference_gradient_.start(context.slots());
  }
  void resize_state(std::span<const Index> columns) override { memories_.resize(columns.back()); }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    release_messages(problem, iterations, plan);
  }
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override;

 private:
  void iterate(Context& context, std::int64_t k) override {
    const double alpha = this->alpha();
    const bool renews = k % period_ == 0;
    if (renews) renew_reference(context);
    base_ = memory_sum_;
    const auto see = [&](std::span<const std::int32_t> clients) { memories_.see(clients); };
    const auto innovation = [&](const Sender& at, const Rows& rows, Block out) {
      estimate(context, k, at, rows, out);
      adjoining(out) -= adjoining(memories_[at.client].columns(at.first, out.cols));
    };
    const auto remember = [&](const Sender& at, ConstBlock sent) {
      simd::run<AddToBoth>(alpha, adjoining(sent).size(), sent.data,
                           adjoining(memories_[at.client].columns(at.first, sent.cols)).data(),
                           memory_sum_.col(at.first).data());
    };
    upload(context, k, see, innovation, remember);
    if (renews) count_reference(context);
    move(context, k, view(base_));
  }
  bool remembers() const override { return alpha_ != 0; }
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"reference", view(reference_)});
    state.push_back({"client_gradients", view(client_gradients_)});
    state.push_back({"memories", memories_.all()});
    state.push_back({"memory_sum", view(memory_sum_)});
    state.push_back({"seen_clients", memories_.clients()});
  }
  double alpha() const { return alpha_.value_or(1 / (omega_q() + 1)); }
  void renew_reference(Context& context) {
    reference_ = theta().matrix();
    context.parallel(context.problem.clients(), [&](Index c, Index) {
      if (takes_all_rows(context.problem, c)) return;
      context.problem.gradient(c, view(reference_), gradient_of(c, 0, reference_.cols()));
    });
  }
  // The cohort has received zeta as the iteration's theta; it goes to the others as well.
  void count_reference(Context& context) const {
    for (Index c = 0; c < context.problem.clients(); ++c) {
      if (takes_all_rows(context.problem, c)) continue;
      context.ledger.bits_down +=
          static_cast<double>(chains_without(c)) * vector_bits(reference_.rows());
    }
  }
  // H_c of the chains from `first` on; simply grad U_c(theta) where the batch holds all rows.
  void estimate(Context& context, std::int64_t k, const Sender& at, const Rows& rows, Block out) {
    const Index c = at.client;
    estimate_gradient(context, k, at, rows, out);
    if (takes_all_rows(context.problem, c)) return;
    const ConstBlock theta = this->theta().columns(at.first, out.cols);
    Eigen::MatrixXd& at_reference = reference_gradient_[at.slot];
    at_reference.resize(out.rows, out.cols);
    const ConstBlock reference = view(reference_).columns(at.first, out.cols);
    context.problem.gradient(c, rows.choosing_at(theta), reference, view(at_reference));
    adjoining(out) += adjoining(gradient_of(c, at.first, out.cols)) - at_reference;
  }
  // grad U_c(zeta) of the chains from `first` on.
  Block gradient_of(Index c, Index first, Index count) {
    return view(client_gradients_).columns(c * reference_.cols() + first, count);
  }

  std::optional<double> alpha_;
  std::int64_t period_;
  bool noisy_memories_;
  Eigen::MatrixXd reference_;
  Eigen::MatrixXd client_gradients_;  // grad U_c(zeta), client after client; none if not needed
  SeenStates memories_;               // eta_c
  Eigen::MatrixXd memory_sum_, base_;
  PerSlot<Eigen::MatrixXd> reference_gradient_;
};

// z = (theta, h eta_1, ..., h eta_N), or theta alone where the memories stay zero.
bool QlsdPp::describe(const QuadraticClients& clients, AffineStages& stages) const {
  const auto factors = this->factors();
  if (!factors) return false;
  const bool remembers = alpha() > 0;
  const double h = step();
  const StackedVectors z(remembers ? 1 + clients.size() : 1, clients.dimension());
  const Eigen::MatrixXd theta = z[0], lift = theta.transpose();
  const Eigen::MatrixXd shift = Eigen::MatrixXd::Zero(z.size(), 1);
  CompressedMap moves(z.size());
  for (Index c = 0; c < clients.size(); ++c) {
    const Eigen::MatrixXd h_eta = remembers ? z[1 + c] : Eigen::MatrixXd(0 * theta);
    moves.matrix -= theta.transpose() * h_eta;
    const Eigen::MatrixXd out = h * (alpha() * h_eta - theta).transpose();
    moves.noise += client_noise(clients.size()) * out * out.transpose();
    moves.send(out, clients.curvature(c).matrix() * theta - h_eta / h, clients.slope(c).matrix(),
               *factors);
  }
  moves.noise += server_noise() * theta.transpose() * theta;

  stages.start(view(lift), view(shift));
  stages.stage();
  moves.add_to(stages);
  stages.estimate(view(theta));
  return true;
}

}  // namespace

SKALD_PLUGIN = skald::plugin<QlsdPp, Options, options>(
    {.name = "qlsd_pp",
     .numerics_revision = 3,
     .summary = "QLSD++: QLSD with periodic control variates and memories of past uploads",
     .reference = "Vono et al. (2022), QLSD: quantised Langevin stochastic dynamics for Bayesian "
                  "federated learning",
     .side_by_side = "the clients of a round"});
