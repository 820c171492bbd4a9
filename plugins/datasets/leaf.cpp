// Federated data in the JSON of LEAF and FedProx: users with their rows.
#include <boost/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "decoding/refuse.hpp"
#include "reading/decoded_table.hpp"
#include "reading/label_numbers.hpp"
#include "reading/source_file.hpp"
#include "reading/table_cache.hpp"
#include "skald/dataset.hpp"
#include "skald/parts/data/columns.hpp"
#include "skald/parts/data/share.hpp"
#include "skald/plugin.hpp"
#include "text/number_text.hpp"

namespace skald {

// The JSON of LEAF and FedProx: {"users": [...], "num_samples": [...], "user_data": {user: {"x":
// [...], "y": [...]}}} (Caldas et al., "LEAF: a benchmark for federated settings", 2018). A row x
// is a list of numbers; nested lists are read in their order.

struct LeafOptions {
  std::string_view task = "classification";
  bool intercept = false;
  double test_fraction = 0.2;
};

// The training rows user by user, then the test rows: those of the files `test`, or, if there are
// none, the last of each user. A user whose rows are spread over files keeps their order. Throws
// std::runtime_error that names the file, the user, the row, found and expected.
DecodedTable read_leaf(const std::vector<SourceFile>& train, const std::vector<SourceFile>& test,
                       const LeafOptions& options);

namespace {

using decoding::quoted;
using text::counted;

namespace json = boost::json;

struct UserRows {
  std::vector<std::vector<double>> x;
  std::vector<std::string> y;
};
using Users = std::map<std::string, UserRows, std::less<>>;

[[noreturn]] void refuse_in(const std::string& place, const std::string& found,
                            const std::string& expected) {
  throw std::runtime_error(place + ": found " + found + "; expected " + expected);
}

// The member of that name, which must be a T.
template <class T>
const T& member(const json::object& parent, const char* name, const std::string& place) {
  const json::value* found = parent.if_contains(name);
  const T* typed = nullptr;
  if constexpr (std::is_same_v<T, json::object>) typed = found ? found->if_object() : nullptr;
  if constexpr (std::is_same_v<T, json::array>) typed = found ? found->if_array() : nullptr;
  constexpr bool is_list = std::is_same_v<T, json::array>;
  if (typed == nullptr)
    refuse_in(place, "no " + std::string(is_list ? "list" : "object") + " \"" + name + "\"", "one");
  return *typed;
}

// Adds the numbers of nested lists, in their order.
void add_numbers(const json::value& x, const std::string& place, std::vector<double>& out) {
  if (const json::array* list = x.if_array()) {
    for (const json::value& item : *list) add_numbers(item, place, out);
    return;
  }
  if (!x.is_number() || !std::isfinite(x.to_number<double>())) {
    refuse_in(place, quoted(json::serialize(x)), "finite numbers: turn text into numbers first");
  }
  out.push_back(x.to_number<double>());
}

std::string label_text(const json::value& y, const std::string& place) {
  if (y.is_number()) return number_text(y.to_number<double>());
  if (y.is_string()) return std::string(y.get_string());
  refuse_in(place, quoted(json::serialize(y)), "a number or a text");
}

void add_user(const std::string& name, const json::object& rows, const std::string& file,
              Users& users) {
  const std::string place = file + ", user " + quoted(name);
  const json::array& x = member<json::array>(rows, "x", place);
  const json::array& y = member<json::array>(rows, "y", place);
  if (x.size() != y.size()) {
    refuse_in(place, counted(x.size(), "row", "rows") + " x and " + std::to_string(y.size()) + " y",
              "as many");
  }
  UserRows& user = users[name];
  for (std::size_t r = 0; r < x.size(); ++r) {
    const std::string row = place + ", row " + std::to_string(r);
    add_numbers(x[r], row, user.x.emplace_back());
    user.y.push_back(label_text(y[r], row));
  }
}

// The lists users and num_samples, where they are given, are those of user_data.
void check_lists(const json::object& document, const json::object& data, const std::string& file) {
  const json::value* users = document.if_contains("users");
  const json::value* sizes = document.if_contains("num_samples");
  if (users == nullptr || !users->is_array()) return;
  const json::array& names = users->get_array();
  if (names.size() != data.size()) {
    refuse_in(file, counted(data.size(), "user", "users") + " in user_data",
              std::to_string(names.size()) + " different ones, as users lists");
  }
  std::set<std::string> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name =
        names[i].is_string() ? std::string(names[i].get_string()) : json::serialize(names[i]);
    if (!seen.insert(name).second)
      refuse_in(file, "user " + quoted(name) + " twice in users", "each user once");
    const json::value* rows = data.if_contains(name);
    if (rows == nullptr || !rows->is_object())
      refuse_in(file, "no user " + quoted(name) + " in user_data", "one, as users lists");
    if (sizes == nullptr || !sizes->is_array()) continue;
    const json::array& all = sizes->get_array();
    const auto found = member<json::array>(rows->get_object(), "y", file).size();
    if (i < all.size() && all[i].is_number() &&
        all[i].to_number<double>() == static_cast<double>(found))
      continue;
    refuse_in(file + ", user " + quoted(name), counted(found, "row", "rows"),
              (i < all.size() ? json::serialize(all[i]) : "none") + ", as num_samples says");
  }
}

json::value document_in(std::string_view content, const std::string& file) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  const std::size_t begin = content.starts_with(kMark) ? kMark.size() : 0;
  const std::string_view text = content.substr(begin);
  json::stream_parser parser;
  boost::system::error_code error;
  const std::size_t read = parser.write_some(text.data(), text.size(), error);
  if (!error) parser.finish(error);
  if (!error && read == text.size()) return parser.release();
  refuse_in(
      file + ", byte " + std::to_string(begin + read),
      quoted(text.substr(std::min(read, text.size()))),
      "JSON, an object with users and user_data" + (error ? " (" + error.message() + ")" : ""));
}

Users read_users(const std::vector<SourceFile>& files) {
  Users users;
  for (const SourceFile& file : files) {
    const json::value document = document_in(content_of(file), file.name);
    if (!document.is_object())
      refuse_in(file.name, "no object", "an object with users and user_data");
    const json::object& data = member<json::object>(document.get_object(), "user_data", file.name);
    check_lists(document.get_object(), data, file.name);
    for (const auto& [name, rows] : data) {
      if (!rows.is_object()) {
        refuse_in(file.name + ", user " + quoted(std::string(name)), "no object",
                  "an object with x and y");
      }
      add_user(std::string(name), rows.get_object(), file.name, users);
    }
  }
  return users;
}

// One row of the table to be.
struct LeafRow {
  const std::vector<double>* x;
  std::string_view y;
  std::int32_t user;
};

class Collector {
 public:
  Collector(const Users& train, const Users& test, const LeafOptions& options)
      : options_(options), has_test_(!test.empty()) {
    std::int32_t number = 0;
    std::map<std::string_view, std::int32_t> numbers;
    for (const auto* users : {&train, &test}) {
      for (const auto& [name, rows] : *users) numbers.emplace(name, 0);
    }
    for (auto& [name, n] : numbers) {
      n = number++;
      names_.emplace_back(name);
    }
    std::vector<LeafRow> held;
    for (const auto& [name, user] : train) {
      const auto size = std::ssize(user.y);
      const Index tested = test.empty() ? whole_share(options.test_fraction, size) : 0;
      add(user, numbers.at(name), 0, size - tested, rows_);
      add(user, numbers.at(name), size - tested, size, held);
    }
    for (const auto& [name, user] : test) add(user, numbers.at(name), 0, std::ssize(user.y), held);
    train_ = std::ssize(rows_);
    rows_.insert(rows_.end(), held.begin(), held.end());
  }

  DecodedTable table(const std::string& file) const {
    if (train_ == 0) refuse_in(file, "no training rows", "at least one");
    const std::size_t width = rows_[0].x->size();
    const Index offset = options_.intercept ? 1 : 0;
    DecodedTable table;
    table.train = train_;
    table.features.setOnes(static_cast<Index>(width) + offset, std::ssize(rows_));
    if (options_.intercept) table.arrays.emplace_back(kIntercept, Eigen::MatrixXd::Zero(1, 1));
    for (Index r = 0; r < std::ssize(rows_); ++r) {
      const LeafRow& row = rows_[static_cast<std::size_t>(r)];
      if (row.x->size() != width) {
        refuse_in(file + ", user " + quoted(names_[static_cast<std::size_t>(row.user)]),
                  "a row x of " + std::to_string(row.x->size()) + " numbers",
                  std::to_string(width) + ", as in the first row");
      }
      std::copy(row.x->begin(), row.x->end(), table.features.col(r).data() + offset);
      table.group.push_back(row.user);
    }
    table.groups = std::ssize(names_);
    table.columns.groups = names_;
    take_target(file, table);
    return table;
  }

 private:
  static void add(const UserRows& user, std::int32_t number, Index begin, Index end,
                  std::vector<LeafRow>& rows) {
    for (Index r = begin; r < end; ++r) {
      const auto row = static_cast<std::size_t>(r);
      rows.push_back({&user.x[row], user.y[row], number});
    }
  }
  void take_target(const std::string& file, DecodedTable& table) const {
    std::vector<std::string_view> words;
    for (const LeafRow& row : rows_) words.push_back(row.y);
    if (options_.task == "regression") {
      for (const std::string_view word : words) {
        const auto number = parse_number(word);
        if (!number) refuse_in(file, "y " + quoted(word), "a number, since task is regression");
        table.target.push_back(*number);
      }
      return;
    }
    const LabelNumbers labels(words);
    table.classes = labels.count();
    table.columns.classes = labels.names();
    for (const std::string_view word : words)
      table.target.push_back(static_cast<double>(labels.of(word)));
    if (!has_test_) return;
    require_common_label(table, [&](Index r, const std::string& expected) {
      const LeafRow& row = rows_[static_cast<std::size_t>(r)];
      refuse_in(file + ", test rows of user " + quoted(names_[static_cast<std::size_t>(row.user)]),
                "y " + quoted(row.y), expected);
    });
  }

  const LeafOptions& options_;
  const bool has_test_;  // rows of their own
  std::vector<LeafRow> rows_;
  std::vector<std::string> names_;
  Index train_ = 0;
};

}  // namespace

DecodedTable read_leaf(const std::vector<SourceFile>& train, const std::vector<SourceFile>& test,
                       const LeafOptions& options) {
  const Users training = read_users(train), testing = read_users(test);
  return Collector(training, testing, options).table(train[0].name);
}

}  // namespace skald

namespace {

struct Options : skald::LeafOptions {
  std::string_view train;
  std::optional<std::string_view> test;
};

constexpr std::array options{
    skald::option("train", &Options::train,
                  "JSON file with users and user_data, or a folder of such files, plain or gzip")
        .is_path(),
    skald::option("test", &Options::test,
                  "likewise, of test rows; users are joined by name; if omitted, each user keeps a "
                  "share of its rows for testing")
        .is_path(),
    skald::inherited<Options>(
        "task", &skald::LeafOptions::task,
        "classification: y are class labels, the same where they are the same number or text; "
        "regression: they are numbers")
        .one_of("classification|regression"),
    skald::inherited<Options>("intercept", &skald::LeafOptions::intercept,
                              "prepend a constant feature 1"),
    skald::inherited<Options>("test_fraction", &skald::LeafOptions::test_fraction,
                              "fraction of each user's rows, the last ones, held out for testing")
        .only_if("!test")
        .at_least(0)
        .below(1)};

// The files below a path, in the order of their names.
std::vector<skald::SourceFile> files_at(std::string_view path) {
  const std::filesystem::path place(path);
  if (!std::filesystem::is_directory(place)) return {skald::source_by_name(place.string())};
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(place)) {
    const std::string name = entry.path().string();
    if (name.ends_with(".json") || name.ends_with(".json.gz")) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  std::vector<skald::SourceFile> files;
  for (const std::string& name : names) files.push_back(skald::source_by_name(name));
  if (files.empty())
    throw std::runtime_error(place.string() + ": found no file *.json; expected at least one");
  return files;
}

class Leaf final : public skald::Dataset, public skald::StatedColumns {
 public:
  explicit Leaf(const Options& given) : given_(given) {}

  // Users are numbered in the order of their names.
  skald::Table load(const skald::Random&) override {
    const std::vector<skald::SourceFile> train = files_at(given_.train);
    std::vector<skald::SourceFile> test;
    if (given_.test) test = files_at(*given_.test);
    std::vector<const skald::SourceFile*> sources;
    for (const std::vector<skald::SourceFile>* files : {&train, &std::as_const(test)}) {
      for (const skald::SourceFile& file : *files) sources.push_back(&file);
    }
    const std::string recipe = "leaf 2 " + std::string(given_.task) + " intercept " +
                               std::to_string(given_.intercept) + " training files " +
                               std::to_string(train.size()) + " share " +
                               std::to_string(given_.test_fraction);
    table_.emplace(recipe, sources, [&] { return skald::read_leaf(train, test, given_); });
    state(table_->columns());
    skald::Table table = table_->table();
    table.private_inputs = {&skald::kEncoding, 1};
    return table;
  }

 private:
  Options given_;
  std::optional<skald::SharedTable> table_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Leaf, Options, options>(
    {.name = "leaf",
     .numerics_revision = 1,
     .summary = "Federated data in the JSON of LEAF and FedProx, with their users as clients",
     .reference = "Caldas et al. (2018), arXiv:1812.01097; Li et al. (2020), MLSys"});
