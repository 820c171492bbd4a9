#include "sweep/cost_model.hpp"
#include "test.hpp"

namespace {

grid::Cell cell(const std::string& sampler, std::int64_t iterations, std::int64_t chains) {
  grid::Cell made;
  made.choice(Kind::sampler).plugin = sampler;
  made.run = {{"iterations", iterations}, {"rounds", std::monostate{}}, {"chains", chains}};
  return made;
}

// Returns a run of the cell, which has this hash.
SweepRun sweep_run(const grid::Cell& cell, const std::string& hash) {
  SweepRun made;
  made.cell = &cell;
  made.identity = std::make_shared<const CellIdentity>(CellIdentity{hash, {}});
  return made;
}

// Returns the cost of a run of the cell, under a hash of which no run has ended.
double seconds_of(const CostModel& costs, const grid::Cell& cell) {
  return costs.seconds(sweep_run(cell, "new")).value();
}

}  // namespace

TEST_CASE("cost is in proportion to iterations and chains, by sampler") {
  const grid::Cell fald = cell("fald", 100, 2), longer = cell("fald", 300, 2),
                   ula = cell("ula", 100, 1);
  CostModel costs;
  CHECK_FALSE(costs.seconds(sweep_run(fald, "a")));
  costs.add(sweep_run(fald, "a"), 1.0);
  costs.add(sweep_run(longer, "b"), 3.0);
  costs.add(sweep_run(ula, "c"), 8.0);
  CHECK(seconds_of(costs, cell("fald", 1000, 1)) == Approx(5));
  CHECK(seconds_of(costs, cell("ula", 200, 2)) == Approx(32));
  CHECK(seconds_of(costs, cell("sgld", 90, 1)) == Approx(90 * 12.0 / 900));
}

TEST_CASE("two lengths of a run tell what it costs to begin") {
  CostModel costs;
  costs.add_lengths(cell("fald", 10, 2), 1.1, cell("fald", 100, 2), 2.0);  // 1 s, and 5 ms per unit
  CHECK(seconds_of(costs, cell("fald", 1000, 2)) == Approx(1 + 10));
  CHECK(seconds_of(costs, cell("fald", 10, 2)) == Approx(1.1));
  CHECK(seconds_of(costs, cell("sgld", 1000, 1)) == Approx(1 + 5));
  costs.add_lengths(cell("ula", 10, 1), 3.0, cell("ula", 100, 1), 2.9);  // no visible growth
  CHECK(seconds_of(costs, cell("ula", 1000, 1)) == Approx(2.9));
  costs.add_lengths(cell("hmc", 10, 1), 0.0, cell("hmc", 10, 1), 2.0);  // only one length measured
  CHECK(seconds_of(costs, cell("hmc", 100, 1)) == Approx(20));
}

TEST_CASE("a start is work too, of a pair of its own") {
  grid::Cell with_start = cell("fald", 100, 2);
  const grid::Cell plain = with_start;
  grid::StartChoice& start = with_start.start.emplace();
  start.sampler.plugin = "fedavg";
  start.sampler.options = {{"K", std::int64_t{5}}};
  start.run = {{"iterations", std::monostate{}}, {"rounds", std::int64_t{30}}};
  CHECK(work_of(with_start) == 200 + 30 * 5 * 2);
  CHECK(pair_of(with_start) == "fedavg+fald/");
  CHECK(pair_of(plain) == "fald/");
  CostModel costs;
  costs.add(sweep_run(plain, "a"), 1.0);
  costs.add(sweep_run(with_start, "b"), 10.0);
  grid::Cell longer = with_start;
  longer.start->run[1].second = std::int64_t{60};
  CHECK(seconds_of(costs, longer) == Approx(16));
  CHECK(seconds_of(costs, plain) == Approx(1));
}

TEST_CASE("a cell costs what its other replicates did") {
  const grid::Cell fald = cell("fald", 100, 1);
  CostModel costs;
  costs.add(sweep_run(fald, "cheap"), 1.0);
  costs.add(sweep_run(fald, "cheap"), 3.0);
  costs.add(sweep_run(fald, "dear"), 20.0);
  CHECK(*costs.seconds(sweep_run(fald, "cheap")) == Approx(2));
  CHECK(*costs.seconds(sweep_run(fald, "dear")) == Approx(20));
  CHECK(*costs.seconds(sweep_run(fald, "unknown")) == Approx(8));
}

TEST_CASE("what a budget leaves of a run costs so much less") {
  const grid::Cell fald = cell("fald", 1000, 1);
  CostModel costs;
  costs.add_lengths(cell("fald", 10, 1), 0.1, cell("fald", 100, 1), 1.0);
  const SweepRun run = sweep_run(fald, "a");
  CHECK(*costs.seconds(run) == Approx(10));
  costs.limit(run, 0.02);
  CHECK(*costs.seconds(run) == Approx(0.2));
  CHECK(*costs.seconds(sweep_run(fald, "without")) == Approx(10));
}

TEST_CASE("a budget in rounds counts as the iterations it takes") {
  grid::Cell rounds = cell("fald", 0, 1);
  rounds.run = {{"iterations", std::monostate{}}, {"rounds", std::int64_t{10}}};
  rounds.choice(Kind::sampler).options = {{"K", std::int64_t{20}}};
  const grid::Cell known = cell("fald", 100, 1);
  CostModel costs;
  costs.add(sweep_run(known, "a"), 1.0);
  CHECK(*costs.seconds(sweep_run(rounds, "b")) == Approx(2));
  rounds.choice(Kind::sampler).options = {{"K", std::monostate{}}, {"p_c", 0.1}};
  CHECK(*costs.seconds(sweep_run(rounds, "c")) == Approx(1));
}

namespace {

// A cell with so many metrics whose runs have this length.
grid::Cell cell(std::int64_t iterations, std::size_t metrics) {
  grid::Cell made;
  made.run = {{"iterations", iterations}, {"record_every", std::monostate{}}};
  made.metrics.own().resize(metrics);
  return made;
}

}  // namespace

TEST_CASE("a run takes the rows of its series at every record") {
  // Two metrics and one series of the sampler: 3 points and one moment at each of 100 records.
  const double brief = bytes_of_run(cell(1, 2)), usual = bytes_of_run(cell(100'000, 2));
  // Diagnostics at the records 1, 2, 4, ..., 64 and 100 in place of the only one.
  CHECK(usual - brief == Approx(99 * (3 * 21 + 44) + 7 * 48));
  CHECK(bytes_of_run(cell(100'000, 3)) - usual == Approx(100 * 21 + 52));
  CHECK(bytes_of_run(cell(50, 2)) - brief == Approx(49 * (3 * 21 + 44) + 6 * 48));
  CHECK(bytes_of_run(cell(64, 2)) - brief == Approx(63 * (3 * 21 + 44) + 6 * 48));
  grid::Cell costly = cell(100'000, 2);
  costly.metrics.push_back({.name = "rounds", .plugin = {}});
  CHECK(bytes_of_run(costly) == usual);  // a cost, which every run has
  grid::Cell often = cell(100'000, 2);
  often.run[1].second = std::int64_t{10};
  CHECK(bytes_of_run(often) - brief == Approx(9'999 * (3 * 21 + 44) + 14 * 48));
}

namespace seconds_left_test {
namespace {

using Seconds = std::optional<double>;

RunPace::Clock::time_point after(int seconds) {
  return RunPace::Clock::time_point() + std::chrono::seconds(seconds);
}

Seconds left(const std::vector<Seconds>& running, const std::vector<Seconds>& waiting,
             std::size_t at_once) {
  return seconds_left(
      running, waiting.size(), [&](std::size_t i) { return waiting[i]; }, at_once);
}

}  // namespace

TEST_CASE("the rest of a run is that of its pace, or else of what such runs cost") {
  RunPace pace;
  CHECK_FALSE(seconds_of_rest(pace, {}, after(0)));
  CHECK(seconds_of_rest(pace, 40, after(0)) == 40);
  pace.report(0.25, after(10));
  CHECK(seconds_of_rest(pace, 40, after(10)) == 30);
  pace.report(0.5, after(20));
  CHECK(seconds_of_rest(pace, 40, after(20)).value() == Approx(20));
  CHECK(seconds_of_rest(pace, 400, after(20)).value() == Approx(20));
}

TEST_CASE("a sweep ends when its work is shared out, and not before its longest run") {
  CHECK(left({}, {}, 0) == 0);
  CHECK(left({3, 1}, {4, 4}, 2) == 6);
  CHECK(left({3, 9}, {}, 4) == 9);
  CHECK(left({1}, {8, 1}, 4) == 8);
  CHECK(left({5}, {1}, 0) == 6);
}

TEST_CASE("what is not known of one run is not known of the sweep") {
  CHECK_FALSE(left({1, {}}, {1}, 2));
  CHECK_FALSE(left({1}, {1, {}}, 2));
}

TEST_CASE("a sample of the waiting runs stands for all") {
  std::vector<Seconds> waiting(1000, 2.0);
  std::size_t asked = 0;
  const Seconds all = seconds_left(
      {}, waiting.size(),
      [&](std::size_t i) {
        ++asked;
        return waiting[i];
      },
      1);
  CHECK(all == 2000);
  CHECK(asked <= 100);
}

}  // namespace seconds_left_test

namespace {

RunPace::Clock::time_point after(double seconds) {
  return RunPace::Clock::time_point() + std::chrono::duration_cast<RunPace::Clock::duration>(
                                            std::chrono::duration<double>(seconds));
}

}  // namespace

TEST_CASE("a run goes on at the pace of its reports") {
  RunPace pace;
  CHECK_FALSE(pace.seconds_left(after(9)));
  pace.report(0.1, after(10));
  pace.report(0.3, after(50));
  CHECK(pace.share() == 0.3);
  CHECK(pace.seconds_left(after(50)).value() == Approx(140));
  CHECK(pace.seconds_left(after(80)).value() == Approx(110));
  CHECK(pace.seconds_left(after(500)).value() == 0);
}

TEST_CASE("what a run had done before its first report says nothing of its pace") {
  RunPace pace;
  pace.report(0, after(-5));
  pace.report(0.8, after(0));
  CHECK_FALSE(pace.seconds_left(after(100)));
  pace.report(0.9, after(30));
  CHECK(pace.seconds_left(after(30)).value() == Approx(30));
}

TEST_CASE("reports that lie close together tell no pace") {
  RunPace pace;
  pace.report(0.1, after(0));
  pace.report(0.5, after(0.9));
  CHECK_FALSE(pace.seconds_left(after(1)));
  RunPace slow;
  slow.report(0.001, after(0));
  slow.report(0.0109, after(100));
  CHECK_FALSE(slow.seconds_left(after(100)));
}

TEST_CASE("a run that begins anew has a pace of its own again") {
  RunPace pace;
  pace.report(0.2, after(0));
  pace.report(0.9, after(10));
  pace.report(0, after(100));
  CHECK_FALSE(pace.seconds_left(after(100)));
  pace.report(0.5, after(200));
  CHECK_FALSE(pace.seconds_left(after(200)));
  pace.report(0.75, after(210));
  CHECK(pace.seconds_left(after(210)).value() == Approx(10));
}
