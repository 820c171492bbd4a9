#include "grid/canonical.hpp"

#include "test.hpp"
#include "text/sha256.hpp"

using namespace skald::grid;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

MetricChoice metric(const std::string& name) {
  MetricChoice choice;
  choice.name = choice.plugin.plugin = name;
  choice.plugin.kind = Kind::metric;
  choice.plugin.numerics_revision = 1;
  return choice;
}

Cell example() {
  Cell cell;
  for (std::size_t s = 0; s < cell.plugins.size(); ++s) {
    cell.plugins[s].kind = static_cast<Kind>(s);
    cell.plugins[s].plugin = "p" + std::to_string(s);
    cell.plugins[s].numerics_revision = static_cast<std::uint32_t>(s);
  }
  cell.choice(Kind::dataset).seed = 7;
  cell.choice(Kind::dataset).options = {
      {"file", options::FilePath{"a.csv", "/study/a.csv"}},
      {"array", options::NumberArray{{0.1, 2, kInfinity, -0.0}, {2, 2}}},
      {"empty", options::NumberArray{{}, {0}}},
      {"hollow", options::NumberArray{{}, {2, 0}}}};
  cell.choice(Kind::sampler).options = {{"step", options::Expression{"= 1 / L"}},
                                        {"p_c", 0.1},
                                        {"one", 1.0},
                                        {"K", std::int64_t{1}},
                                        {"unset", std::monostate{}},
                                        {"flag", true},
                                        {"eps", -kInfinity},
                                        {"word", std::string("fald")},
                                        {"odd", std::string("= x")},
                                        {"odder", std::string("inf")}};
  cell.run = {{"iterations", std::int64_t{100}}, {"burn_in", 0.25}};
  cell.metrics = {metric("w2"), metric("accuracy")};
  cell.seed = 42;
  cell.axes = {{"p_c", "sampler.p_c", 0.1}, {"sampler", "sampler.plugin", std::string("fald")}};
  cell.evaluated = {{"sampler.p_c", "= 1 / 10"}};
  cell.reference = 3;
  return cell;
}

}  // namespace

TEST_CASE("the canonical form shows types and sorts keys") {
  const std::string text = canonical_json(example());
  CHECK(text ==
        R"({"dataset":{"numerics_revision":0,"options":{"array":[[0.1,2.0],["inf",-0.0]],)"
        R"("empty":[],"file":{"path":"a.csv"},"hollow":[[],[]]},"plugin":"p0","seed":7},)"
        R"("model":{"numerics_revision":2,"options":{},"plugin":"p2"},)"
        R"("partition":{"numerics_revision":1,"options":{},"plugin":"p1"},)"
        R"("privacy":{"numerics_revision":4,"options":{},"plugin":"p4"},)"
        R"("run":{"burn_in":0.25,"iterations":100},)"
        R"("sampler":{"numerics_revision":3,"options":{"K":1,"eps":"-inf","flag":true,)"
        R"("odd":{"text":"= x"},"odder":{"text":"inf"},"one":1.0,"p_c":0.1,"step":"= 1 / L",)"
        R"("unset":null,"word":"fald"},"plugin":"p3"}})");
}

TEST_CASE("a writer of many cells writes each as if it were alone") {
  std::vector<Cell> cells(8, example());
  cells[1].choice(Kind::sampler).options[1].second = 0.2;
  cells[2].choice(Kind::sampler).options[2].second = 0.0;
  cells[3].choice(Kind::sampler).options[2].second = -0.0;  // equal to 0, but written otherwise
  cells[4].choice(Kind::dataset).options[1].second =
      options::NumberArray{{0.1, 2, kInfinity, 0.0}, {2, 2}};
  cells[5].has_own_streams = true;
  cells[6].choice(Kind::model).numerics_revision = 9;
  cells[7].run.emplace_back("iterations", std::int64_t{3});
  CanonicalWriter writer;
  std::set<std::string> texts;
  for (const Cell& cell : cells) {
    const std::string text = writer.write(cell);
    CHECK(text == canonical_json(cell));
    CHECK(text::sha256(text) == cell_hash(cell));
    texts.insert(text);
  }
  CHECK(texts.size() == cells.size());
}

TEST_CASE("a cell survives the way to a worker") {
  const Cell cell = example();
  CHECK(read_cell(write_cell(cell)) == cell);
}

TEST_CASE("the canonical form reads back to a cell with the same identity") {
  const Cell cell = read_cell(canonical_json(example()), "/elsewhere");
  CHECK(canonical_json(cell) == canonical_json(example()));
  CHECK(cell_hash(cell) == cell_hash(example()));
  CHECK(*cell.find(options::Section::dataset, "file") ==
        options::OptionValue(options::FilePath{"a.csv", "/elsewhere/a.csv"}));
}

TEST_CASE("doubles of 17 digits survive bit for bit") {
  std::mt19937_64 bits(11);
  Cell cell = example();
  auto& options = cell.choice(Kind::model).options;
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t word = bits();
    double value = 0;
    std::memcpy(&value, &word, sizeof value);
    if (!std::isnan(value)) options.emplace_back("x" + std::to_string(i), value);
  }
  CHECK(read_cell(write_cell(cell)) == cell);
}

TEST_CASE("identity is what changes stored numbers") {
  const std::string hash = cell_hash(example());
  CHECK(hash.size() == 64);
  const auto changed = [&](auto change) {
    Cell cell = example();
    change(cell);
    return cell_hash(cell) != hash;
  };
  CHECK(changed([](Cell& cell) { cell.choice(Kind::sampler).options[1].second = 0.2; }));
  CHECK(
      changed([](Cell& cell) { cell.choice(Kind::sampler).options[2].second = std::int64_t{1}; }));
  CHECK(changed([](Cell& cell) { cell.choice(Kind::model).numerics_revision = 9; }));
  CHECK(changed([](Cell& cell) { cell.choice(Kind::dataset).seed.reset(); }));
  CHECK(changed([](Cell& cell) { cell.run[0].second = std::int64_t{101}; }));
  CHECK_FALSE(changed([](Cell& cell) { cell.metrics.push_back(metric("nll")); }));
  CHECK_FALSE(changed([](Cell& cell) { std::swap(cell.run[0], cell.run[1]); }));
  CHECK_FALSE(changed([](Cell& cell) { cell.axes.clear(); }));
  CHECK_FALSE(changed([](Cell& cell) { cell.run.emplace_back("checkpoint_seconds", 60.0); }));
  CHECK_FALSE(changed([](Cell& cell) { cell.run.emplace_back("threads", std::int64_t{4}); }));
  CHECK_FALSE(changed([](Cell& cell) { cell.evaluated.clear(); }));
}

TEST_CASE("limits are no part of a cell's identity") {
  Cell free = example(), limited = example();
  free.run.emplace_back("limits.seconds", std::monostate{});
  limited.run.emplace_back("limits.seconds", 60.0);
  CHECK(cell_hash(free) == cell_hash(limited));
  CHECK(read_cell(write_cell(limited)) == limited);
}

TEST_CASE("a run is its cell, data, seed and replicate") {
  const std::vector<std::string> data{"aa", "bb"}, swapped{"bb", "aa"}, other{"aa", "bc"};
  const Cell cell = example();
  const std::string hash = run_hash(cell, data, 0);
  CHECK(run_hash(cell, swapped, 0) == hash);
  CHECK(run_hash(cell, other, 0) != hash);
  CHECK(run_hash(cell, data, 1) != hash);
  Cell seeded = cell;
  seeded.seed = 43;
  CHECK(cell_hash(seeded) == cell_hash(cell));
  CHECK(run_hash(seeded, data, 0) != hash);
  RunHashes hashes(cell_hash(cell), cell.seed, data);
  CHECK(hashes.of(12).text() == run_hash(cell, data, 12));
  CHECK(hashes.of(0).text() == hash);
  CHECK(hash == text::sha256(R"({"cell":")" + cell_hash(cell) +
                             R"(","data":["aa","bb"],"replicate":0,"seed":42})"));
}

TEST_CASE("what is no cell is refused") {
  for (const std::string text : {"", "[]", "{}", R"({"dataset":{"plugin":"x"}})"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_cell(text), std::invalid_argument);
  }
  std::string ragged = canonical_json(example());
  ragged.replace(ragged.find("2.0]"), 4, "2.0,3.0]");
  CHECK_THROWS_AS(read_cell(ragged), std::invalid_argument);
}

TEST_CASE("a name or a revision of its own, or options, make an object of a metric") {
  const auto stored = [](const MetricChoice& choice) {
    Cell cell = example();
    cell.metrics = {choice};
    const std::string text = measured_json(cell);
    cell.metrics = read_measured(text);
    CHECK(measured_json(cell) == text);
    return text.substr(1, text.size() - 2);
  };
  MetricChoice choice = metric("ece");
  choice.name = "fine";
  choice.plugin.options = {{"bins", std::int64_t{20}}};
  CHECK(stored(choice) ==
        R"({"name":"fine","numerics_revision":1,"options":{"bins":20},"plugin":"ece"})");
  choice = metric("w2");
  choice.plugin.numerics_revision = 2;
  CHECK(stored(choice) == R"({"numerics_revision":2,"options":{},"plugin":"w2"})");
  CHECK(stored(metric("w2")) == R"("w2")");
}

TEST_CASE("what is measured has an order of its own, and a reference measures nothing") {
  Cell cell = example();
  CHECK(measured_json(cell) == R"(["accuracy","w2"])");
  std::swap(cell.metrics[0], cell.metrics[1]);
  CHECK(measured_json(cell) == R"(["accuracy","w2"])");
  cell.is_reference = true;
  CHECK(measured_json(cell) == "[]");
  for (const char* text : {"", "{}", "[1]", R"([{"name":"x"}])"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_measured(text), std::invalid_argument);
  }
}
