#include "run/audit/attacked_run.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "random/owned_random.hpp"
#include "random/philox_random.hpp"
#include "run/experiment.hpp"
#include "run/run_hooks.hpp"
#include "skald/initialisation.hpp"

namespace skald::run {
namespace {

using Eigen::MatrixXd;

// Replicates of studies are below: these streams are of no run that is stored.
constexpr std::uint64_t kFirstReplicate = std::uint64_t{1} << 40;

// What is seen: the quantities of AttackedRuns, in this order for every canary and stretch.
enum Sight : std::uint8_t { own, others, server, state, kSights };

// Adds up what is seen of a block of runs.
class Attacker {
 public:
  Attacker(const std::vector<Canary>& canaries, Index client, const Exposure& exposure,
           Index clients, Index dimension, Index chains)
      : canaries_(canaries),
        client_(client),
        exposure_(exposure),
        others_(static_cast<double>(std::max<Index>(clients - 1, 1))),
        dimension_(dimension),
        chains_(chains) {}

  void begin(Index columns) {
    const auto rows = static_cast<Index>(canaries_.size()) * exposure_.bins * kSights;
    seen_.setZero(rows, columns / chains_);
    before_.setZero(static_cast<Index>(canaries_.size()), columns);
  }
  // A message as it leaves its sender; column j is chain stream.chain + j.
  void hear(Stream stream, std::int64_t iteration, const Sensitivity& sensitivity,
            ConstBlock message) {
    if (stream.client >= 0 && !exposure_.sees_clients) return;
    const Sight sight = stream.client < 0 ? server : stream.client == client_ ? own : others;
    const double unit = sensitivity.l2() * (sight == others ? others_ : 1);
    for (Index j = 0; j < message.cols; ++j) {
      ConstBlock one = message.columns(j, 1);
      one.rows = std::min(one.rows, dimension_);  // counts that come with a move are not looked at
      add(sight, iteration, stream.chain + j, one, 1 / unit);
    }
  }
  // The server's state after `iteration`.
  void look(std::int64_t iteration, ConstBlock theta) {
    for (Index j = 0; j < theta.cols; ++j) {
      for (std::size_t i = 0; i < canaries_.size(); ++i) {
        const double now = canaries_[i].along(theta.columns(j, 1));
        double& before = before_(static_cast<Index>(i), j);
        at(state, i, iteration - 1, j) += now - before;
        before = now;
      }
    }
  }
  const MatrixXd& seen() const { return seen_; }

 private:
  double& at(Sight sight, std::size_t canary, std::int64_t iteration, Index column) {
    const std::int64_t last = exposure_.bins - 1;
    const Index bin = std::min(iteration * exposure_.bins / exposure_.iterations, last);
    return seen_((static_cast<Index>(canary) * exposure_.bins + bin) * kSights + sight,
                 column / chains_);
  }
  void add(Sight sight, std::int64_t iteration, Index column, ConstBlock message, double unit) {
    for (std::size_t i = 0; i < canaries_.size(); ++i) {
      at(sight, i, iteration, column) += unit * canaries_[i].along(message);
    }
  }

  const std::vector<Canary>& canaries_;
  Index client_;
  const Exposure& exposure_;
  double others_;  // how many
  Index dimension_, chains_;
  MatrixXd seen_;
  MatrixXd before_;  // the states along each canary
};

// A prepared mechanism whose messages the attacker hears, once they have their noise; for one
// thread.
class MessageTap final : public Mechanism {
 public:
  MessageTap(const Mechanism& mechanism, Attacker& attacker)
      : mechanism_(mechanism), attacker_(attacker) {}

  // Throws std::logic_error: the mechanism is prepared.
  void prepare(const Accountant&) override {
    throw std::logic_error("a mechanism that is listened to was prepared before");
  }
  NoiseLaw law(Index client) const override { return mechanism_.law(client); }
  std::optional<Claim> claim() const override { return mechanism_.claim(); }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    mechanism_.privatize(random, stream, iteration, sensitivity, message);
    attacker_.hear(stream, iteration, sensitivity, message);
  }
  bool is_for_publication() const override { return mechanism_.is_for_publication(); }

 private:
  const Mechanism& mechanism_;
  Attacker& attacker_;
};

// Rows beside which the unit's row is clipped: as many as vectorised code treats together.
constexpr Index kBeside = 24;

// The canary that the model makes of one of the client's rows, the one of which clipping leaves the
// most, at a start of the model's own choice; a gain of 0 if it makes none.
Canary own_canary_of(const Model& model, const CanaryPlace& place,
                     const problem::FederatedTable& table, std::uint64_t seed) {
  const Rows all = table.rows(place.client);
  std::vector<std::int32_t> rows;
  for (Index r = 0; r < std::min(all.count, kBeside); ++r) {
    rows.push_back(static_cast<std::int32_t>(all.row(0, r)));
  }
  MatrixXd theta = MatrixXd::Zero(model.dimension(), 1);
  if (const auto* initialisation = extension<Initialisation>(model)) {
    const random::PhiloxRandom streams(seed, kFirstReplicate);
    initialisation->initialise(random::OwnedRandom(streams, random::StreamOwner::model),
                               view(theta));
  }
  Canary longest{0, {}, {}, 0};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::optional<Canary> own = own_canary(model, rows, r, view(std::as_const(theta)));
    if (own && own->gain > longest.gain) longest = *own;
  }
  return longest;
}

// An experiment whose model is made of canaries.
struct Attacked {
  std::vector<Canary> canaries;
  const CanaryModel* model = nullptr;
  std::unique_ptr<Experiment> experiment;
};

Attacked attacked(const grid::Cell& cell, const CanaryPlace& place,
                  const std::vector<Canary>& canaries, plugin_host::PluginHost& host) {
  Attacked made;
  made.canaries = canaries;
  const StandIn stand_in = [&](const Model& model, const problem::FederatedTable& table) {
    if (place.attack == Attack::clipping) {
      Canary own = own_canary_of(model, place, table, cell.seed);
      own.size = canaries.front().size;
      made.canaries = {own};
    }
    auto stand = std::make_unique<CanaryModel>(model, made.canaries, canary_rows(place, table));
    made.model = stand.get();
    return std::unique_ptr<Model>(std::move(stand));
  };
  made.experiment = std::make_unique<Experiment>(cell, 0, host, kSharedTableBytes, stand_in);
  return made;
}

// Runs all chains of `theta` for exposure.iterations, in the attacker's sight.
void run(Experiment& experiment, const Random& random, const Exposure& exposure, Attacker& attacker,
         Block theta) {
  SilentRecorder recorder;
  const MessageTap tap(experiment.mechanism(), attacker);
  WorkingSampler sampler = experiment.at_work(random, tap, recorder);
  sampler.start(theta);
  const Index stride = experiment.sampler().stride();
  while (sampler.iteration() < exposure.iterations) {
    sampler.advance(stride, theta);
    attacker.look(sampler.iteration(), theta);
  }
}

}  // namespace

std::vector<std::int32_t> canary_rows(const CanaryPlace& place,
                                      const problem::FederatedTable& table) {
  std::vector<std::int32_t> canary(static_cast<std::size_t>(table.table().rows()), -1);
  const Rows rows = table.rows(place.client);
  if (place.attack == Attack::growth) {
    for (Index r = 0; r < rows.count; ++r) {
      canary[static_cast<std::size_t>(rows.row(0, r))] = CanaryModel::pushes;
    }
  }
  const Index marked = place.whole_client ? rows.count : std::min(place.records, rows.count);
  for (Index r = 0; r < marked; ++r) {
    canary[static_cast<std::size_t>(rows.row(0, r))] =
        place.whole_client ? 0 : static_cast<std::int32_t>(r);
  }
  return canary;
}

AttackedRuns attacked_runs(const grid::Cell& cell, const CanaryPlace& place,
                           const std::vector<Canary>& canaries, const Exposure& exposure,
                           std::int64_t runs, std::uint64_t world, plugin_host::PluginHost& host,
                           std::int64_t block_bytes) {
  AttackedRuns all;
  for (std::int64_t done = 0; done < runs;) {
    const Attacked attack = attacked(cell, place, canaries, host);
    all.gain = attack.canaries.front().gain;
    if (all.gain == 0) return all;
    Experiment& experiment = *attack.experiment;
    const Index chains = experiment.run().chains, d = experiment.problem().dimension();
    const std::int64_t bytes = d * chains * static_cast<Index>(sizeof(double));
    const std::int64_t block = std::clamp<std::int64_t>(block_bytes / bytes, 1, runs - done);
    Attacker attacker(attack.canaries, place.client, exposure, experiment.problem().clients(), d,
                      chains);
    attacker.begin(block * chains);
    MatrixXd theta = MatrixXd::Zero(d, block * chains);
    const random::PhiloxRandom streams(cell.seed, kFirstReplicate + world, done * chains);
    const random::OwnedRandom random(streams, random::StreamOwner::sampler);
    run(experiment, random, exposure, attacker, view(theta));
    if (done == 0) all.seen.resize(attacker.seen().rows(), runs);
    all.seen.middleCols(done, block) = attacker.seen();
    all.asked += attack.model->asked();
    done += block;
  }
  return all;
}

}  // namespace skald::run
