// Tables of the rows of natural clients, from a file of training rows and one of test rows.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "client_files/client_file.hpp"
#include "reading/table_cache.hpp"
#include "skald/options.hpp"

namespace skald {

struct ClientOptions {
  std::string_view train, test;
  std::optional<std::int64_t> clients, test_clients;
  std::optional<std::int64_t> rows, test_rows;
};

template <class Options>
inline constexpr std::array client_options{
    inherited<Options>("train", &ClientOptions::train,
                       "HDF5 file of the clients' training rows, as TensorFlow Federated has "
                       "published it, unpacked")
        .is_path(),
    inherited<Options>("test", &ClientOptions::test, "HDF5 file of the clients' test rows")
        .is_path(),
    inherited<Options>("clients", &ClientOptions::clients,
                       "number of clients in the training file, the first by name; all if omitted")
        .at_least(1)
        .role(OptionRole::clients),
    inherited<Options>("test_clients", &ClientOptions::test_clients,
                       "number of clients in the test file, the first by name; all if omitted")
        .at_least(0),
    inherited<Options>("rows", &ClientOptions::rows,
                       "largest number of training entries of a client, the first in the file; all "
                       "if omitted")
        .at_least(1),
    inherited<Options>("test_rows", &ClientOptions::test_rows,
                       "largest number of test entries of a client; all if omitted")
        .at_least(1)};

// What a client's first `entries` entries in a file become: `rows` rows of the table.
struct ClientPart {
  const ClientFile* file;
  std::string client;
  Index entries, rows;
  std::int32_t group;
};

// How a data set makes rows of entries.
class ClientRows {
 public:
  virtual ~ClientRows() = default;
  // The columns of an entry, first the one that holds most of it.
  virtual std::vector<const ClientColumn*> columns() const = 0;
  // How many rows of the table the first `entries` of them make.
  virtual Index rows(const ClientFile& file, const std::string& client, Index entries) const;
  // Puts part.rows rows.
  virtual void put(const ClientPart& part, RowStream& stream) const = 0;
};

class ClientTable {
 public:
  // `shape` states features, classes, labels and shared arrays; the files, the rest. `recipe` names
  // the data set, its revision and every option but those of ClientOptions and paths. `others`:
  // digests of further files. `same_clients`: clients of one name in both files are one client;
  // otherwise those of the test file come after all others. Throws std::runtime_error also where
  // the table would hold more than 2^31 numbers.
  ClientTable(const ClientOptions& options, TableShape shape, const std::string& recipe,
              const std::vector<std::string>& others, bool same_clients, const ClientRows& rows);

  const Table& table() const { return table_->table(); }

 private:
  std::optional<SharedTable> table_;
};

}  // namespace skald
