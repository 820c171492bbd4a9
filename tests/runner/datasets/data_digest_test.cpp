#include "datasets/data_digest.hpp"

#include "catch.hpp"
#include "options/section.hpp"
#include "temporary_folder.hpp"
#include "text/sha256.hpp"

namespace skald::data_digest_test {

TEST_CASE("files that the section run names are part of what a run reads, after those of plugins") {
  const TemporaryFolder folder;
  const std::string rows = folder.write("rows.csv", "a\n1\n");
  const std::string devices = folder.write("devices.csv", "client,step_seconds\n0,1\n");
  grid::Cell cell;
  for (const Kind kind : options::kSectionKinds) cell.choice(kind).kind = kind;
  cell.choice(Kind::dataset).plugin = "csv";
  cell.choice(Kind::dataset).options = {{"path", options::FilePath{"rows.csv", rows}}};
  cell.run = {{"chains", std::int64_t{1}},
              {"clients.devices", options::FilePath{"devices.csv", devices}}};
  const std::vector<CellFile> files = files_of(cell);
  REQUIRE(files.size() == 2);
  CHECK(files[0].option == "dataset.csv.path");
  CHECK(files[1].option == "run.clients.devices");
  const std::vector<DataDigest> digests = DataDigests().of(cell);
  REQUIRE(digests.size() == 2);
  CHECK(digests[1] == DataDigest{"devices.csv", text::sha256("client,step_seconds\n0,1\n")});
}

}  // namespace skald::data_digest_test
