// Vector series: stored, read, merged and pruned with their runs.
#include "sample_records.hpp"
#include "test.hpp"

using namespace skald::store;
using namespace skald_test;

namespace {

const double none = std::nan("");

record::RunRecord run_with_vectors(std::int64_t study, const char* cell, std::int64_t replicate,
                                   double value) {
  record::RunRecord run = sample_run(study, cell, replicate, {0.5});
  run.vectors = {{"sampler.norm", {{10, {value, none, 2}}, {20, {3}}}},
                 {"sampler.share", {{10, {0.25, 0.75}}}}};
  return run;
}

}  // namespace

TEST_CASE_METHOD(OpenStore,
                 "a vector series has one row per item, and comes back as it was stored") {
  store.record(run_with_vectors(declare_toy(store), "a", 0, 0.125));
  CHECK(csv(file,
            "SELECT study, cell, replicate, metric, iteration, item, value FROM vector_series"
            " ORDER BY metric, iteration, item") ==
        "study,cell,replicate,metric,iteration,item,value\n"
        "toy,a,0,sampler.norm,10,0,0.125\n"
        "toy,a,0,sampler.norm,10,1,\n"
        "toy,a,0,sampler.norm,10,2,2\n"
        "toy,a,0,sampler.norm,20,0,3\n"
        "toy,a,0,sampler.share,10,0,0.25\n"
        "toy,a,0,sampler.share,10,1,0.75\n");
  const auto vectors = StoreReader(file).vectors("a-0");
  REQUIRE(vectors.size() == 2);
  CHECK(vectors[0].metric == "sampler.norm");
  REQUIRE(vectors[0].points.size() == 2);
  CHECK(vectors[0].points[0].iteration == 10);
  CHECK(vectors[0].points[0].values[0] == 0.125);
  CHECK(std::isnan(vectors[0].points[0].values[1]));
  CHECK(vectors[0].points[1].values == std::vector<double>{3});
  CHECK(StoreReader(file).vectors("b-0").empty());
}

TEST_CASE_METHOD(OpenStore, "clients keep their names beside the numbers of vector series") {
  record::RunRecord run = run_with_vectors(declare_toy(store), "a", 0, 0.125);
  const std::string_view histogram =
      R"({"counts": [[1, 2], [3, 4], [5, 6]], "names": ["h1", "h2", "h3"]})";
  const auto* bytes = reinterpret_cast<const std::byte*>(histogram.data());
  run.artifacts.push_back({"label_histogram", {bytes, bytes + histogram.size()}});
  store.record(run);
  CHECK(csv(file,
            "SELECT v.study, item, name, rows, value FROM vector_series v JOIN clients c ON "
            "c.run = v.run AND c.client = v.item WHERE metric = 'sampler.norm' AND iteration = 10 "
            "ORDER BY item") ==
        "study,item,name,rows,value\ntoy,0,h1,3,0.125\ntoy,1,h2,7,\ntoy,2,h3,11,2\n");
}

TEST_CASE("vector series go with their runs into a merged database") {
  const TemporaryFolder folder;
  {
    Store other = Store::open(folder / "other.db");
    const auto toy = declare_toy(other);
    other.record(run_with_vectors(toy, "b", 0, 7));
    other.record(run_with_vectors(toy, "a", 0, 1));
  }
  Store store = Store::open(folder / "r.db");
  const auto toy = declare_toy(store);
  record::RunRecord own = sample_run(toy, "a", 0, {0.5});
  own.vectors = {{"sampler.other", {{10, {1}}}}};
  store.record(own);
  store.merge(folder / "other.db");
  CHECK(csv(folder / "r.db",
            "SELECT cell, metric, value FROM vector_series WHERE item = 0 ORDER BY 1, 2, "
            "iteration") ==
        "cell,metric,value\na,sampler.other,1\nb,sampler.norm,7\nb,sampler.norm,3\n"
        "b,sampler.share,0.25\n");
}

TEST_CASE_METHOD(OpenStore, "a run that is stored again, or pruned, takes its vector series away") {
  const auto toy = declare_toy(store);
  store.record(run_with_vectors(toy, "a", 0, 2));
  store.record(run_with_vectors(toy, "a", 0, 2));
  CHECK(csv(file, "SELECT count(*), sum(value) FROM vector_points") ==
        "count(*),sum(value)\n6,8\n");
  store.declare_study({"toy", "{}"}, std::vector<record::CellRecord>{sample_cell("b", 0.2)});
  store.prune();
  CHECK(csv(file, "SELECT count(*) FROM vector_points") == "count(*)\n0\n");
  CHECK(csv(file, "SELECT count(*) FROM vector_metrics") == "count(*)\n0\n");
}
