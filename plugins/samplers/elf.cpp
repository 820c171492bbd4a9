// ELF, error feedback Langevin: what is compressed are differences from what the receiver holds
// already, so that compressors may be biased, as long as they shorten: E |C(v) - v|^2 < |v|^2. The
// clients hold w in place of the server's theta, and the server g_c in place of their gradients:
//
//   w <- w + C(theta - w)                             (the same C for all clients)
//   g_c <- g_c + C_c(grad U_c(w) - g_c)
//   theta <- theta - h sum_c g_c + sqrt(2 h T) xi
//
// In D-ELF only g_c is compressed (direction up, and w = theta), in P-ELF only w (down, and
// g_c = grad U_c(w)), in B-ELF both are. In the first iteration all is sent as it is. Draws are of
// theta, which the server alone knows. A coordinate that is kept with probability q is late by
// (1 - q) / q iterations on average: on Gaussian problems the covariance grows by
// h T (1/2 + (1 - q) / q) + O(h^2), once more (1 - q) / q in B-ELF, where ULA's grows by h T / 2.
// All clients take part: an absent one would miss changes of w.
//
// The order of the lines follows from EF21 (Richtarik, Sokolov and Fatkhullin, 2021), and is not
// compared with the text of the ELF paper; delay and exact law are derived here.

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "skald/extensions/affine_chain.hpp"
#include "skald/parts/langevin/affine_map.hpp"
#include "skald/parts/langevin/compressed_langevin.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : CompressedLangevinOptions {
  std::string_view direction = "up";

  constexpr Options() {
    compressor = "top_k";
    contractive = true;
  }
  bool compresses_up() const { return direction != "down"; }
  bool compresses_down() const { return direction != "up"; }
  CompressedLangevinOptions upload() const {
    CompressedLangevinOptions result = *this;
    if (!compresses_up()) result.compressor = "none";
    return result;
  }
};
constexpr auto options = append(
    langevin_step_options<Options>(),
    option("direction", &Options::direction,
           "which messages are compressed. up: those of the clients (D-ELF); down: those of the "
           "server (P-ELF); both: B-ELF")
        .one_of("up|down|both"),
    inherited<Options>("compressor", &Options::compressor,
                       "compression of differences. none: no compression; sparsifier: each "
                       "coordinate is kept with probability `keep`; top_k, random_k: the largest, "
                       "or any, `keep` d coordinates; sign: the signs, times the mean modulus. "
                       "What is kept is not scaled")
        .one_of("none|sparsifier|top_k|random_k|sign"),
    inherited<Options>("keep", &Options::keep,
                       "sparsifier: probability of keeping a coordinate; top_k, random_k: share of "
                       "the coordinates to keep")
        .only_if("compressor=sparsifier|top_k|random_k")
        .above(0)
        .at_most(1));

class Elf final : public CompressedLangevin, public AffineChain {
 public:
  explicit Elf(const Options& o)
      : CompressedLangevin(o.upload()),
        up_(o.compresses_up()),
        down_(o.compresses_down()),
        broadcast_(o.compression()) {}

  // What compression leaves out is made up for.
  const char* bias() const override { return nullptr; }
  void start(Context& context, Block theta) override {
    CompressedLangevin::start(context, theta);
    received_ = theta.matrix();
    gradients_.setZero(theta.rows, up_ ? context.problem.clients() * theta.cols : 0);
    sum_.setZero(theta.rows, theta.cols);
    if (down_) uniforms_.resize(theta.rows, theta.cols);
  }
  bool describe(const QuadraticClients& clients, AffineStages& stages) const override;

 private:
  void iterate(Context& context, std::int64_t k) override {
    for (Index j = 0; j < received_.cols(); ++j) send_whole(j, k == 0);
    broadcast(context, k);
    base_ = sum_;
    const auto change = [&](const Sender& at, const Rows& rows, Block out) {
      const ConstBlock w = view(std::as_const(received_)).columns(at.first, out.cols);
      context.problem.gradient(at.client, rows, w, out);
      if (up_) out.matrix() -= gradient_of(at, out.cols).matrix();
    };
    const auto keep = [&](const Sender& at, ConstBlock sent) {
      if (!up_) return;
      gradient_of(at, sent.cols).matrix() += sent.matrix();
      sum_.middleCols(at.first, sent.cols) += sent.matrix();
    };
    upload(
        context, k, [](std::span<const std::int32_t>) {}, change, keep);
    move(context, k, view(base_));
  }
  void add_state(std::vector<NamedBlock>& state) override {
    state.push_back({"received", view(received_)});
    state.push_back({"gradients", view(gradients_)});
    state.push_back({"gradient_sum", view(sum_)});
  }

  // w <- w + C(theta - w).
  void broadcast(const Context& context, std::int64_t k) {
    const ConstBlock theta = this->theta();
    if (!down_ || k == 0 || broadcast_.is_identity()) {
      received_ = theta.matrix();
      return;
    }
    if (broadcast_.is_random()) {
      context.random.uniform({Role::quantiser}, k, view(uniforms_));
    }
    for (Index j = 0; j < theta.cols; ++j) {
      change_ = theta.column(j) - received_.col(j);
      set_download(
          j, broadcast_.compress(uniforms_.col(j).data(), theta.rows, change_.data(), order_));
      received_.col(j) += change_;
    }
  }
  // g_c of the sender's chains.
  Block gradient_of(const Sender& at, Index count) {
    return view(gradients_).columns(at.client * received_.cols() + at.first, count);
  }

  bool up_, down_;
  Compressor broadcast_;
  Eigen::MatrixXd received_;                // w
  Eigen::MatrixXd gradients_, sum_, base_;  // g_c, client after client; their sum, now and before
  Eigen::MatrixXd uniforms_;
  Eigen::VectorXd change_;
  Compressor::Memory order_;
};

// z = (theta, w, h g_1, ..., h g_N), without g_c where they are not compressed. A start with
// w = theta and g_c = grad U_c(theta) makes the first iteration one like the others.
bool Elf::describe(const QuadraticClients& clients, AffineStages& stages) const {
  const auto down = broadcast_.factors(), up = factors();
  if (!down || !up) return false;
  const double h = step();
  const Index d = clients.dimension(), N = clients.size();
  const StackedVectors z(up_ ? 2 + N : 2, d);
  const Eigen::MatrixXd theta = z[0], w = z[1], zero = Eigen::MatrixXd::Zero(d, 1);
  CompressedMap receives(z.size()), answers(z.size()), moves(z.size());
  receives.send(w.transpose(), theta - w, zero, down_ ? *down : Compressor::Factors{1, 0});
  Eigen::MatrixXd lift = (theta + w).transpose(), shift = Eigen::MatrixXd::Zero(z.size(), 1);
  for (Index c = 0; c < N; ++c) {
    const Eigen::MatrixXd A = clients.curvature(c).matrix(), slope = clients.slope(c).matrix();
    const Eigen::MatrixXd hg = up_ ? z[2 + c] : h * A * w;
    moves.matrix -= theta.transpose() * hg;
    if (!up_) continue;
    lift += h * hg.transpose() * A;
    shift += h * hg.transpose() * slope;
    answers.send(h * hg.transpose(), A * w - hg / h, slope, *up);
  }
  moves.noise += noise() * theta.transpose() * theta;

  stages.start(view(lift), view(shift));
  for (const CompressedMap* map : {&receives, &answers, &moves}) {
    stages.stage();
    map->add_to(stages);
  }
  stages.estimate(view(theta));
  return true;
}

}  // namespace

SKALD_PLUGIN = skald::plugin<Elf, Options, options>(
    {.name = "elf",
     .numerics_revision = 2,
     .summary = "ELF: Langevin dynamics with error feedback (EF21) for compressed gradients, "
                "compressed states, or both",
     .reference = "Karagulyan and Richtarik (2023), ELF: federated Langevin algorithms with "
                  "primal, dual and bidirectional compression, arXiv 2303.04622",
     .side_by_side = "the clients of a round",
     .no_eps = "clients send gradients without noise; take qlsd or qlsd_pp, whose noise "
               "may be the clients' (noise_by)"});
