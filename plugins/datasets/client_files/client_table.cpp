#include "client_files/client_table.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>

#include "decoding/refuse.hpp"
#include "reading/source_file.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

using decoding::printable;

constexpr Index kMostNumbers = Index{1} << 31;  // 16 GiB

// The clients of both files, each with its part of the table, in the order of the rows.
struct Parts {
  std::vector<ClientPart> parts;
  Index train = 0, rows = 0;
  std::int32_t groups = 0;
};

struct Limits {
  std::optional<std::int64_t> clients, rows;
};

std::size_t chosen_clients(const ClientFile& file, const Limits& limits, const char* option) {
  const auto there = std::ssize(file.clients());
  if (limits.clients && *limits.clients > there) {
    throw std::runtime_error(file.name() + ": found " + std::to_string(there) +
                             " clients; expected at least " + std::to_string(*limits.clients) +
                             ", as option " + option + " says");
  }
  return static_cast<std::size_t>(limits.clients.value_or(there));
}

// The numbers of the clients, by name.
class Groups {
 public:
  explicit Groups(bool same_clients) : same_clients_(same_clients) {}
  // Clients of later files are others, unless names tell that they are not.
  void next_file() {
    if (!same_clients_) group_of_.clear();
  }
  std::int32_t of(const std::string& client) {
    const auto [at, is_new] = group_of_.try_emplace(client, count_);
    if (is_new) ++count_;
    return at->second;
  }
  std::int32_t count() const { return count_; }

 private:
  bool same_clients_;
  std::map<std::string, std::int32_t> group_of_;
  std::int32_t count_ = 0;
};

// How many entries the client has, the same number in all columns.
Index entries_of(const ClientFile& file, const std::string& client,
                 const std::vector<const ClientColumn*>& columns) {
  const Index entries = file.rows(client, *columns.front());
  for (const ClientColumn* column : std::span(columns).subspan(1)) {
    const Index found = file.rows(client, *column);
    if (found != entries) {
      file.refuse(client, *column, std::to_string(found) + " entries",
                  std::to_string(entries) + ", as " + columns.front()->name + " has");
    }
  }
  return entries;
}

void add(const ClientFile& file, const Limits& limits, const char* option, const ClientRows& rows,
         Groups& groups, Parts& all) {
  const std::size_t count = chosen_clients(file, limits, option);
  const std::vector<const ClientColumn*> columns = rows.columns();
  for (std::size_t c = 0; c < count; ++c) {
    const std::string& client = file.clients()[c];
    const Index there = entries_of(file, client, columns);
    const Index entries = std::min<Index>(there, limits.rows.value_or(there));
    if (entries > kMostNumbers) {
      throw std::runtime_error(file.name() + ", examples/" + printable(client) + ": found " +
                               std::to_string(entries) + " entries; expected at most " +
                               std::to_string(kMostNumbers) + ": lower rows or test_rows");
    }
    file.require_stored(client, *columns.front(), entries);
    all.parts.push_back(
        {&file, client, entries, rows.rows(file, client, entries), groups.of(client)});
    all.rows += all.parts.back().rows;
  }
}

Parts parts_of(const ClientFile& train, const ClientFile& test, const ClientOptions& options,
               bool same_clients, const ClientRows& rows) {
  Parts all;
  Groups groups(same_clients);
  add(train, {options.clients, options.rows}, "clients", rows, groups, all);
  all.train = all.rows;
  if (all.train == 0)
    throw std::runtime_error(train.name() + ": found no rows; expected some to train on");
  groups.next_file();
  add(test, {options.test_clients, options.test_rows}, "test_clients", rows, groups, all);
  all.groups = groups.count();
  return all;
}

std::string text(const std::optional<std::int64_t>& number) {
  return number ? std::to_string(*number) : "all";
}

std::string digest_of(const std::string& recipe, const ClientOptions& options,
                      const SourceFile& train, const SourceFile& test,
                      const std::vector<std::string>& others) {
  std::string all = "clients 1\n" + recipe + " clients " + text(options.clients) + " " +
                    text(options.test_clients) + " rows " + text(options.rows) + " " +
                    text(options.test_rows) + "\n" + train.digest + "\n" + test.digest;
  for (const std::string& digest : others) all += "\n" + digest;
  return text::sha256(all);
}

}  // namespace

Index ClientRows::rows(const ClientFile&, const std::string&, Index entries) const {
  return entries;
}

ClientTable::ClientTable(const ClientOptions& options, TableShape shape, const std::string& recipe,
                         const std::vector<std::string>& others, bool same_clients,
                         const ClientRows& rows) {
  const SourceFile train = source_by_name(std::string(options.train));
  const SourceFile test = source_by_name(std::string(options.test));
  const ClientFile train_file(train.name), test_file(test.name);
  const Parts all = parts_of(train_file, test_file, options, same_clients, rows);
  shape.rows = all.rows;
  shape.train = all.train;
  shape.groups = all.groups;
  if (shape.rows > kMostNumbers / (shape.features + shape.labels)) {
    throw std::runtime_error(
        train.name + ": found " + std::to_string(shape.rows) + " rows of " +
        std::to_string(shape.features + shape.labels) + " numbers; expected a table of at most " +
        std::to_string(kMostNumbers) + " numbers: lower clients, rows, test_clients or test_rows");
  }
  table_.emplace(shape, digest_of(recipe, options, train, test, others), [&](RowSink& sink) {
    RowStream stream(sink, 0, shape.features, shape.labels);
    Index end = 0;
    for (const ClientPart& part : all.parts) {
      rows.put(part, stream);
      end += part.rows;
      if (stream.position() != end)
        throw std::runtime_error(part.file->name() + ": the file has changed while it was read");
    }
    stream.flush();
  });
}

}  // namespace skald
