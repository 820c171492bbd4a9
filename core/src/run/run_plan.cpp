#include "run/run_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "skald/extensions/draw_times.hpp"
#include "skald/plugin.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

constexpr std::array own_options{
    option("iterations", &RunOptions::iterations,
           "length of the run: local steps of every participating client (or set rounds)")
        .at_least(1),
    option("rounds", &RunOptions::rounds,
           "length of the run in rounds of communication, expected ones under p_c (or set "
           "iterations)")
        .at_least(1),
    option("burn_in", &RunOptions::burn_in,
           "share of the run, or of a budget that ends it, after which averages start anew")
        .at_least(0)
        .below(1),
    option("chains", &RunOptions::chains, "independent chains that run side by side").at_least(1),
    option("thin", &RunOptions::thin, "iterations between the draws that enter averages")
        .at_least(1),
    option("record_every", &RunOptions::record_every,
           "iterations between records of the metrics; by default a hundredth of the run, or, "
           "unless evaluate_every is set, as many (down to 25 records) as keep predictions on test "
           "rows below a tenth of the rows whose gradients are taken")
        .at_least(1),
    option("evaluate_every", &RunOptions::evaluate_every,
           "iterations between evaluations on the test rows, whose predictions are averaged; "
           "record_every when left out")
        .at_least(1),
    option("averages", &RunOptions::averages,
           "what a sampler's metrics average over: time, all draws since burn-in; chains, the "
           "chains where they stand when recorded, so that a series shows the law along the run")
        .one_of("time|chains"),
    option("publish", &RunOptions::publish,
           "what readers see. all: whatever is stored; last: nothing but the last state of each "
           "chain; average: nothing but the average of each chain's states after the burn-in, one "
           "a round. Then metrics are recorded at the end alone, of these, over chains, and eps is "
           "against those readers: it stops growing with the run's length where steps contract")
        .one_of("all|last|average"),
    option(
        "start", &RunOptions::start,
        "where chains start. model: the model's own start (random weights of networks, otherwise "
        "zero); zero; mode: the mode of the target; normal: each at its own draw of "
        "N(0, start_deviation^2 I)")
        .one_of("model|zero|mode|normal"),
    option("start_deviation", &RunOptions::start_deviation,
           "standard deviation of every coordinate of a normal start")
        .above(0),
    option("divergence_bound", &RunOptions::divergence_bound,
           "a parameter beyond this size ends the run as diverged")
        .above(0),
    option(
        "budget.bits", &RunOptions::budget_bits,
        "bits that all clients together may send and receive, per chain; the run ends before the "
        "iterations that would exceed them")
        .symbol("B")
        .above(0),
    option("budget.bits_up", &RunOptions::budget_bits_up,
           "as budget.bits, for what clients send alone")
        .symbol("B")
        .above(0),
    option("budget.eps", &RunOptions::budget_eps,
           "privacy that the run may spend, as eps_spent counts it; the run ends before the "
           "iterations that would exceed it")
        .symbol("eps")
        .above(0),
    option("budget.simulated_seconds", &RunOptions::budget_simulated_seconds,
           "seconds by the clock of clients, on average over chains; the run ends before the "
           "iterations that would exceed them")
        .above(0),
    option("limits.seconds", &RunOptions::limit_seconds,
           "seconds after which the run is stopped, status timeout; those for which its process or "
           "the "
           "runner is suspended do not count")
        .above(0),
    option("limits.memory", &RunOptions::limit_memory,
           "bytes of memory, without mapped tables, beyond which the run is stopped, status "
           "out_of_memory")
        .above(0),
    option("checkpoint_seconds", &RunOptions::checkpoint_seconds,
           "time between the checkpoints from which an interrupted run goes on; no part of the "
           "run's identity")
        .above(0),
    option("public", &RunOptions::public_inputs,
           "private inputs that are declared public, their names separated by commas, or all: what "
           "the set-up reads of private rows (start, curvature, standardisation, ...) makes eps "
           "infinite unless it is named here; skald account grid GRID lists it"),
    option("keep_samples", &RunOptions::keep_samples,
           "store the draws that enter averages, chains x draws x d, as a NumPy array beside the "
           "database"),
    option(
        "threads", &RunOptions::threads,
        "threads of the run, on which clients work side by side where the sampler allows it (skald "
        "describe); all runs under way together have at most -j. auto: one, plus "
        "cores that no other run is using or waiting for. They change no number and are no part of "
        "the run's identity")
        .at_least(1)
        .automatic(kAnyThreadsText)};
constexpr std::array reference_options{
    option("reference.draws", &RunOptions::reference_draws,
           "draws of the same posterior to compare with, in place of a reference run: Stan's CSV "
           "files, other CSV files with a header, NumPy arrays (draws x parameters, or chains x "
           "draws x parameters), or NetCDF of ArviZ; several files with a chain each are a folder, "
           "or a name with *, such as fit_*.csv")
        .is_path(),
    option("reference.parameters", &RunOptions::reference_parameters,
           "their columns, one for each parameter of the model in its order: a list of names and "
           "of positions from 1, \"\" for a parameter without draws; by name if omitted, or by "
           "position where that is the only way")
        .only_if("reference.draws"),
    option("reference.scale", &RunOptions::reference_scale,
           "run: the draws are of theta as the run has it; data: of the coefficients on the data's "
           "own scale; to be given where columns are standardised")
        .one_of("run|data")
        .only_if("reference.draws")};
constexpr auto table =
    append(append(own_options, clients::client_options<RunOptions>()), reference_options);

std::int64_t round_up(std::int64_t n, std::int64_t stride) {
  return (n + stride - 1) / stride * stride;
}

std::int64_t hundredth(std::int64_t iterations, std::int64_t stride) {
  return round_up(std::max<std::int64_t>(iterations / 100, 1), stride);
}

std::int64_t budget(const RunOptions& options, const Sampler& sampler) {
  if (options.iterations) return *options.iterations;
  const double rate = sampler.communication_rate();
  if (rate <= 0) {
    throw std::invalid_argument(
        "run.rounds is given, but this sampler never communicates: set run.iterations instead");
  }
  return std::llround(static_cast<double>(*options.rounds) / rate);
}

// Says what was given and is another number in the plan.
std::string rounded(const RunOptions& options, const RunPlan& plan, std::int64_t stride) {
  std::string text;
  const auto add = [&text](const char* name, std::int64_t given, std::int64_t taken) {
    if (given == taken) return;
    text += (text.empty() ? "run." : ", run.") + std::string(name) + " " + std::to_string(taken) +
            " in place of " + std::to_string(given);
  };
  if (options.iterations) add("iterations", *options.iterations, plan.iterations);
  if (!plan.takes_end) {
    if (options.thin != 1) add("thin", options.thin, plan.thin);
    if (options.evaluate_every) add("evaluate_every", *options.evaluate_every, plan.evaluate_every);
  }
  if (options.record_every) add("record_every", *options.record_every, plan.record_every);
  if (text.empty()) return "";
  return text + ": multiples of a round, which is " + text::counted(stride, "iteration");
}

[[noreturn]] void refuse_to_publish(const RunOptions& o, const std::string& option,
                                    const std::string& why) {
  throw std::invalid_argument("run.publish is " + std::string(o.publish) + ", but run." + option +
                              " " + why + ": remove it, or set run.publish to all");
}

// Refuses what would show more than the end, or end the run by what it has been.
void require_nothing_but_the_end(const RunOptions& o, const RunPlan& plan) {
  const auto require = [&](const char* option, std::optional<std::int64_t> given) {
    if (given.value_or(plan.iterations) < plan.iterations) {
      refuse_to_publish(o, option,
                        "is " + std::to_string(*given) + ", so that states before " +
                            std::to_string(plan.iterations) + " are looked at");
    }
  };
  require("record_every", o.record_every);
  require("evaluate_every", o.evaluate_every);
  if (o.thin != 1 && o.publish == "average")
    refuse_to_publish(o, "thin", "is given, and the average takes one state a round");
  if (o.thin != 1) require("thin", o.thin);
  if (o.budget_bits || o.budget_bits_up || o.budget_eps || o.budget_simulated_seconds)
    refuse_to_publish(o, "budget", "may end the run elsewhere than where it is accounted for");
  if (o.are_given()) refuse_to_publish(o, "clients", "shows a clock along the run");
}

// Turns the plan into one that looks at the end alone.
void look_at_the_end(RunPlan& plan, std::int64_t stride) {
  plan.save_every = hundredth(plan.iterations, stride);
  plan.record_every = plan.iterations;
  plan.takes_end = true;
}

void require_a_draw(const RunPlan& plan) {
  if (plan.takes_end || plan.burn_in / plan.thin < plan.iterations / plan.thin) return;
  throw std::invalid_argument("run.thin is " + std::to_string(plan.thin) +
                              ", so that averages take no draw of the " +
                              text::counted(plan.iterations - plan.burn_in, "iteration") +
                              " after the burn-in: lower it, or set run.iterations to "
                              "more");
}

// The iterations that averages take, and those among them that leave no draw.
struct Taken {
  std::int64_t all = 0, others = 0;
  std::int64_t first_draw = 0, last_other = 0;  // 0: there is none
};

Taken taken_by_averages(const RunPlan& plan, std::int64_t every, const DrawTimes& times) {
  Taken taken;
  for (std::int64_t k = (plan.burn_in / every + 1) * every; k <= plan.iterations; k += every) {
    taken.all += 1;
    if (times.is_draw(k)) {
      if (taken.first_draw == 0) taken.first_draw = k;
    } else {
      taken.others += 1;
      taken.last_other = k;
    }
  }
  return taken;
}

[[noreturn]] void refuse(const Taken& taken, std::int64_t iterations) {
  const std::string found = "of " + text::counted(taken.all, "iteration") +
                            " that averages take, " + std::to_string(taken.others) +
                            " leave no draw";
  if (taken.first_draw == 0) {
    throw std::invalid_argument(found + ": the sampler's warm-up takes the whole run of " +
                                std::to_string(iterations) +
                                "; set run.iterations to more, or shorten the warm-up");
  }
  const std::string last = std::to_string(taken.last_other);
  if (taken.last_other < taken.first_draw) {
    const double share = static_cast<double>(taken.last_other) / static_cast<double>(iterations);
    throw std::invalid_argument(found + ", up to iteration " + last +
                                ": set run.burn_in to at least " +
                                text::number_text(std::ceil(share * 1000) / 1000, 3) +
                                ", or shorten the sampler's warm-up");
  }
  throw std::invalid_argument(found + ", the last of them " + last +
                              ": set run.thin and run.evaluate_every to iterations at which the "
                              "sampler does not explore, such as the length of its cycles");
}

}  // namespace

std::span<const OptionInfo> run_option_infos() { return detail::option_infos_v<table>; }

RunOptions read_run_options(std::span<const Value> values) {
  return skald::read_options<RunOptions, table>(values.data());
}

RunPlan plan_run(const RunOptions& options, const Sampler& sampler) {
  const std::int64_t stride = sampler.stride();
  RunPlan plan;
  plan.iterations = budget(options, sampler) / stride * stride;
  if (plan.iterations == 0) {
    throw std::invalid_argument(
        "the run is shorter than one round of K = " + std::to_string(stride) +
        " local steps: set run.iterations to at least that");
  }
  plan.burn_in = burn_in_of(options.burn_in, plan.iterations, stride);
  plan.thin = round_up(options.thin, stride);
  plan.record_every = options.record_every ? round_up(*options.record_every, stride)
                                           : hundredth(plan.iterations, stride);
  plan.evaluate_every = round_up(options.evaluate_every.value_or(plan.record_every), stride);
  plan.takes_end = options.averages == "chains";
  plan.shows_average = options.publish == "average";
  if (options.publish != "all") {
    require_nothing_but_the_end(options, plan);
    look_at_the_end(plan, stride);
  }
  if (plan.takes_end) plan.thin = plan.evaluate_every = plan.record_every;
  if (plan.shows_average) plan.thin = stride;
  if (options.publish == "last") plan.burn_in = 0;
  plan.rounded = rounded(options, plan, stride);
  if (sampler.output() == Output::posterior_draws) require_a_draw(plan);
  return plan;
}

std::int64_t burn_in_of(double share, std::int64_t iterations, std::int64_t stride) {
  const double burn_in = share * static_cast<double>(iterations);
  return std::min(round_up(std::llround(burn_in), stride), iterations - stride);
}

bool is_draw_of(const Sampler& sampler, std::int64_t iteration) {
  const auto* times = dynamic_cast<const DrawTimes*>(&sampler);
  return times == nullptr || times->is_draw(iteration);
}

std::int64_t least_burn_in(const RunPlan& plan, const Sampler& sampler) {
  const auto* times = dynamic_cast<const DrawTimes*>(&sampler);
  if (times == nullptr) return 0;
  RunPlan from_start = plan;
  from_start.burn_in = 0;
  return std::max(taken_by_averages(from_start, plan.thin, *times).last_other,
                  taken_by_averages(from_start, plan.evaluate_every, *times).last_other);
}

void require_draws(const RunPlan& plan, const Sampler& sampler) {
  const auto* times = dynamic_cast<const DrawTimes*>(&sampler);
  if (times == nullptr) return;
  for (const std::int64_t every : {plan.thin, plan.evaluate_every}) {
    const Taken taken = taken_by_averages(plan, every, *times);
    if (taken.others > 0) refuse(taken, plan.iterations);
  }
  if (plan.takes_end && !times->is_draw(plan.iterations)) {
    throw std::invalid_argument(
        "the run's last iteration, " + std::to_string(plan.iterations) +
        ", leaves no draw: set run.iterations to one at which the sampler does not explore");
  }
}

std::int64_t next_stop(const RunPlan& plan, std::int64_t now) {
  std::int64_t next = plan.iterations;
  for (const std::int64_t every : {plan.thin, plan.record_every, plan.evaluate_every}) {
    next = std::min(next, (now / every + 1) * every);
  }
  if (plan.save_every > 0) next = std::min(next, (now / plan.save_every + 1) * plan.save_every);
  return now < plan.burn_in ? std::min(next, plan.burn_in) : next;
}

bool is_always_recorded(const RunPlan& plan, std::int64_t iteration) {
  const std::int64_t records = plan.iterations / plan.record_every;
  const std::int64_t record = iteration / plan.record_every;
  const auto kept_until = [records](std::int64_t r) { return r * kFewestRecords / records; };
  return records <= kFewestRecords || kept_until(record) > kept_until(record - 1);
}

}  // namespace skald::run
