// A Langevin chain at the server whose clients upload compressed gradients in every iteration:
// QLSD, its variants and their relatives.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "skald/minibatch.hpp"
#include "skald/options.hpp"
#include "skald/parts/adjoining.hpp"
#include "skald/parts/compiled.hpp"
#include "skald/parts/federated/cohorts.hpp"
#include "skald/parts/federated/compression/compressed_messages.hpp"
#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/parts/langevin/private_steps.hpp"
#include "skald/sampler.hpp"

namespace skald {

// Base of such a sampler's Options struct.
struct CompressedLangevinOptions {
  double step = 1e-3;
  double temp = 1;
  std::optional<std::int64_t> batch;
  std::optional<std::int64_t> S;
  std::string_view compressor = "qsgd";
  std::int64_t levels = 16;
  double keep = 0.5;
  std::string_view coding = "fixed";
  std::optional<bool> error_feedback;  // left out: false
  bool contractive = false;            // no option
  std::string_view noise_by = "server";
  std::optional<double> clip;

  bool clients_draw() const { return noise_by == "clients"; }
  CompressorOptions compression() const {
    return {compressor, levels, keep, coding, error_feedback.value_or(false), contractive};
  }
};

// The option rows of CompressedLangevinOptions, from which `Options` derives: those of the chain;
template <class Options>
constexpr std::array<Option<Options>, 2> langevin_step_options() {
  using Base = CompressedLangevinOptions;
  return {inherited<Options>("step", &Base::step, "step size h on the global potential")
              .stable_to("2 / L")
              .symbol("h")
              .above(0)
              .role(OptionRole::step),
          inherited<Options>("temp", &Base::temp, "temperature T; the target is exp(-U/T)")
              .symbol("T")
              .at_least(0)};
}
// of its compressor, the levels;
template <class Options>
constexpr Option<Options> quantiser_levels_option() {
  return inherited<Options>("levels", &CompressedLangevinOptions::levels,
                            "quantisation levels; 0: no compression")
      .only_if("compressor=qsgd")
      .symbol("s")
      .at_least(0);
}
// and all of them.
template <class Options>
constexpr std::array<Option<Options>, 9> compressed_langevin_options() {
  using Base = CompressedLangevinOptions;
  constexpr std::array<Option<Options>, 5> rows{
      inherited<Options>(
          "batch", &Base::batch,
          "minibatch size per client, drawn without replacement; all rows if omitted")
          .at_least(1),
      inherited<Options>("S", &Base::S,
                         "clients per iteration, drawn without replacement; all if omitted")
          .symbol("S")
          .at_least(1),
      inherited<Options>(
          "compressor", &Base::compressor,
          "compression of uploads. none: no compression; qsgd: quantisation to `levels` levels; "
          "sparsifier: each coordinate is kept with probability `keep`; top_k, random_k: the "
          "largest, or any, `keep` d coordinates; sign: the signs, times the mean modulus")
          .one_of(kCompressors),
      quantiser_levels_option<Options>(),
      inherited<Options>("keep", &Base::keep,
                         "sparsifier: probability of keeping a coordinate; top_k, random_k: share "
                         "of the coordinates to keep")
          .only_if("compressor=sparsifier|top_k|random_k")
          .above(0)
          .at_most(1)};
  return append(append(langevin_step_options<Options>(), rows),
                coding_options<Options>(&Base::coding, &Base::error_feedback, "compressor=qsgd"));
}

// Of methods whose clients may draw the chain's noise; see CompressedLangevin.
template <class Options>
constexpr std::array<Option<Options>, 2> client_noise_options() {
  using Base = CompressedLangevinOptions;
  return {inherited<Options>("noise_by", &Base::noise_by,
                             "who draws the chain's noise. server: the server, behind the uploads; "
                             "clients: each a share, before compression, for privacy langevin")
              .one_of("server|clients"),
          row_clip_option<Options>(&Base::clip).only_if("noise_by=clients")};
}

// In every iteration, theta <- theta - h (base + (N / S) sum over the cohort of C(message_c)) +
// noise. A method derives from this class and says what the messages are.
//
// If the clients draw the noise, client c's message is C(u_c + xi_c), u_c the estimate of its
// gradient and xi_c ~ N(0, 2 T w / h), w = S / (N^2 (1 + omega)), and the server adds none. Where C
// makes the square of every coordinate 1 + omega times as large, theta receives 2 h T of it; other
// compressors make the chain hotter, and omega is left out. The message is what a Langevin
// step of size h / w would be, over h / w: a release as in PrivateSteps, and all that comes behind
// it, compression, memories and errors that are owed, is a function of such messages.
class CompressedLangevin : public Sampler {
 public:
  double temperature() const final { return options_.temp; }
  const char* bias() const override {
    if (!compressor_.is_unbiased()) return "the compressor of the gradients is biased";
    if (steps_.clips()) return "clipped gradients are not those of the potential";
    return options_.clients_draw() && !compressor_.coordinate_variance(1)
               ? "the compressor makes more of the clients' noise than the chain needs"
               : nullptr;
  }
  double communication_rate() const final { return 1; }
  void start(Context& context, Block theta) override;
  void advance(Context& context, Index iterations, Block theta) final;
  // Theta, what the method adds, and what the clients' messages still owe.
  std::span<const NamedBlock> state() final;
  void resize_state(std::span<const Index> columns) override { errors_.resize(columns.back()); }

 protected:
  explicit CompressedLangevin(const CompressedLangevinOptions& options)
      : options_(options),
        noise_(options.step, options.temp, 0),
        steps_(options.batch, options.clients_draw() ? options.clip : std::nullopt),
        minibatch_(Minibatch(options.batch)),
        compressor_(options.compression()),
        errors_(options.compression(), compressor_) {}

  // Iteration k: an upload(), and the server's move().
  virtual void iterate(Context& context, std::int64_t k) = 0;
  // Appends what a checkpoint must keep besides theta.
  virtual void add_state(std::vector<NamedBlock>&) {}
  // Whether an iteration depends on who took part in earlier ones, given the thetas.
  virtual bool remembers() const { return errors_.active(); }

  bool takes_all_rows(const Problem& problem, Index client) const {
    return minibatch_.first().full(problem, client);
  }
  // Whether the minibatches of all clients hold all their rows.
  bool full_batch() const { return full_batch_; }
  // The number of chains whose last cohort did not include the client.
  Index chains_without(Index client) const;
  ConstBlock theta() const { return view(theta_); }
  double step() const { return options_.step; }
  // Variance of a step's noise, 2 h T.
  double noise() const { return 2 * options_.step * options_.temp; }
  const Compressor& compressor() const { return compressor_; }
  // Declares every message as a release, if the clients draw the noise. That nobody knows who takes
  // part in an iteration counts where nothing of it is remembered: what a client owes, or its
  // memory, shows later whether it took part.
  void release_messages(const Problem& problem, Index iterations, ReleasePlan& plan) const;
  // The variance of what the server adds in an iteration, and of xi_c as C lets it through: what of
  // 2 h T is drawn there, per client's message in the latter.
  double server_noise() const { return options_.clients_draw() ? 0 : noise(); }
  double client_noise(Index clients) const {
    if (!options_.clients_draw()) return 0;
    return noise() / (step() * step() * static_cast<double>(clients));
  }
  // An upper bound of E |C(x) - x|^2 / |x|^2, of an unbiased compressor.
  double omega_q() const { return compressor_.relative_variance(theta_.rows()); }

  // From now on, messages of this chain are sent as they are, or are compressed, as at first.
  void send_whole(Index chain, bool whole) { is_whole_[static_cast<std::size_t>(chain)] = whole; }
  bool is_whole(Index chain) const { return is_whole_[static_cast<std::size_t>(chain)] != 0; }
  // From now on, a client receives that many bits in each iteration of this chain; at first, those
  // of theta.
  void set_download(Index chain, double bits) { download_[static_cast<std::size_t>(chain)] = bits; }
  // Who writes a message: a client in its chains from `first` on, and the working memory that it
  // uses.
  struct Sender {
    Index client, first, slot;
  };
  // out = the estimate of grad U_c of the sender's chains, with the client's noise if it draws any.
  void estimate_gradient(const Context& context, std::int64_t k, const Sender& sender,
                         const Rows& rows, Block out);
  // Performs one upload of every client of the cohort, in ranges of chains: message(sender, rows,
  // out) writes what a client compresses, the clients side by side; received(sender, compressed) is
  // told what both client and server then know, in the order of the clients. Before that, the
  // clients of all chains' cohorts go to drawn(clients).
  template <class Drawn, class Message, class Received>
  void upload(Context& context, std::int64_t k, Drawn&& drawn, Message&& message,
              Received&& received) {
    cohorts_->draw(context.random, k);
    const std::span<const std::int32_t> members = cohorts_->members();
    drawn(members);
    errors_.see(members);
    sum_.setZero();
    context.parallel(
        static_cast<Index>(members.size()),
        [&](Index i, Index slot) {
          const Index c = members[static_cast<std::size_t>(i)];
          Upload& upload = uploads_[slot];
          upload.message.resizeLike(theta_);
          upload.bits.clear();
          const Rows rows = minibatch_[slot].draw(context.random, k, context.problem, c);
          cohorts_->for_each_range(c, [&](Index first, Index count) {
            const Block out = view(upload.message).columns(first, count);
            message(Sender{c, first, slot}, rows.of_chains(first, count), out);
            upload.bits.push_back(compress(context.random, k, Sender{c, first, slot}, out));
          });
        },
        [&](Index i, Index slot) {
          const Index c = members[static_cast<std::size_t>(i)];
          Upload& upload = uploads_[slot];
          auto bits = upload.bits.begin();
          cohorts_->for_each_range(c, [&](Index first, Index count) {
            const Block sent = view(upload.message).columns(first, count);
            context.ledger.bits_up += *bits++;
            for (Index j = first; j < first + count; ++j) {
              context.ledger.bits_down += download_[static_cast<std::size_t>(j)];
            }
            adjoining(view(sum_).columns(first, count)) += adjoining(sent);
            received(Sender{c, first, slot}, ConstBlock(sent));
          });
        });
    context.ledger.rounds += theta_.cols();
  }
  template <class Message>
  void upload(Context& context, std::int64_t k, Message&& message) {
    upload(
        context, k, [](std::span<const std::int32_t>) {}, message,
        [](const Sender&, ConstBlock) {});
  }
  // The sum of what the cohort has just sent, compressed.
  ConstBlock sum() const { return view(sum_); }
  // The server's step after the uploads; `base` is the part of the drift that the server knows
  // without them.
  void move(const Context& context, std::int64_t k, ConstBlock base);
  void move(const Context& context, std::int64_t k);

  // Those of the compressor, if all clients take part with all their rows, send no errors of
  // earlier messages, and draw no more noise than the chain needs.
  std::optional<Compressor::Factors> factors() const {
    if (!is_full() || errors_.active() || !steps_.are_plain()) return std::nullopt;
    return compressor_.factors();
  }
  // As Sampler::law(): describes ULA, if no gradient is compressed, left out or estimated.
  bool law_of_ula(LangevinLaw& law) const;

 private:
  bool is_full() const { return scale_ == 1 && full_batch_; }
  // S / (N^2 (1 + omega)).
  double noise_weight(const Problem& problem) const;
  // The server's, if it draws any.
  void add_noise(const Context& context, std::int64_t k);
  // Compresses the messages in place and returns their bits.
  double compress(const Random& random, std::int64_t k, const Sender& sender, Block out);

  struct Upload {
    Eigen::MatrixXd message, uniforms;
    std::vector<double> bits;  // of each range of chains
    Compressor::Memory order;
  };

  CompressedLangevinOptions options_;
  LangevinNoise noise_;
  PrivateSteps steps_;
  PerSlot<Minibatch> minibatch_;
  Compressor compressor_;
  ErrorFeedback errors_;
  std::optional<Cohorts> cohorts_;
  double scale_ = 1;  // N / S
  bool full_batch_ = true;
  Eigen::MatrixXd theta_, sum_;
  std::vector<std::uint8_t> is_whole_;
  std::vector<double> download_;
  PerSlot<Upload> uploads_;
  std::vector<NamedBlock> state_;
};

}  // namespace skald
