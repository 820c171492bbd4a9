#include "run/federated_data.hpp"

#include <cmath>
#include <functional>
#include <mutex>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "data/file_cache.hpp"
#include "problem/federated_table.hpp"
#include "random/owned_random.hpp"
#include "random/philox_random.hpp"
#include "run/cell_plugins.hpp"
#include "skald/linear_coefficients.hpp"
#include "skald/model.hpp"
#include "skald/named_columns.hpp"
#include "skald/partition.hpp"
#include "skald/parts/data/sparse_features.hpp"
#include "skald/table.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald::run {
namespace {

// Runs the examination unless features with the table's digest have passed it: in this process, or
// in another one, which has left a word beside the table in the cache. Always runs it for a table
// without a digest. See problem::OncePerDigest.
void examined_features(const Table& table, const std::function<void()>& examination) {
  static std::mutex mutex;
  static std::set<std::string> passed;
  const std::string digest = table.digest;
  if (digest.empty()) return examination();
  const std::lock_guard lock(mutex);
  if (passed.contains(digest)) return;
  static constexpr std::string_view kVerdict = "examined";
  bool is_done = false;
  const auto word = data::cached_file(digest + ".examined", [&] {
    examination();
    is_done = true;
    return data::FileParts{std::as_bytes(std::span(kVerdict))};
  });
  if (!word && !is_done) examination();
  passed.insert(digest);
}

// Returns the streams that a data set or partition draws from, keyed by its own seed or by the
// replicate.
random::PhiloxRandom data_random(const grid::PluginChoice& choice, std::uint64_t seed,
                                 std::uint64_t replicate) {
  if (choice.seed) return random::PhiloxRandom(static_cast<std::uint64_t>(*choice.seed), 0);
  return random::PhiloxRandom(seed, replicate);
}

bool is_noisy(const Partition& partition, Index clients) {
  for (Index c = 0; c < clients; ++c) {
    if (partition.feature_noise(c, clients) != 0) return true;
  }
  return false;
}

problem::RowOrder order_for(const Table& table, const Partition& partition, Index clients,
                            Index shared_bytes) {
  const Index bytes = table.features.rows * table.features.cols * Index{sizeof(double)};
  const bool is_large = bytes >= shared_bytes;
  return is_large && !is_noisy(partition, clients) ? problem::RowOrder::as_given
                                                   : problem::RowOrder::by_client;
}

void add_feature_noise(const Partition& partition, const Random& random,
                       problem::FederatedTable& table) {
  for (Index c = 0; c < table.clients(); ++c) {
    const double deviation = partition.feature_noise(c, table.clients());
    if (deviation == 0) continue;
    if (table.table().features.data == nullptr) {
      throw std::invalid_argument(
          "it adds noise to features, which would fill the sparse rows of the data set: choose "
          "another partition, or fewer features");
    }
    const Block rows = table.client_features(c);
    Eigen::MatrixXd noise(rows.rows, rows.cols);
    random.normal({Role::partition, c}, random::kFirstHostIteration, view(noise));
    rows.matrix() += deviation * noise;
  }
}

std::unique_ptr<problem::FederatedTable> deal(const problem::ExaminedTable& examined,
                                              const Partition& partition, const Random& streams,
                                              Index shared_bytes) {
  Table raw = examined.table();
  if (examined.is_sparse()) raw.features.rows = 0;  // which partitions do not read
  const random::OwnedRandom random(streams, random::StreamOwner::partition);
  std::vector<std::int32_t> client(static_cast<std::size_t>(raw.train));
  const Index clients = partition.assign(raw, random, client);
  auto table = std::make_unique<problem::FederatedTable>(
      examined, client, clients, order_for(examined.table(), partition, clients, shared_bytes));
  add_feature_noise(partition, streams, *table);
  std::vector<std::int32_t> test(static_cast<std::size_t>(raw.rows() - raw.train));
  if (partition.assign_test(raw, random, test)) table->set_test_client(std::move(test));
  return table;
}

bool reads_sparse(const grid::Cell& cell, plugin_host::PluginHost& host) {
  return extension<ReadsSparseFeatures>(*make<Model>(cell, Kind::model, host)) != nullptr;
}

// Throws std::invalid_argument for a block that is too large to be made.
Eigen::MatrixXd block_of_features(const Table& table) {
  constexpr Index most = Index{1} << 28;  // numbers, 2 GiB
  if (table.features.rows <= most / table.rows()) return dense_features(table);
  throw std::invalid_argument("found " + std::to_string(table.rows()) + " sparse rows of " +
                              text::counted(table.features.rows, "feature") +
                              "; expected a model that reads such rows");
}

// Where every client is a natural client, a whole one or a part of it, what the data call it; the
// parts of one have its name. Otherwise empty.
std::vector<std::string> client_names(const problem::FederatedTable& table,
                                      const NamedColumns* columns) {
  const std::span<const std::int32_t> group = table.table().group;
  if (columns == nullptr || columns->groups().empty() || group.empty()) return {};
  std::vector<std::string> names;
  for (Index c = 0; c < table.clients(); ++c) {
    const Rows rows = table.rows(c);
    const std::int32_t first = group[static_cast<std::size_t>(rows.row(0, 0))];
    for (Index r = 1; r < rows.count; ++r) {
      if (group[static_cast<std::size_t>(rows.row(0, r))] != first) return {};
    }
    names.emplace_back(columns->groups()[static_cast<std::size_t>(first)]);
  }
  return names;
}

}  // namespace

FederatedData federate(const grid::Cell& cell, std::uint64_t replicate,
                       plugin_host::PluginHost& host, Index shared_bytes) {
  FederatedData data{.dataset = make<Dataset>(cell, Kind::dataset, host), .table = nullptr};
  const auto* columns = dynamic_cast<const NamedColumns*>(data.dataset.get());
  problem::ExaminedTable examined = in_section("dataset", [&] {
    const random::PhiloxRandom streams =
        data_random(cell.choice(Kind::dataset), cell.seed, replicate);
    const random::OwnedRandom random(streams, random::StreamOwner::dataset);
    return problem::ExaminedTable(data.dataset->load(random), columns, examined_features);
  });
  data.notes = examined.notes();
  data.reads_intercept = examined.intercept() && !examined.states_intercept();
  const auto partition = make<Partition>(cell, Kind::partition, host);
  if (examined.is_sparse() && !reads_sparse(cell, host)) {
    data.features = in_section("dataset", [&] { return block_of_features(examined.table()); });
    examined.show_features(view(std::as_const(data.features)));
  }
  const random::PhiloxRandom streams =
      data_random(cell.choice(Kind::partition), cell.seed, replicate);
  data.table =
      in_section("partition", [&] { return deal(examined, *partition, streams, shared_bytes); });
  const std::span<const std::int32_t> given = data.table->test_client();
  data.test_clients.assign(given.begin(), given.end());
  if (given.empty()) {
    data.test_clients =
        problem::tests_by_label(*data.table, streams, random::kFirstHostIteration + 1);
  }
  data.client_names = client_names(*data.table, columns);
  return data;
}

namespace {

std::string name_of(const char* name) { return name == nullptr ? "" : text::printable_line(name); }

record::ScaledColumn recorded(const Column& column) {
  return {name_of(column.name), column.center, column.scale, column.is_constant};
}

// The labels of the classes where every class has a predictor, otherwise numbers from 0.
std::vector<std::string> output_names(const NamedColumns& columns, Index outputs) {
  const auto count = static_cast<std::size_t>(outputs);
  if (count == 1) return {""};
  const auto classes = columns.classes();
  std::vector<std::string> names;
  for (std::size_t o = 0; o < count; ++o)
    names.push_back(classes.size() == count ? name_of(classes[o]) : std::to_string(o));
  return names;
}

// Whether the model sees every row as the data set gives it.
bool sees_rows_unchanged(const Model& model) {
  const auto* bound = extension<RowBound>(model);
  return bound == nullptr || std::isinf(bound->row_bound());
}

record::CoefficientMeaning recorded(const LinearCoefficients::Coefficient& coefficient) {
  record::CoefficientMeaning meaning{coefficient.part, coefficient.output, 0, ""};
  if (coefficient.part == LinearCoefficients::Part::weight) {
    meaning.feature = coefficient.feature;
  } else {
    meaning.name = name_of(coefficient.name);
  }
  return meaning;
}

}  // namespace

std::optional<record::Coefficients> coefficient_meanings(const Dataset& dataset, const Table& table,
                                                         const Model& model) {
  const auto* columns = dynamic_cast<const NamedColumns*>(&dataset);
  const auto* linear = extension<LinearCoefficients>(model);
  if (columns == nullptr || linear == nullptr || columns->features().empty()) return std::nullopt;
  record::Coefficients known;
  for (const Column& column : columns->features()) known.features.push_back(recorded(column));
  if (std::ssize(known.features) != table.features.rows) {
    throw std::invalid_argument(
        "dataset: it names " + text::counted(known.features.size(), "column") +
        " of a table with " + text::counted(table.features.rows, "feature") + "; expected as many");
  }
  known.outputs = output_names(*columns, linear->outputs());
  if (linear->predicts_target()) known.target = recorded(columns->target());
  known.has_data_scale = sees_rows_unchanged(model);
  for (Index place = 0; place < model.dimension(); ++place)
    known.meanings.push_back(recorded(linear->coefficient(place)));
  require_sound(known);
  return known;
}

}  // namespace skald::run
