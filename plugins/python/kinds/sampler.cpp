#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "bindings/bindings.hpp"
#include "kinds/kinds.hpp"
#include "plugin_object.hpp"
#include "skald/extensions/affine_rounds.hpp"
#include "skald/extensions/draw_times.hpp"
#include "words.hpp"

namespace skald::python {
namespace {

// Members of Python are destroyed with the lock held.
struct SamplerParts {
  explicit SamplerParts(py::object object) : plugin(std::move(object)) {}

  PluginObject plugin;
  LentContext context;
  std::vector<py::object> state_arrays;
};

class PythonSampler : public Sampler {
 public:
  explicit PythonSampler(py::object plugin)
      : parts_(new SamplerParts(std::move(plugin))),
        output_(from_word<Output>(parts_->plugin.object().attr("output").cast<std::string>())),
        has_law_(parts_->plugin.overrides("law")) {}

  Output output() const override { return output_; }
  double temperature() const override { return plugin().value<double>("temperature"); }
  const char* bias() const override {
    const auto why = plugin().value<std::optional<std::string>>("bias");
    return why ? kept_text(*why) : nullptr;
  }
  Rest rest() const override {
    return plugin().call([&](Call& call) {
      return from_word<Rest>(
          plugin().converted<std::string>(call.ask(plugin().object(), "rest"), "rest"));
    });
  }
  Index stride() const override { return plugin().value<Index>("stride"); }
  double communication_rate() const override {
    return plugin().value<double>("communication_rate");
  }
  void start(Context& context, Block theta) override {
    within(context, [&](Call& call, const py::object& lent) {
      call.may_refuse();
      call.ask(plugin().object(), "start", lent, call.lend(theta));
    });
  }
  void advance(Context& context, Index iterations, Block theta) override {
    within(context, [&](Call& call, const py::object& lent) {
      call.ask(plugin().object(), "advance", lent, iterations, call.lend(theta));
    });
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    plugin().call([&](Call& call) {
      const Lent<Problem> of(const_cast<Problem&>(problem));
      const Lent<ReleasePlan> to(plan, problem.clients());
      call.ask(plugin().object(), "releases", of.object(), iterations, to.object());
    });
  }
  void claims(const Problem& problem, Index iterations, const Mechanism& mechanism,
              PublishedClaims& claims) const override {
    plugin().call([&](Call& call) {
      const Lent<Problem> of(const_cast<Problem&>(problem));
      const Lent<const Mechanism> under(mechanism, problem.clients());
      const Lent<PublishedClaims> to(claims);
      call.ask(plugin().object(), "claims", of.object(), iterations, under.object(), to.object());
    });
  }
  std::span<const NamedBlock> state() override;
  bool law(LangevinLaw& law) const override;
  void resize_state(std::span<const Index> columns) override {
    const std::vector<Index> numbers(columns.begin(), columns.end());
    plugin().call([&](Call& call) { call.ask(plugin().object(), "resize_state", numbers); });
  }

 protected:
  const PluginObject& plugin() const { return parts_->plugin; }

 private:
  template <class F>
  void within(Context& context, const F& f) {
    plugin().call([&](Call& call) {
      struct Back {
        LentContext& context;
        ~Back() { context.take_back(); }
      } const back{parts_->context};
      f(call, parts_->context.lend(context));
    });
  }

  Locked<SamplerParts> parts_;
  Output output_;
  bool has_law_;
  std::vector<NamedBlock> state_;
  mutable std::vector<double> weights_, gradient_noise_;  // what the law refers to
};

std::span<const NamedBlock> PythonSampler::state() {
  plugin().call([&](Call& call) {
    const py::object result = call.ask(plugin().object(), "state");
    state_.clear();
    parts_->state_arrays.clear();
    for (const auto& [name, array] : py::pairs_of(result)) {
      const auto text = name.cast<std::string>();
      state_.push_back({kept_text(text), written(array, ("state \"" + text + "\"").c_str())});
      parts_->state_arrays.push_back(array);
    }
  });
  return state_;
}

bool PythonSampler::law(LangevinLaw& law) const {
  if (!has_law_) return false;
  return plugin().call([&](Call& call) {
    const py::object told = call.ask(plugin().object(), "law");
    if (told.is_none()) return false;
    weights_ = doubles_of(told.attr("weights"), "weights");
    gradient_noise_ = doubles_of(told.attr("gradient_noise"), "gradient_noise");
    law = {.kind = from_word<LangevinLaw::Kind>(told.attr("kind").cast<std::string>()),
           .step = told.attr("step").cast<double>(),
           .temp = told.attr("temp").cast<double>(),
           .rho = told.attr("rho").cast<double>(),
           .K = told.attr("K").cast<std::int64_t>(),
           .p_c = told.attr("p_c").cast<double>(),
           .q_cv = told.attr("q_cv").cast<double>(),
           .participation = from_word<LangevinLaw::Participation>(
               told.attr("participation").cast<std::string>()),
           .S = told.attr("S").cast<std::int64_t>(),
           .at_communication = told.attr("at_communication").cast<bool>(),
           .full_batch = told.attr("full_batch").cast<bool>(),
           .batch = told.attr("batch").cast<std::int64_t>(),
           .weights = weights_,
           .gradient_noise = gradient_noise_};
    return true;
  });
}

class SamplerWithDrawTimes : public PythonSampler, public DrawTimes {
 public:
  using PythonSampler::PythonSampler;
  bool is_draw(std::int64_t iterations) const override {
    return plugin().value<bool>("is_draw", iterations);
  }
};

// clients of quadratic potentials, as skald.plugin has them.
py::object quadratic_clients(Call& call, const QuadraticClients& clients) {
  return py::import("skald.plugin")
      .call("QuadraticClients", call.lend(clients.curvatures), call.lend(clients.slopes));
}

template <class Base>
class WithRounds final : public Base, public AffineRounds {
 public:
  using Base::Base;
  bool describe_rounds(const QuadraticClients&, AffineStages&) const override { return false; }
  bool walk_rounds(const QuadraticClients& clients, Index strides, ConstBlock start,
                   RoundEnds& ends) const override {
    std::vector<double> probabilities;
    std::vector<Eigen::MatrixXd> estimates;
    const bool are_known = this->plugin().call([&](Call& call) {
      const py::object told =
          call.ask(this->plugin().object(), "rounds", quadratic_clients(call, clients), strides,
                   call.lend(std::span(start.data, static_cast<std::size_t>(start.rows))));
      if (told.is_none()) return false;
      for (const py::object& end : py::items_of(told)) {
        const std::vector<py::object> pair = py::items_of(end);
        if (pair.size() != 2) throw std::runtime_error(kNoPairs);
        probabilities.push_back(pair[0].cast<double>());
        estimates.push_back(matrix_of(pair[1], "an estimate of rounds()"));
        if (estimates.back().size() != start.rows) throw std::runtime_error(kNoPairs);
      }
      return true;
    });
    for (std::size_t i = 0; i < estimates.size(); ++i)
      ends.end(probabilities[i], view(estimates[i]));
    return are_known;
  }

 private:
  static constexpr const char* kNoPairs =
      "rounds() has to return pairs of a probability and an estimate, as its start is";
};

}  // namespace

Sampler* make_sampler(py::object plugin) {
  const PluginObject object(plugin);
  const bool has_times = object.overrides("is_draw");
  if (object.overrides("rounds")) {
    if (has_times) return new WithRounds<SamplerWithDrawTimes>(std::move(plugin));
    return new WithRounds<PythonSampler>(std::move(plugin));
  }
  if (has_times) return new SamplerWithDrawTimes(std::move(plugin));
  return new PythonSampler(std::move(plugin));
}

}  // namespace skald::python
