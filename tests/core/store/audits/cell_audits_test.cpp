#include "store/audits/cell_audits.hpp"

#include "sample_records.hpp"
#include "sound_database.hpp"
#include "store/damage.hpp"
#include "test.hpp"

namespace cell_audits_test {

using namespace skald::store;
using namespace skald_test;

namespace {

record::AuditRecord sample_audit(const std::string& cell, double shown = 0.75) {
  record::AuditRecord audit;
  audit.cell = cell;
  audit.plan = R"({"runs":2000})";
  audit.run = cell + "-0";
  audit.verdict = "consistent";
  audit.attack = "many_runs";
  audit.claimed_for_run = 4;
  audit.claimed = 1.5;
  audit.shown = shown;
  audit.shown_by_rates = 0.5;
  audit.shown_gaussian = shown;
  audit.delta = 1e-5;
  audit.confidence = 0.99;
  audit.unit = "record";
  audit.adversary = "server";
  audit.relation = "replace_one";
  audit.accountant = "rdp";
  audit.client = 3;
  audit.client_name = "h3";
  audit.rounds = 10;
  audit.runs = 4000;
  audit.canaries = 1;
  audit.false_alarms = 0.25;
  audit.missed = 0.5;
  audit.fewest_missed = 0.125;
  audit.seed = 7;
  audit.why = "because";
  audit.seconds = 2.5;
  audit.environment.skald_version = "1.2";
  return audit;
}

AuditsStored store_all(Store& store, const std::vector<record::AuditRecord>& audits) {
  return store.record(audits);
}

constexpr const char* kAudits =
    "SELECT study, cell, verdict, claimed_for_run, claimed, shown, confidence, seed, client_name, "
    "runs, guesses, skald_version FROM audits ORDER BY cell";

// A database of "toy" with an audit of each of its cells.
void make_audited(const fs::path& file, double shown = 0.75) {
  Store store = Store::open(file);
  declare_toy(store);
  store_all(store, {sample_audit("b", shown), sample_audit("a", shown)});
}

}  // namespace

TEST_CASE_METHOD(OpenStore,
                 "an audit stands beside its claim, the same one twice changes nothing") {
  declare_toy(store);
  CHECK(store_all(store, {sample_audit("a")}).added == 1);
  const std::string header =
      "study,cell,verdict,claimed_for_run,claimed,shown,confidence,seed,client_name,runs,guesses,"
      "skald_"
      "version\n";
  CHECK(csv(file, kAudits) == header + "toy,a,consistent,4,1.5,0.75,0.99,7,h3,4000,,1.2\n");
  const auto rows = StoreReader(file).query("SELECT * FROM cell_audits").rows;

  record::AuditRecord later = sample_audit("a");
  later.seconds = 9;
  later.environment.skald_version = "1.3";
  CHECK(store_all(store, {later}).unchanged == 1);
  CHECK(StoreReader(file).query("SELECT * FROM cell_audits").rows == rows);

  later.shown = 0.875;
  CHECK(store_all(store, {later}).replaced == 1);
  CHECK(csv(file, kAudits) == header + "toy,a,consistent,4,1.5,0.875,0.99,7,h3,4000,,1.3\n");

  record::AuditRecord other_plan = later;
  other_plan.plan = R"({"runs":4000})";
  CHECK(store_all(store, {other_plan}).added == 1);
  CHECK(csv(file, "SELECT count(*) AS n FROM audits") == "n\n2\n");
}

TEST_CASE_METHOD(
    OpenStore,
    "an audit whose claim is infinite has no numbers but that, unknown cells are refused") {
  declare_toy(store);
  record::AuditRecord audit;
  audit.cell = "a";
  audit.plan = "{}";
  audit.run = "a-0";
  audit.verdict = "nothing_claimed";
  audit.claimed_for_run = std::numeric_limits<double>::infinity();
  audit.confidence = 0.99;
  CHECK(store_all(store, {audit}).added == 1);
  CHECK(csv(file,
            "SELECT claimed_for_run = 9e999 AS i, shown IS NULL AS s, unit IS NULL AS u, "
            "attack IS NULL AS a FROM audits") == "i,s,u,a\n1,1,1,1\n");
  audit.cell = "no cell";
  CHECK_THROWS_AS(store_all(store, {sample_audit("b"), audit}), std::invalid_argument);
  CHECK(csv(file, "SELECT count(*) AS n FROM audits") == "n\n1\n");  // all or none
}

TEST_CASE("doctor finds audits that are not as they were stored, made anew, they are sound") {
  const TemporaryFolder folder;
  const fs::path file = folder / "r.db";
  make_audited(file);
  CHECK(check_of(file, "audits").is_good);
  const char* const forgery = GENERATE("UPDATE cell_audits SET shown = 0.5 WHERE cell = 1",
                                       "UPDATE cell_audits SET seconds = 1 WHERE cell = 1",
                                       "UPDATE cell_audits SET cell = 3 - cell, plan = cell",
                                       "UPDATE cell_audits SET digest = NULL WHERE cell = 1");
  edit(file, forgery);
  CHECK_FALSE(check_of(file, "audits").is_good);
  CHECK(check_of(file, "audits").is_damage);
  if (std::string(forgery).find("plan = ") != std::string::npos) return;
  {
    Store store = Store::open(file);
    const AuditsStored stored = store_all(store, {sample_audit("a"), sample_audit("b")});
    CHECK(stored.replaced == 1);
    CHECK(stored.unchanged == 1);
  }
  CHECK(check_of(file, "audits").is_good);
}

TEST_CASE("audits are merged once, contrary ones stay as here, damaged ones stay there") {
  const TemporaryFolder folder;
  make_audited(folder / "other.db");
  {
    Store store = Store::open(folder / "r.db");
    const MergeReport report = store.merge(folder / "other.db");
    CHECK(report.audits.added == 2);
  }
  CHECK(csv(folder / "r.db", kAudits) == csv(folder / "other.db", kAudits));
  CHECK(check_of(folder / "r.db", "audits").is_good);

  make_audited(folder / "contrary.db", 0.875);
  make_audited(folder / "damaged.db");
  edit(folder / "damaged.db", "UPDATE cell_audits SET shown = 0 WHERE cell = 1");
  const std::string before = csv(folder / "r.db", "SELECT * FROM cell_audits");
  Store store = Store::open(folder / "r.db");
  const MergeReport again = store.merge(folder / "other.db");
  CHECK(again.audits.added == 0);
  CHECK(again.audits.already_here == 2);
  CHECK(store.merge(folder / "contrary.db").audits.contrary == 2);
  const MergeReport damaged = store.merge(folder / "damaged.db");
  CHECK(damaged.audits.damaged == std::vector<std::string>{"a"});
  CHECK(damaged.audits.already_here == 1);
  CHECK_THROWS_AS(store.merge(folder / "damaged.db", MergeRule::all_or_nothing), DamagedError);
  CHECK(csv(folder / "r.db", "SELECT * FROM cell_audits") == before);
}

TEST_CASE_METHOD(OpenStore,
                 "audits go with their cells, those of another seed are no current ones") {
  const auto toy = declare_toy(store);
  store_all(store, {sample_audit("a"), sample_audit("b")});
  const auto cells = [&] {
    std::string text;
    for (const auto& row : StoreReader(file).query("SELECT cell FROM audits ORDER BY cell").rows) {
      text += std::get<std::string>(row[0]);
    }
    return text;
  };
  CHECK(cells() == "ab");
  store.record(std::vector<record::RunRecord>{sample_run(toy, "a", 0, {0.5}),
                                              sample_run(toy, "b", 0, {0.5})});
  CHECK(cells() == "ab");
  store.supersede(toy, std::vector<std::string>{"a-0"});
  CHECK(cells() == "b");
  store.record(sample_run(toy, "a", 0, {0.5}));
  CHECK(cells() == "ab");
  record::CellRecord other_seed = sample_cell("a", 0.1);
  other_seed.origin = "a-0-of-another-seed";
  store.declare_study({"toy", "{}"}, std::vector{other_seed, sample_cell("b", 0.2)});
  CHECK(cells() == "b");
  record::AuditRecord anew = sample_audit("a");
  anew.run = other_seed.origin;
  CHECK(store_all(store, {anew}).added == 1);
  CHECK(cells() == "ab");
  declare_toy(store);
  CHECK(cells() == "ab");

  store.declare_study({"toy", "{}"}, std::vector{sample_cell("b", 0.2)});
  CHECK(cells() == "b");
  CHECK(csv(file, "SELECT count(*) AS n FROM cell_audits") == "n\n3\n");
  store.prune();
  CHECK(csv(file, "SELECT count(*) AS n FROM cell_audits") == "n\n1\n");
  check_sound(file);
}

}  // namespace cell_audits_test
