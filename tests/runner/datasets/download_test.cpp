#include "datasets/download.hpp"

#include "http_server.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace skald::download_test {

TEST_CASE("a server may send on to another address, but to no other protocol") {
  const TemporaryFolder mirror, folder;
  mirror.write("b.bin", "content");
  HttpServer server(mirror.path());
  server.moved["a.bin"] = server.address() + "/b.bin";
  download(server.address() + "/a.bin", folder / "a.bin");
  CHECK(std::filesystem::file_size(folder / "a.bin") == 7);
  server.moved["a.bin"] = "ftp" + server.address().substr(4) + "/b.bin";
  CHECK_THROWS_WITH(download(server.address() + "/a.bin", folder / "c.bin"),
                    Catch::Contains("rotocol") && Catch::Contains("ftp"));
}

}  // namespace skald::download_test
