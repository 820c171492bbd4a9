#include "cluster/grid_shares.hpp"

#include "system/exit_code.hpp"
#include "test.hpp"

namespace {

// A grid of cells with these numbers of iterations, and its runs. Cell c is compared with the
// reference references[c], if there are any.
struct Study {
  grid::Grid grid;
  std::vector<SweepRun> runs;

  Study(const std::vector<std::int64_t>& iterations, std::int64_t replicates,
        const std::vector<std::size_t>& references = {}, std::int64_t reference_iterations = 0) {
    grid.name = "made";
    grid.replicates = replicates;
    grid.stopping.max = replicates;
    for (std::size_t c = 0; c < iterations.size(); ++c) {
      grid::Cell& cell = grid.cells.emplace_back();
      cell.choice(Kind::sampler).plugin = c % 2 == 0 ? "fald" : "ula";
      cell.run = {{"iterations", iterations[c]}};
      if (!references.empty()) cell.reference = references[c];
    }
    const std::size_t others =
        references.empty() ? 0 : *std::max_element(references.begin(), references.end()) + 1;
    grid.references.resize(others);
    for (grid::Cell& cell : grid.references) cell.run = {{"iterations", reference_iterations}};
    list();
  }

  std::vector<std::size_t> all() const {
    std::vector<std::size_t> indices(runs.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    return indices;
  }

 private:
  void list() {
    for (const grid::Cell& cell : grid.references) add(cell, "r", true);
    for (const grid::Cell& cell : grid.cells) add(cell, "c", false);
  }
  void add(const grid::Cell& cell, const std::string& kind, bool is_reference) {
    for (std::int64_t r = 0; r < grid.replicates; ++r) {
      SweepRun run;
      run.cell = &cell;
      run.identity = std::make_shared<const CellIdentity>(
          CellIdentity{kind + std::to_string(runs.size() - static_cast<std::size_t>(r)), {}});
      run.hash = text::Digest::of(run.cell_hash() + "/" + std::to_string(r));
      run.replicate = r;
      run.is_reference = is_reference;
      if (cell.reference) {
        run.reference = *cell.reference * static_cast<std::size_t>(grid.replicates) +
                        static_cast<std::size_t>(r);
      }
      runs.push_back(run);
    }
  }
};

// The runs of all shares together: every run but the reference runs, once.
void require_partition(const std::vector<RunShare>& shares, const Study& study) {
  std::map<std::size_t, int> times;
  for (const RunShare& share : shares) {
    REQUIRE(std::is_sorted(share.begin(), share.end()));
    for (const std::size_t run : share) ++times[run];
  }
  for (std::size_t i = 0; i < study.runs.size(); ++i) {
    REQUIRE(times[i] == (study.runs[i].is_reference ? 0 : 1));
  }
}

double cost_of(const RunShare& share, const Study& study) {
  double sum = 0;
  std::set<std::size_t> references;
  const auto iterations = [&](std::size_t run) {
    return static_cast<double>(std::get<std::int64_t>(study.runs[run].cell->run[0].second));
  };
  for (const std::size_t run : share) {
    sum += iterations(run);
    if (study.runs[run].reference) references.insert(*study.runs[run].reference);
  }
  for (const std::size_t reference : references) sum += iterations(reference);
  return sum;
}

std::vector<std::int64_t> random_iterations(std::mt19937& random, std::size_t cells) {
  std::vector<std::int64_t> all(cells);
  for (std::int64_t& one : all) one = 1 + static_cast<std::int64_t>(random() % 1000);
  return all;
}

}  // namespace

TEST_CASE("shares of a grid are a partition of its runs, the same every time") {
  std::mt19937 random(1);
  for (int instance = 0; instance < 50; ++instance) {
    const Study study(random_iterations(random, 1 + random() % 20),
                      1 + static_cast<std::int64_t>(random() % 5));
    const std::size_t n = 1 + random() % 9;
    const auto shares = even_shares(study.grid, study.runs, n);
    CHECK(shares.size() == n);
    require_partition(shares, study);
    CHECK(shares == even_shares(study.grid, study.runs, n));
  }
}

TEST_CASE("runs that are compared with one reference run stay together") {
  std::mt19937 random(2);
  for (int instance = 0; instance < 50; ++instance) {
    const std::size_t cells = 2 + random() % 12;
    std::vector<std::size_t> references(cells);
    for (std::size_t& reference : references) reference = random() % 4;
    const Study study(random_iterations(random, cells), 8, references, 2000);
    const std::size_t n = 2 + random() % 3;
    const auto shares = even_shares(study.grid, study.runs, n);
    require_partition(shares, study);
    double total = 0;
    std::map<std::size_t, double> of_block;  // by reference run, with it
    for (std::size_t i = 0; i < study.runs.size(); ++i) {
      if (study.runs[i].is_reference) continue;
      of_block.try_emplace(*study.runs[i].reference, 2000.0);
      of_block[*study.runs[i].reference] += cost_of({i}, study) - 2000;
    }
    for (const auto& [reference, cost] : of_block) total += cost;
    std::map<std::size_t, std::set<std::size_t>> seen_in;
    for (std::size_t s = 0; s < n; ++s) {
      for (const std::size_t run : shares[s]) seen_in[*study.runs[run].reference].insert(s);
    }
    for (const auto& [reference, in] : seen_in) {
      INFO(of_block[reference] << " of " << total / static_cast<double>(n));
      CHECK((in.size() == 1 || of_block[reference] > total / static_cast<double>(n)));
    }
  }
}

TEST_CASE("a bundle larger than a share is divided as far as its reference run allows") {
  // 40 runs of 10 and one reference for all: four shares of 100 and the reference.
  const std::vector<std::size_t> one_reference(40, 0);
  const Study cheap(std::vector<std::int64_t>(40, 10), 1, one_reference, 20);
  auto shares = even_shares(cheap.grid, cheap.runs, 4);
  require_partition(shares, cheap);
  for (const RunShare& share : shares) CHECK(share.size() == 10);
  // A reference that costs as much as half of all runs is paid twice, not four times.
  const Study dear(std::vector<std::int64_t>(40, 10), 1, one_reference, 200);
  shares = even_shares(dear.grid, dear.runs, 4);
  require_partition(shares, dear);
  std::size_t busy = 0;
  for (const RunShare& share : shares) {
    if (share.empty()) continue;
    ++busy;
    CHECK(cost_of(share, dear) == 200 + 200);
  }
  CHECK(busy == 2);
}

TEST_CASE("replicates of a cell, and cells of a sampler, are spread over the shares") {
  const Study study(std::vector<std::int64_t>(10, 100), 6);
  for (const RunShare& share : even_shares(study.grid, study.runs, 4)) {
    std::map<const grid::Cell*, int> of_cell;
    std::map<std::string, int> of_sampler;
    for (const std::size_t run : share) {
      ++of_cell[study.runs[run].cell];
      ++of_sampler[study.runs[run].cell->choice(Kind::sampler).plugin];
    }
    for (const auto& [cell, count] : of_cell) CHECK((count == 1 || count == 2));
    for (const auto& [sampler, count] : of_sampler) CHECK((count == 7 || count == 8));
  }
}

TEST_CASE("cells that are decided on together are in one share") {
  Study study({10, 20, 30, 40, 50, 60}, 4);
  study.grid.stopping.min = 2;
  study.grid.stopping.until = stopping::Precision{};
  const auto shares = even_shares(study.grid, study.runs, 3);
  require_partition(shares, study);
  for (const RunShare& share : shares) CHECK(share.size() == 8);  // two cells
  CHECK_THROWS_WITH(even_shares(study.grid, study.runs, 7),
                    Catch::Contains("at most 6 are possible"));
  study.grid.stopping.race = stopping::Race{};  // all cells compete
  CHECK(even_shares(study.grid, study.runs, 1)[0].size() == 24);
  CHECK_THROWS_WITH(
      even_shares(study.grid, study.runs, 2),
      Catch::Contains("the race decides on all cells together") && Catch::Contains("-j"));
}

TEST_CASE("tasks take only the runs that are asked for") {
  const Study study({10, 10, 10, 10}, 5);
  const std::vector<std::size_t> some{0, 3, 7, 8, 15};
  const RunCost second = [](std::size_t) { return 1.0; };
  const auto tasks = tasks_of_length(study.grid, study.runs, some, second, {.target = 2});
  CHECK(tasks.size() == 3);
  std::vector<std::size_t> all;
  for (const RunShare& task : tasks) all.insert(all.end(), task.begin(), task.end());
  std::sort(all.begin(), all.end());
  CHECK(all == some);
  CHECK(tasks_of_length(study.grid, study.runs, {}, second, {.target = 2}).empty());
  CHECK(tasks_of_length(study.grid, study.runs, study.all(), second, {.target = 1, .most_tasks = 6})
            .size() == 6);
}
