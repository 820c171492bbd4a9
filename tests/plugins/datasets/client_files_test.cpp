// Data sets emnist62 and cifar100 on small files of the published form, and refusals of all files
// of clients.
#include <hdf5.h>

#include <numeric>

#include "client_files.hpp"
#include "data_files.hpp"
#include "shipped_plugin.hpp"

namespace skald::test::client_files {
namespace {

// A writer's images: pixel k of image i is ((first + i + k) mod 251) / 250.
void put_writer(const Hdf5Writer& file, const std::string& client, int first,
                const std::vector<std::int32_t>& labels) {
  std::vector<float> pixels(labels.size() * 784);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    pixels[i] =
        static_cast<float>((static_cast<std::size_t>(first) + i / 784 + i % 784) % 251) / 250;
  }
  file.put(client, "pixels", H5T_NATIVE_FLOAT, {labels.size(), 28, 28}, pixels.data());
  file.put(client, "label", H5T_NATIVE_INT32, {labels.size()}, labels.data());
}

std::string write_writers(
    const std::filesystem::path& path,
    const std::vector<std::pair<std::string, std::vector<std::int32_t>>>& all) {
  const Hdf5Writer file(path);
  int first = 0;
  for (const auto& [client, labels] : all) {
    put_writer(file, client, first, labels);
    first += 100;
  }
  return file.path();
}

// A client's images of which byte (y, x, c) is (start + 7 y + 3 x + 50 c) mod 256.
std::uint8_t pixel(int start, int y, int x, int c) {
  return static_cast<std::uint8_t>((start + 7 * y + 3 * x + 50 * c) % 256);
}
void put_images(const Hdf5Writer& file, const std::string& client, const std::vector<int>& starts,
                const Labels& fine) {
  std::vector<std::uint8_t> bytes;
  Labels coarse;
  for (const int start : starts) {
    for (int i = 0; i < 32 * 32 * 3; ++i) bytes.push_back(pixel(start, i / 96, i / 3 % 32, i % 3));
  }
  for (const std::int64_t label : fine) coarse.push_back(label / 5);
  file.put(client, "image", H5T_NATIVE_UINT8, {starts.size(), 32, 32, 3}, bytes.data());
  file.put(client, "label", H5T_NATIVE_INT64, {fine.size(), 1}, fine.data());
  file.put(client, "coarse_label", coarse);
}

}  // namespace

TEST_CASE("emnist62 reads pixels that are bytes as numbers from 0 to 1") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::string test = write_writers(folder / "test.h5", {{"f1", {10}}});
  std::vector<std::uint8_t> bytes(784, 0);
  bytes[5] = 255;
  bytes[6] = 51;
  {
    const Hdf5Writer train(folder / "train.h5");
    train.put("f1", "pixels", H5T_NATIVE_UINT8, {1, 28, 28}, bytes.data());
    train.put("f1", "label", Labels{3});
  }
  const Loaded all("emnist62", both((folder / "train.h5").string(), test));
  CHECK(all.table.features.column(0)[5] == 1);
  CHECK(all.table.features.column(0)[6] == Approx(0.2));
  CHECK(all.table.features.column(0)[7] == 0);
  CHECK(all.table.features.column(1)[1] == Approx(1. / 250));
}

TEST_CASE("emnist62 reads writers, who are the same in both files") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::string train =
      write_writers(folder / "train.h5", {{"f2", {61}}, {"f10", {0, 36}}, {"f1", {9}}});
  const std::string test = write_writers(folder / "test.h5", {{"f2", {10}}, {"g", {5}}});
  for (int time = 0; time < 2; ++time) {  // from the file, then from the cache
    const Loaded all("emnist62", both(train, test));
    CHECK(all.table.train == 4);
    CHECK(all.table.classes == 62);
    CHECK(all.table.groups == 4);
    CHECK(all.target() == std::vector<double>{9, 0, 36, 61, 10, 5});
    CHECK(all.group() == std::vector<std::int32_t>{0, 1, 1, 2, 2, 3});
    CHECK(std::string(all.table.digest).size() == 64);
    CHECK(find_array(all.table, "image_shape")->values.column(0) == Eigen::Vector3d(1, 28, 28));
    CHECK(all.row(0)[0] == Approx(200 / 250.));  // f1 was written third
    CHECK(all.row(2)[783] == Approx((100 + 1 + 783) % 251 / 250.));
    CHECK(all.row(3)[5] == Approx(5 / 250.));
  }
  CHECK(cache.tables().size() == 1);
  const Loaded some("emnist62",
                    both(train, test, {{"clients", 2}, {"rows", 1}, {"test_clients", 1}}));
  CHECK(some.target() == std::vector<double>{9, 0, 10});
  CHECK(some.group() == std::vector<std::int32_t>{0, 1, 2});
  CHECK(some.row(1)[0] == Approx(100 / 250.));
  check_refused("emnist62", both(train, test, {{"clients", 4}}),
                "train.h5: found 3 clients; expected at least 4, as option clients says");
}

TEST_CASE("emnist62 reads clients with more rows than a block") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  std::vector<std::int32_t> labels(1100);
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = static_cast<std::int32_t>(i % 62);
  const std::string path = write_writers(folder / "train.h5", {{"a", {1, 2}}, {"b", labels}});
  const Loaded loaded("emnist62", both(path, path));
  CHECK(loaded.table.rows() == 2204);
  CHECK(std::accumulate(loaded.table.target.begin(), loaded.table.target.end(), 0.) ==
        2 * (3 + std::accumulate(labels.begin(), labels.end(), 0.)));
  for (const Index r : {Index{0}, Index{511}, Index{512}, Index{1024}, Index{1099}}) {
    CHECK(loaded.target()[static_cast<std::size_t>(2 + r)] == static_cast<double>(r % 62));
    CHECK(loaded.row(1102 + 2 + r)[3] == Approx(static_cast<double>((100 + r + 3) % 251) / 250));
  }
}

TEST_CASE("cifar100 keeps the middle of images, channel by channel") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  std::string train, test;
  {
    const Hdf5Writer a(folder / "train.h5"), b(folder / "test.h5");
    put_images(a, "0", {11, 200}, {99, 4});
    put_images(a, "1", {77}, {50});
    put_images(b, "0", {3}, {7});
    train = a.path();
    test = b.path();
  }
  const Loaded raw("cifar100", both(train, test, {{"pixels", "raw"}}));
  CHECK(raw.table.classes == 100);
  CHECK(raw.target() == std::vector<double>{99, 4, 50, 7});
  CHECK(raw.group() == std::vector<std::int32_t>{0, 0, 1, 2});  // the test client 0 is another one
  CHECK(find_array(raw.table, "image_shape")->values.column(0) == Eigen::Vector3d(3, 24, 24));
  for (const auto& [c, y, x] : {std::array{0, 0, 0}, {1, 4, 23}, {2, 23, 8}}) {
    CHECK(raw.row(1)[static_cast<std::size_t>((c * 24 + y) * 24 + x)] ==
          pixel(200, y + 4, x + 4, c));
  }
  const Loaded unit("cifar100", both(train, test, {{"pixels", "unit"}, {"labels", "coarse"}}));
  CHECK(unit.table.classes == 20);
  CHECK(unit.target() == std::vector<double>{19, 0, 10, 1});
  CHECK(unit.row(2)[0] == Approx(pixel(77, 4, 4, 0) / 255.));
  const Loaded standardised("cifar100", both(train, test));
  const std::vector<double> image = standardised.row(3);
  REQUIRE(image.size() == 3 * 24 * 24);
  const Eigen::Map<const Eigen::ArrayXd> pixels(image.data(), std::ssize(image));
  CHECK(pixels.mean() == Approx(0).margin(1e-12));
  CHECK(pixels.square().mean() == Approx(1));
  CHECK((image[0] - image[1]) / (image[24] - image[0]) ==
        Approx((pixel(3, 4, 4, 0) - pixel(3, 4, 5, 0)) /
               static_cast<double>(pixel(3, 5, 4, 0) - pixel(3, 4, 4, 0))));
}

TEST_CASE("files of clients of another form are refused in a sentence") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::string good = write_writers(folder / "good.h5", {{"a", {1}}});
  const auto check = [&](const std::string& path, const std::string& message) {
    check_refused("emnist62", both(path, good), message);
  };
  check((folder / "none.h5").string(), "cannot read " + (folder / "none.h5").string());
  check(folder.path().string(), "found a folder; expected a regular file");
  check(folder.write("text.h5", "no HDF5").string(),
        "text.h5: found 7 bytes that are no whole HDF5 file (");
  { const Hdf5Writer other(folder / "other.h5"); }
  check((folder / "other.h5").string(), "found no readable group \"examples\"");
  const std::vector<float> floats(784, 0.5F);
  const std::vector<double> doubles(784, 0.5);
  const auto check_one = [&](const std::function<void(const Hdf5Writer&)>& put,
                             const std::string& message) {
    {
      const Hdf5Writer file(folder / "bad.h5");
      put(file);
    }
    check((folder / "bad.h5").string(), message);
  };
  check_one([](const Hdf5Writer& f) { f.put("a", "label", Labels{1}); },
            "bad.h5, examples/a/pixels: found no such data set; expected numbers with a fraction, "
            "or unsigned bytes, n x 28 x 28");
  check_one(
      [&](const Hdf5Writer& f) {
        f.put("a", "pixels", H5T_NATIVE_FLOAT, {1, 784}, floats.data());
        f.put("a", "label", Labels{1});
      },
      "found numbers with a fraction of 4 bytes, 1 x 784; expected");
  check_one(
      [&](const Hdf5Writer& f) {
        f.put("a", "pixels", H5T_NATIVE_INT32, {1, 28, 28}, floats.data());
        f.put("a", "label", Labels{1});
      },
      "found integers of 4 bytes, 1 x 28 x 28; expected numbers with a fraction");
  check_one(
      [&](const Hdf5Writer& f) {
        f.put("a", "pixels", H5T_NATIVE_DOUBLE, {1, 28, 28}, doubles.data());
        f.put("a", "label", Labels{1, 2});
      },
      "examples/a/label: found 2 entries; expected 1, as pixels has");
  check_one(
      [&](const Hdf5Writer& f) {
        f.put("a", "pixels", H5T_NATIVE_FLOAT, {1, 28, 28}, floats.data());
        f.put("a", "label", Labels{62});
      },
      "examples/a/label: found label 62 in row 0; expected labels from 0 to 61");
  check_one(
      [&](const Hdf5Writer& f) {
        f.put("a", "pixels", H5T_NATIVE_FLOAT, {1, 28, 28}, floats.data());
        f.put("a", "label", Texts{"1"});
      },
      "examples/a/label: found texts of");
  check_one(
      [&](const Hdf5Writer& f) {
        std::vector<float> dark = floats;
        dark[7] = std::numeric_limits<float>::quiet_NaN();
        f.put("a", "pixels", H5T_NATIVE_FLOAT, {1, 28, 28}, dark.data());
        f.put("a", "label", Labels{1});
      },
      "examples/a/pixels: found a pixel nan in row 0; expected numbers from 0 to 1");
  check_one(
      [&](const Hdf5Writer& f) {
        f.put("a", "label", Labels{1});
        const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_external(list, (folder / "raw").c_str(), 0, H5F_UNLIMITED);
        const std::vector<hsize_t> shape{1, 28, 28};
        const hid_t space = H5Screate_simple(3, shape.data(), nullptr);
        H5Dclose(H5Dcreate2(f.file(), "examples/a/pixels", H5T_NATIVE_FLOAT, space, H5P_DEFAULT,
                            list, H5P_DEFAULT));
        H5Sclose(space);
        H5Pclose(list);
      },
      "examples/a/pixels: found entries in other files; expected entries in this one");
}

// What lies behind a link to another file would not be covered by the digest of this one, and a
// client behind a link must not be left out without a word.
TEST_CASE("links in files of clients, and entries that are no group, are refused") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const std::string good = write_writers(folder / "good.h5", {{"a", {1}}});
  const auto check = [&](const std::function<void(const Hdf5Writer&)>& change,
                         const std::string& message) {
    {
      const Hdf5Writer file(folder / "bad.h5");
      put_writer(file, "b", 0, {1, 2});
      change(file);
    }
    check_refused("emnist62", both((folder / "bad.h5").string(), good), "bad.h5" + message);
  };
  const auto link_out = [&](const Hdf5Writer& f, const char* there, const char* here) {
    REQUIRE(H5Lcreate_external(good.c_str(), there, f.file(), here, H5P_DEFAULT, H5P_DEFAULT) >= 0);
  };
  const auto link_within = [](const Hdf5Writer& f, const char* there, const char* here) {
    REQUIRE(H5Lcreate_soft(there, f.file(), here, H5P_DEFAULT, H5P_DEFAULT) >= 0);
  };
  const auto remove = [](const Hdf5Writer& f, const char* path) {
    REQUIRE(H5Ldelete(f.file(), path, H5P_DEFAULT) >= 0);
  };
  check([&](const Hdf5Writer& f) { link_out(f, "examples/a", "examples/a"); },
        ", examples/a: found a link to another file; expected the group of a client, in this file");
  check([&](const Hdf5Writer& f) { link_within(f, "/examples/b", "examples/a"); },
        ", examples/a: found a link to another place; expected the group of a client");
  check(
      [&](const Hdf5Writer& f) {
        remove(f, "examples/b/pixels");
        link_out(f, "examples/a/pixels", "examples/b/pixels");
      },
      ", examples/b/pixels: found a link to another file; expected numbers with a fraction");
  // A link within the file that leads to one that leaves it.
  check(
      [&](const Hdf5Writer& f) {
        remove(f, "examples/b/pixels");
        link_out(f, "examples/a", "elsewhere");
        link_within(f, "/elsewhere/pixels", "examples/b/pixels");
      },
      ", examples/b/pixels: found a link to another place; expected numbers with a fraction");
  check(
      [&](const Hdf5Writer& f) {
        remove(f, "examples");
        link_out(f, "examples", "examples");
      },
      ": found a link to another file for the group \"examples\"");
  check(
      [](const Hdf5Writer& f) {
        const hid_t space = H5Screate(H5S_SCALAR);
        H5Dclose(H5Dcreate2(f.file(), "examples/a", H5T_NATIVE_INT32, space, H5P_DEFAULT,
                            H5P_DEFAULT, H5P_DEFAULT));
        H5Sclose(space);
      },
      ", examples/a: found an entry that is no group; expected the group of a client");
}

TEST_CASE("a table that the file does not hold is refused before it is made") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  // Entries that are never written take no space in the file.
  const auto write = [&](const std::string& name, hsize_t rows) {
    const Hdf5Writer file(folder / name);
    const std::vector<hsize_t> pixels{rows, 28, 28}, chunk{64, 28, 28};
    const auto put = [&](const char* column, hid_t type, int axes) {
      const hid_t list = H5Pcreate(H5P_DATASET_CREATE), links = H5Pcreate(H5P_LINK_CREATE);
      H5Pset_create_intermediate_group(links, 1);
      H5Pset_chunk(list, axes, chunk.data());
      const hid_t space = H5Screate_simple(axes, pixels.data(), nullptr);
      H5Dclose(H5Dcreate2(file.file(), column, type, space, links, list, H5P_DEFAULT));
      H5Sclose(space);
      H5Pclose(list);
      H5Pclose(links);
    };
    put("examples/a/pixels", H5T_NATIVE_FLOAT, 3);
    put("examples/a/label", H5T_NATIVE_INT32, 1);
    return file.path();
  };
  const std::string huge = write("huge.h5", hsize_t{1} << 60);
  const std::string large = write("large.h5", hsize_t{1} << 30);
  CHECK(std::filesystem::file_size(large) < 100'000);
  check_refused("emnist62", both(large, large),
                "large.h5, examples/a/pixels: found 1073741824 x 28 x 28 entries of 4 bytes, in 0 "
                "bytes of the file; expected entries that are stored in the file");
  check_refused("emnist62", both(huge, large),
                "huge.h5, examples/a: found 1152921504606846976 entries; expected at most "
                "2147483648: lower rows or test_rows");
  const Loaded some("emnist62", both(large, huge, {{"rows", 2}, {"test_rows", 1}}));
  CHECK(some.target() == std::vector<double>{0, 0, 0});
}

TEST_CASE("a truncated file of clients is refused at every length") {
  const TemporaryFolder folder;
  const CacheFolder cache;
  const auto [train, test] = write_posts(folder);
  const std::string images = write_writers(folder / "images.h5", {{"a", {1, 2}}, {"b", {3}}});
  const auto check = [&](const std::string& plugin, const std::string& whole,
                         const std::vector<Setting>& more) {
    const auto size = std::filesystem::file_size(whole);
    for (int part = 0; part < 40; ++part) {
      const auto length = part < 20 ? size * static_cast<std::uintmax_t>(part) / 20
                                    : size - static_cast<std::uintmax_t>(part - 19) * 3;
      const std::string cut = (folder / "cut.h5").string();
      std::filesystem::copy_file(whole, cut, std::filesystem::copy_options::overwrite_existing);
      std::filesystem::resize_file(cut, length);
      INFO(plugin << " " << length << " of " << size);
      check_refused(
          plugin, both(cut, whole, more),
          "cut.h5: found " + std::to_string(length) + " bytes that are no whole HDF5 file (");
    }
  };
  check("emnist62", images, {});
  check("stackoverflow", train, {{"vocabulary", 1}, {"tags", 1}});
}

namespace {

std::vector<Setting> two_writers(const TemporaryFolder& folder) {
  return both(write_writers(folder / "a.h5", {{"a", {1, 2}}, {"b", {3, 5}}}),
              write_writers(folder / "b.h5", {{"a", {1}}}));
}

const ShippedPlugin shipped_emnist62 =
    ShippedPlugin(Kind::dataset, "emnist62").conforms_on_files(two_writers);

const ShippedPlugin shipped_cifar100 =
    ShippedPlugin(Kind::dataset, "cifar100").conforms_on_files([](const TemporaryFolder& folder) {
      const Hdf5Writer a(folder / "a.h5"), b(folder / "b.h5");
      put_images(a, "0", {11, 200}, {99, 4});
      put_images(b, "0", {3}, {7});
      return both(a.path(), b.path());
    });

}  // namespace
}  // namespace skald::test::client_files
