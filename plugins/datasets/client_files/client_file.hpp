// Files of natural clients in HDF5, as TensorFlow Federated has published them: a group "examples"
// with a group for each client, whose data sets have one entry per row of the client.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skald/block.hpp"

namespace skald {

// A data set that every client has. A row of shape {28, 28} is stored as part of an array n x 28 x
// 28; a row of shape {} as an array of n or of n x 1. Pixels are numbers from 0 to 1, or bytes, of
// which 255 is read as 1.
struct ClientColumn {
  enum class Type { pixel, byte, integer, text };
  const char* name;
  Type type;
  std::vector<Index> shape = {};
};

// Everything but the constructor may be called for any client at any time. Every function throws
// std::runtime_error, one sentence that names the file and the place in it, where the file is not
// of that form or cannot be read. The file is read piece by piece, never as a whole.
class ClientFile {
 public:
  explicit ClientFile(const std::string& path);
  ~ClientFile();
  ClientFile(const ClientFile&) = delete;
  ClientFile& operator=(const ClientFile&) = delete;

  const std::string& name() const { return name_; }
  // In the order of the bytes of their names.
  const std::vector<std::string>& clients() const { return clients_; }

  // How many rows the client has in this column.
  Index rows(const std::string& client, const ClientColumn& column) const;
  // Throws std::runtime_error if the file is too short to hold the first `rows` of them.
  void require_stored(const std::string& client, const ClientColumn& column, Index rows) const;

  // The rows from `first` on, as many as fit into `out`; a row's last axis is the fastest.
  void read(const std::string& client, const ClientColumn& column, Index first,
            std::span<float> out) const;
  void read(const std::string& client, const ClientColumn& column, Index first,
            std::span<std::uint8_t> out) const;
  void read(const std::string& client, const ClientColumn& column, Index first,
            std::span<std::int64_t> out) const;
  std::vector<std::string> texts(const std::string& client, const ClientColumn& column, Index first,
                                 Index count) const;

  // Throws: "FILE, examples/CLIENT/COLUMN: found FOUND; expected EXPECTED".
  [[noreturn]] void refuse(const std::string& client, const ClientColumn& column,
                           const std::string& found, const std::string& expected) const;

 private:
  void list_clients();

  std::string name_;
  std::int64_t file_ = -1;  // of the HDF5 library
  std::vector<std::string> clients_;
};

}  // namespace skald
