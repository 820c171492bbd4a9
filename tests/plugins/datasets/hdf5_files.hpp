// Small HDF5 files of clients for tests, written by the library's C functions.
#pragma once

#include <hdf5.h>

#include "test.hpp"

namespace skald::test {

class Hdf5Writer {
 public:
  explicit Hdf5Writer(const std::filesystem::path& path)
      : path_(path.string()),
        file_(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {
    REQUIRE(file_ >= 0);
  }
  ~Hdf5Writer() { H5Fclose(file_); }
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  const std::string& path() const { return path_; }
  hid_t file() const { return file_; }

  // A data set "examples/CLIENT/COLUMN" of that type in memory and in the file; groups are made on
  // the way.
  void put(const std::string& client, const std::string& column, hid_t type,
           const std::vector<hsize_t>& shape, const void* values) const {
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t set = H5Dcreate2(file_, ("examples/" + client + "/" + column).c_str(), type, space,
                                 links, H5P_DEFAULT, H5P_DEFAULT);
    REQUIRE(set >= 0);
    REQUIRE(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Dclose(set);
    H5Sclose(space);
    H5Pclose(links);
  }
  void put(const std::string& client, const std::string& column,
           const std::vector<std::int64_t>& values) const {
    put(client, column, H5T_NATIVE_INT64, {values.size()}, values.data());
  }
  // Texts of variable length.
  void put(const std::string& client, const std::string& column,
           const std::vector<std::string>& texts) const {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    std::vector<const char*> pointers;
    for (const std::string& text : texts) pointers.push_back(text.c_str());
    put(client, column, type, {pointers.size()}, pointers.data());
    H5Tclose(type);
  }

 private:
  std::string path_;
  hid_t file_;
};

}  // namespace skald::test
