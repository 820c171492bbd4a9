// A table, and the client of each of its training rows.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "problem/examined_table.hpp"
#include "skald/random.hpp"
#include "skald/table.hpp"

namespace skald::problem {

// The order of rows in memory. by_client: sorted by client in a copy of the table (client 0's rows
// first, in their order in the table, then client 1's, ..., then the test rows), so that every
// client is a contiguous range. as_given: as in the table, which is borrowed and may be shared with
// other processes; a client is a list of rows (even where they are neighbours, since models may
// round sums over lists and over ranges differently).
enum class RowOrder { by_client, as_given };

class FederatedTable {
 public:
  // client[i] must be in [0, clients) for every training row. With as_given, the table must outlive
  // the object. Throws std::invalid_argument that names the first client out of range or without
  // rows. Where a feature is 1 in every row, the array "intercept" says so.
  FederatedTable(const ExaminedTable& table, std::span<const std::int32_t> client, Index clients,
                 RowOrder order = RowOrder::by_client);
  FederatedTable(const FederatedTable&) = delete;
  FederatedTable& operator=(const FederatedTable&) = delete;

  const Table& table() const { return table_; }
  Index clients() const { return static_cast<Index>(begin_.size()) - 1; }
  // Number of training rows of the client.
  Index size(Index client) const { return begin(client + 1) - begin(client); }
  // Number of training rows of all clients before this one; begin(clients()) is the total.
  Index begin(Index client) const { return begin_[static_cast<std::size_t>(client)]; }
  // The client's rows as rows of table(); valid as long as this object lives.
  Rows rows(Index client) const;

  // The client's training rows, one column each, which may be changed before a model is bound.
  // Requires the order by_client.
  Block client_features(Index client) {
    return view(features_).columns(begin(client), size(client));
  }
  // Leaves only the first `count` >= 1 of the client's rows, before a model is bound. Requires the
  // order by_client.
  void keep_rows(Index client, Index count);
  // The client of every test row, -1 for no client; empty if no test row belongs to a client.
  std::span<const std::int32_t> test_client() const { return test_client_; }
  // Throws std::invalid_argument for a value that is neither -1 nor a client of the table.
  void set_test_client(std::vector<std::int32_t> client);

 private:
  // in_place: as given, and sorted by client.
  enum class Layout : std::uint8_t { copied, in_place, listed };

  void copy(const Table& table, const std::vector<std::int32_t>& order);
  void point_at_copy();
  void state_intercept(Index feature);

  std::vector<Index> begin_;
  Layout layout_ = Layout::copied;
  // in_place: 0, 1, ... for the largest client; listed: the rows, client by client.
  std::vector<std::int32_t> order_;
  std::vector<std::int32_t> test_client_;
  Eigen::MatrixXd features_;
  std::vector<double> target_;
  std::vector<std::int32_t> group_;
  std::vector<Eigen::MatrixXd> array_values_;
  std::deque<std::string> array_names_;
  std::vector<NamedArray> arrays_;
  Table table_;
};

// The number of rows of each label that each client holds.

// counts(c, y): training rows of client c with label y. If the target is not a class, there is one
// column: the clients' sizes.
using LabelHistogram = Eigen::Matrix<std::int64_t, Eigen::Dynamic, Eigen::Dynamic>;

LabelHistogram label_histogram(const FederatedTable& table);

// Returns the number of test rows of every client; empty if test rows belong to no client.
std::vector<std::int64_t> test_sizes(const FederatedTable& table);

// Runs of more clients keep no histogram: it would be tens of megabytes each.
inline constexpr Index kMostListedClients = 100'000;

// Returns {"clients": N, "labels": C, "counts": [[...], ...]}, with one list per client; "labels"
// is 0 if the target is not a class. Names of the clients follow as "names": [...] if there are
// any.
std::string to_json(const LabelHistogram& histogram, Index classes,
                    const std::vector<std::string>& names = {});

// Test rows for clients, where the partition divides the training rows alone.

// Returns the client of every test row: those of each label, in random order, are dealt in
// proportion to the clients' training rows of that label, so that every client is tested on labels
// as frequent as its own; -1 for a label that no client has. Draws from the streams (partition,
// label) at that iteration. Empty if the data have no classes.
std::vector<std::int32_t> tests_by_label(const FederatedTable& table, const Random& random,
                                         std::int64_t iteration);

}  // namespace skald::problem
