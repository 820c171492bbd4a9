// FedProx: FedAvg whose clients stay near the server. Client c takes its K local steps on
//
//   F_c(y) + mu / 2 |y - theta|^2
//
// with theta the state it received. mu = 0 is FedAvg, bit for bit. Clipping and privacy are those
// of FedAvg (private_uploads.hpp): the proximal term is not data and is not clipped.

#include <memory>
#include <vector>

#include "skald/parts/federated/local_sgd.hpp"
#include "skald/parts/federated/make_uploads.hpp"
#include "skald/parts/federated/optimum.hpp"
#include "skald/parts/federated/rounds.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options : OptimiserOptions {
  double mu = 0.1;
};
constexpr auto options = append(
    append(append(optimiser_options<Options>(), momentum_option<Options>(),
                  option("mu", &Options::mu, "strength of the proximal term (mu/2) |y - theta|^2")
                      .symbol("mu")
                      .at_least(0)),
           clip_options<Options>()),
    append(append(append(server_options<Options>(), client_unit_options<Options>()),
                  noise_by_options<Options>()),
           step_noise_options<Options>()));

class FedProx final : public Sampler {
 public:
  explicit FedProx(const Options& o)
      : options_(o),
        mu_(o.mu),
        rounds_(o),
        local_(o, o.records()),
        uploads_(make_uploads(o, rounds_, {.proximal = o.mu, .records = o.records()})) {}

  Output output() const override { return Output::point_estimate; }
  Rest rest() const override { return rest_; }
  Index stride() const override { return rounds_.stride(); }
  double communication_rate() const override { return rounds_.communication_rate(); }

  void start(Context& context, Block theta) override {
    const double bits = vector_bits(theta.rows) + uploads_->extra_bits();
    rounds_.start(context, theta, {.up = bits, .down = bits});
    local_.start(context.slots());
    uploads_->start(context, theta.rows, theta.cols);
    const bool stops =
        options_.round_length() == 1 && everyone_takes_part(context, options_) && is_quiet(context);
    rest_ = stops ? optimum(context.problem, options_) : Rest::unstated;
    state_.clear();
    rounds_.add_state(state_);
    uploads_->add_state(state_);
  }
  void advance(Context& context, Index iterations, Block theta) override {
    rounds_.advance(context, iterations, theta, [this](const Round& round) {
      const auto pull = [&](const Rows&, const Eigen::MatrixXd& y, Eigen::MatrixXd& gradient) {
        gradient += mu_ * (y - round.server.matrix());
      };
      uploads_->begin(round, local_);
      rounds_.for_each_client(
          round,
          [&](const Participant& client) {
            uploads_->protect(client, local_, local_.train(client, pull));
          },
          [&](const Participant& client) { uploads_->take(client, local_.move(client), rounds_); });
      uploads_->end(round, rounds_);
    });
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    uploads_->releases(problem, rounds_, iterations, plan);
  }
  std::span<const NamedBlock> state() override { return state_; }

 private:
  OptimiserOptions options_;
  double mu_;
  Rest rest_ = Rest::unstated;
  Rounds rounds_;
  LocalSgd local_;
  std::unique_ptr<Uploads> uploads_;
  std::vector<NamedBlock> state_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FedProx, Options, options>(
    {.name = "fedprox",
     .version = "1.0.0",
     .numerics_revision = 2,
     .summary = "FedProx: FedAvg with a proximal term that keeps clients near the server's model",
     .reference = "Li et al. (2020), Federated optimization in heterogeneous networks",
     .side_by_side = "the clients of a round",
     .keeps_time = true});
