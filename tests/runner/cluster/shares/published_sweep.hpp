// A sweep whose shares publish parts, and the database into which these are collected.
#pragma once

#include "cluster/part.hpp"
#include "grids.hpp"
#include "report/table_writer.hpp"
#include "skald_process.hpp"
#include "store/sqlite.hpp"
#include "store/store_reader.hpp"
#include "system/files.hpp"
#include "test.hpp"

namespace published_sweep {

// Six runs that keep their draws.
inline std::string small_grid() {
  return walk_grid("phase", "[0.25, 0.5, 1]", R"("keep_samples": true)", R"("replicates": 2,)");
}

inline std::string csv(const store::StoreReader& reader, const std::string& sql) {
  return report::format_table(reader.query(sql), report::TableFormat::csv);
}

// A folder with grid.json; parts go to all.db.parts.
class Sweep {
 public:
  explicit Sweep(const std::string& grid = small_grid()) { folder_.write("grid.json", grid); }

  ProcessResult publish(const std::string& share, const std::vector<std::string>& more = {},
                        const std::string& local = "local") const {
    fs::create_directories(folder_ / local);
    std::vector<std::string> all = walk_command("run", "all.db", {"--shard", share, "--publish"});
    all.insert(all.end(), {"--local", local});
    all.insert(all.end(), more.begin(), more.end());
    return run_skald(folder_.path(), all);
  }
  void publish_all() const {
    for (const char* share : {"1/3", "2/3", "3/3"}) {
      const auto run = publish(share);
      INFO(run.err);
      REQUIRE(run.code == 0);
    }
  }
  ProcessResult collect(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> all{"collect", "all.db"};
    all.insert(all.end(), more.begin(), more.end());
    return run_skald(folder_.path(), all);
  }
  std::vector<fs::path> parts() const { return parts_in(folder_ / "all.db.parts"); }
  std::vector<fs::path> collected() const { return parts_in(folder_ / "all.db.parts/collected"); }
  bool has_database() const { return fs::exists(folder_ / "all.db"); }

  // Everything that a sweep leaves, but for times: results, declarations and draws.
  std::string content(const std::string& database = "all.db") const {
    store::StoreReader reader(folder_ / database);
    std::string text = reader.results_hash();
    text += csv(reader,
                "SELECT s.position, s.reference, c.hash FROM study_cells s JOIN cells c ON "
                "c.id = s.cell ORDER BY 1");
    text += csv(reader, "SELECT hash, status FROM runs ORDER BY 1");
    if (!fs::exists(folder_ / (database + ".samples"))) return text;
    for (const std::string& name : files_in(folder_ / (database + ".samples"))) {
      text += name + " " + file_sha256(folder_ / (database + ".samples") / name) + "\n";
    }
    return text;
  }
  // The same of an undisturbed sweep.
  std::string whole() const {
    const auto run = run_skald(folder_.path(), walk_command("run", "whole.db"));
    INFO(run.err);
    REQUIRE(run.code == 0);
    return content("whole.db");
  }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

inline std::string bytes_of(const fs::path& file) { return files::read_regular_file(file); }

inline void write(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

// Changes the database of a part, which then says that it was published like that.
inline void change(const fs::path& folder, const char* sql) {
  store::Connection(folder / kPartDatabase, store::Access::write, std::chrono::seconds(5))
      .execute(sql);
  auto part = read_part(folder);
  REQUIRE(part);
  for (PartFile& file : part->files) {
    if (file.name != kPartDatabase) continue;
    file.sha256 = file_sha256(folder / file.name);
    file.bytes = fs::file_size(folder / file.name);
  }
  write(folder / kPartManifest, write_part(*part));
}

}  // namespace published_sweep
