#include "optimisers/reference/composition.hpp"

#include <random>
#include <sstream>

namespace skald::test::reference {
namespace {

// Chooses values and notes them down.
class Chooser {
 public:
  Chooser(const std::string& method, std::uint64_t seed, int clients)
      : generator_(seed), clients_(clients) {
    c.method = method;
    made_.text = method;
  }

  // Chooses the method's options, part by part.
  Composition compose() {
    if (is({"fedpaq"})) c.compressor = "qsgd";
    choose_own();
    choose_steps();
    choose_cohort();
    choose_clip();
    choose_stragglers();
    choose_compressor();
    choose_server();
    made_.choices = c;
    return made_;
  }

 private:
  bool is(const std::vector<std::string>& names) const {
    for (const std::string& name : names)
      if (c.method == name) return true;
    return false;
  }
  bool sometimes() { return generator_() % 2 == 0; }
  template <class T>
  void set(const char* name, T& value, const T& chosen) {
    value = chosen;
    std::erase_if(made_.settings, [&](const Setting& other) { return other.name == name; });
    made_.settings.emplace_back(name, value);
    std::ostringstream text;
    text << std::boolalpha << ", " << name << ' ' << value;
    made_.text += text.str();
  }
  template <class T>
  void choose(const char* name, T& value, const std::vector<T>& from) {
    set(name, value, static_cast<T>(from[generator_() % from.size()]));
  }

  void choose_own() {
    if (is({"fedprox"})) choose("mu", c.mu, {0., 0.5, 2.});
    if (is({"feddyn"})) choose("alpha", c.alpha, {0.5, 1.});
    if (is({"fedvarp"})) choose<std::string>("memory", c.memory, {"saga", "sag"});
    if (is({"scaffold"})) choose<std::string>("option", c.option, {"I", "II"});
    if (is({"fedexp"})) {
      choose("epsilon", c.epsilon, {0.01, 10.});
      choose("half", c.half, {true, false});
    }
    if (!is({"mime", "mime_lite"})) return;
    choose<std::string>("base", c.base, {"momentum", "adam", "rmsprop"});
    choose("beta", c.beta, {0., 0.6});
    if (c.base == "momentum") return;
    choose("beta2", c.beta2, {0.8, 0.95});
    choose("epsilon", c.epsilon, {0.2, 0.5});
  }
  void choose_steps() {
    if (sometimes()) choose("batch", c.batch, {1, 2, 3});
    if (!is({"fedvarp", "tamuna"}) && sometimes()) {
      choose("epochs", c.epochs, {1, 2});
    } else {
      choose("K", c.K, {1, 2, 3, 5});
    }
    choose("lr", c.lr, {0.02, 0.05, 0.1});
    if (!is({"feddyn", "tamuna"}) && sometimes()) {
      choose_schedule();
    }
    if (is({"fedavg", "fedprox", "fednova", "fedexp", "fedpaq"}) && sometimes()) choose_optimiser();
  }
  void choose_optimiser() {
    if (is({"fedavg", "fedprox"}))
      choose<std::string>("client_optimiser", c.client_optimiser, {"sgd", "nesterov", "adam"});
    if (c.client_optimiser != "adam") return choose("momentum", c.momentum, {0.4, 0.9});
    if (sometimes()) choose("client_beta1", c.client_beta1, {0., 0.5});
    if (sometimes()) choose("client_beta2", c.client_beta2, {0.6, 0.9});
    choose("client_eps", c.client_eps, {1e-3, 0.1});
  }
  void choose_schedule() {
    choose<std::string>("lr_schedule", c.lr_schedule,
                        {"inverse", "exponential", "inverse_sqrt", "step", "cosine"});
    if (sometimes()) choose("lr_warmup", c.lr_warmup, {1, 4, 7});
    if (c.lr_schedule != "step" && c.lr_schedule != "cosine")
      return choose("lr_decay", c.lr_decay, {0.1, 0.5});
    choose("lr_period", c.lr_period, {1, 3, 6, 40});
    if (sometimes()) choose("lr_factor", c.lr_factor, {0.05, 0.3, 1.});
  }
  void choose_cohort() {
    choose<std::string>("weights", c.weights, {"examples", "uniform"});
    if (sometimes()) choose("S", c.S, {2, 3, clients_});
    if (is({"tamuna"})) choose("copies", c.copies, c.S == 2 ? std::vector{2} : std::vector{2, 3});
  }
  void choose_clip() {
    if (!is({"fedavg", "fedprox", "fednova", "fedexp", "fedpaq", "fedvarp", "distributed_sgd"}) ||
        sometimes())
      return;
    choose("clip", c.clip, {0.1, 0.5, 2.});
    if (is({"fednova", "fedvarp"}) || sometimes()) return;
    set<std::string>("unit", c.unit, "client");
    set<std::string>("weights", c.weights, "uniform");
    if (is({"fedexp"})) return set<std::string>("norms", c.norms, "released");
    choose<std::string>("client_sampling", c.client_sampling,
                        {"without_replacement", "poisson", "cyclic"});
    if (sometimes()) return;
    set<std::string>("clip_rule", c.clip_rule, "quantile");
    choose("clip_quantile", c.clip_quantile, {0.2, 0.5, 0.9});
    choose("clip_rate", c.clip_rate, {0.2, 1.});
  }
  void choose_stragglers() {
    if (is({"mime", "mime_lite", "tamuna", "distributed_sgd"}) || sometimes()) return;
    choose("stragglers", c.stragglers, {0., 0.16, 0.17, 0.4, 0.5, 0.7});
    if (c.client_sampling == "without_replacement")
      choose<std::string>("straggler_work", c.straggler_work, {"partial", "drop"});
  }
  void choose_compressor() {
    if (!is({"fedprox", "fednova", "fedexp", "fedpaq", "scaffold"}) || sometimes()) return;
    choose<std::string>("compressor", c.compressor,
                        {"none", "qsgd", "sparsifier", "top_k", "random_k", "sign"});
    if (c.compressor == "none") return;
    if (c.compressor == "qsgd") return choose("levels", c.levels, {0, 1, 4});
    if (c.compressor == "sparsifier") choose("keep", c.keep, {0.34, 0.7, 1.});
    if (c.compressor != "sparsifier" && c.compressor != "sign")
      choose("keep", c.keep, {0.34, 0.7, 1.});
    if (c.unit == "client" || sometimes()) return;
    const bool everyone = c.S == 0 && c.stragglers == 0;
    if (everyone && sometimes()) return set("differences", c.differences, true);
    set("error_feedback", c.error_feedback, true);
  }
  void choose_server() {
    if (is({"feddyn", "fedexp", "tamuna"})) return;
    choose("server_lr", c.server_lr, {1., 0.7});
    if (is({"mime", "mime_lite"}) || sometimes()) return;
    choose<std::string>("server", c.server, {"momentum", "adagrad", "adam", "yogi"});
    // What is meant if they are omitted, or other values.
    c.server_momentum = c.server == "adagrad" ? 0 : 0.9;
    if (sometimes()) choose("server_momentum", c.server_momentum, {0., 0.5});
    if (c.server == "momentum") return;
    choose("opt_eps", c.opt_eps, {0.1, 0.5});
    if (c.server != "adagrad") choose("server_beta2", c.server_beta2, {0.7, 0.95});
  }

  Choices c;
  std::mt19937_64 generator_;
  int clients_;
  Composition made_;
};

}  // namespace

const std::vector<std::string>& methods() {
  static const std::vector<std::string> all{"fedavg", "fedprox",   "fednova",         "feddyn",
                                            "fedexp", "fedvarp",   "scaffold",        "fedpaq",
                                            "mime",   "mime_lite", "distributed_sgd", "tamuna"};
  return all;
}

Composition compose(const std::string& method, std::uint64_t seed, int clients) {
  return Chooser(method, seed, clients).compose();
}

}  // namespace skald::test::reference
