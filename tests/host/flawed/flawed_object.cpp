// SGLD that breaks one of the promises of sampler.hpp, which the conformance kit must find; or that
// ends its process or never returns, if the option `ends` or the environment variable FLAWED_OBJECT
// says so.

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "process_end.hpp"
#include "skald/minibatch.hpp"
#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;
using Eigen::MatrixXd;

struct Options {
  double step = 0.05;
  std::int64_t batch = 2;
  std::string_view flaw = "none";
  std::string_view ends = "none";
};
constexpr std::array options{
    option("step", &Options::step, "step h on the global potential")
        .above(0)
        .role(OptionRole::step),
    option("batch", &Options::batch, "rows per minibatch").at_least(1),
    option("flaw", &Options::flaw,
           "the broken promise: not_finite, writes_beside, unrepeatable, static_state, "
           "keeps_its_past, mixes_chains, counts_calls, incomplete_state, assigns_costs, "
           "silent_rounds, free_bits, first_rows, throws, crashes, stream_of_the_host, "
           "repeated_draws, shared_costs or reads_slots"),
    option("ends", &Options::ends,
           "PLACE HOW: where (constructor, start, advance, destructor, "
           "started_destructor, static_destructor, at_exit) and how it ends its process, see "
           "end_process()")};

double shared_by_all_objects = 0;

void crash() {
  std::signal(SIGSEGV, SIG_DFL);  // without the handlers of sanitizers
  std::raise(SIGSEGV);
}

// Returns how to end the process at `place` if `ends` names that place, otherwise "".
std::string_view how_at(std::string_view place, std::string_view ends) {
  if (const char* told = std::getenv("FLAWED_OBJECT")) ends = told;
  const std::size_t space = ends.find(' ');
  return ends.substr(0, space) == place ? ends.substr(space + 1) : "";
}

struct StaticObject {
  ~StaticObject() {  // NOLINT(bugprone-exception-escape): a flaw on purpose
    if (!how.empty()) end_process(how);
  }
  std::string how;
};
StaticObject static_object;

std::string how_at_exit;

class FlawedObject final : public Sampler {
 public:
  explicit FlawedObject(const Options& o) : o_(o), minibatch_(o.batch) {
    at("constructor");
    static_object.how = how_at("static_destructor", o_.ends);
    const std::string_view how = how_at("at_exit", o_.ends);
    if (how.empty() || !how_at_exit.empty()) return;
    how_at_exit = how;
    std::atexit([] { end_process(how_at_exit); });
  }
  ~FlawedObject() override {  // NOLINT(bugprone-exception-escape): a flaw on purpose
    at("destructor");
    if (theta_.size() > 0) at("started_destructor");
  }
  FlawedObject(const FlawedObject&) = delete;
  FlawedObject& operator=(const FlawedObject&) = delete;

  double communication_rate() const override {
    return flaw("silent_rounds") || flaw("free_bits") ? 1 : 0;
  }
  void start(Context& context, Block theta) override {
    at("start");
    if (flaw("throws")) throw std::runtime_error("the flaw of the kit's test");
    if (flaw("crashes")) crash();
    if (!flaw("keeps_its_past")) past_ = 0;
    shared_by_all_objects = 0;
    theta_ = theta.matrix();
    if (flaw("stream_of_the_host")) {
      context.random.add_normal({Role::start}, 0, 1e-3, view(theta_));
    }
    memory_.setZero(theta.rows, theta.cols);
    minibatch_.start(context.problem, theta.cols);
    state_ = {NamedBlock{"theta", view(theta_)}, NamedBlock{"memory", view(memory_)}};
  }
  void advance(Context& context, Index iterations, Block theta) override {
    at("advance");
    if (flaw("counts_calls")) theta_.array() += 1e-12;
    const std::int64_t end = context.iteration + iterations;
    for (std::int64_t k = context.iteration; k < end; ++k) iterate(context, k);
    theta.matrix() = theta_;
    if (flaw("free_bits")) context.ledger.rounds += iterations * theta.cols;
    if (flaw("shared_costs")) context.ledger.bits_up += 32 * static_cast<double>(iterations);
    if (flaw("writes_beside")) theta.data[theta.rows] = 1;
    if (flaw("not_finite")) theta.column(0).setConstant(std::numeric_limits<double>::infinity());
    if (flaw("assigns_costs")) context.ledger.bits_up = 32;
    if (flaw("assigns_costs") && context.iteration > 0) context.ledger.bits_up = 0;
  }
  std::span<const NamedBlock> state() override {
    return std::span(state_).first(flaw("incomplete_state") ? 1 : 2);
  }
  bool law(LangevinLaw& law) const override {
    law.kind = LangevinLaw::Kind::single_chain;
    law.step = o_.step;
    law.full_batch = false;
    law.batch = o_.batch;
    return true;
  }

 private:
  bool flaw(std::string_view name) const { return o_.flaw == name; }
  void at(std::string_view place) const {
    const std::string_view how = how_at(place, o_.ends);
    if (!how.empty()) end_process(how);
  }

  void iterate(Context& context, std::int64_t k) {
    Problem& problem = context.problem;
    MatrixXd gradient(theta_.rows(), theta_.cols());
    const Rows drawn = minibatch_.draw(context.random, k, problem, Problem::everyone);
    const Rows rows = flaw("first_rows") ? Rows::range(0, drawn.count) : drawn;
    problem.gradient(Problem::everyone, rows, view(theta_), view(gradient));
    theta_ -= o_.step * gradient;
    context.random.add_normal({Role::noise}, k, std::sqrt(2 * o_.step), view(theta_));
    if (flaw("repeated_draws")) {
      context.random.add_normal({Role::noise}, k, 1e-3, view(theta_));
    }
    memory_ += theta_;
    past_ += 1e-12;
    shared_by_all_objects += 1e-12;
    if (flaw("unrepeatable")) theta_.array() += 1e-12 * static_cast<double>(next_object_++);
    if (flaw("static_state")) theta_.array() += shared_by_all_objects;
    if (flaw("keeps_its_past")) theta_.array() += past_;
    if (flaw("incomplete_state")) theta_ += 1e-9 * memory_;
    if (flaw("reads_slots")) {
      context.parallel(theta_.cols(), [&](Index j, Index slot) {
        theta_.col(j).array() += 1e-12 * static_cast<double>(slot);
      });
    }
    if (flaw("mixes_chains")) theta_.array() += 1e-12 * theta_.sum();
  }

  static inline int next_object_ = 0;

  Options o_;
  Minibatch minibatch_;
  double past_ = 0;
  MatrixXd theta_, memory_;
  std::array<NamedBlock, 2> state_{};
};

}  // namespace

SKALD_PLUGIN = skald::plugin<FlawedObject, Options, options>(
    {.name = "flawed_object",
     .numerics_revision = 1,
     .summary = "Stochastic gradient Langevin dynamics that breaks a promise",
     .reference = ""});
