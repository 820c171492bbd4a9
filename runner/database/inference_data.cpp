#include "database/inference_data.hpp"

#include <netcdf.h>

#include <array>
#include <numeric>
#include <stdexcept>

namespace skald {
namespace {

class NetcdfFile {
 public:
  enum class For { writing, reading };
  NetcdfFile(std::filesystem::path name, For purpose) : name_(std::move(name)) {
    if (purpose == For::reading) verb_ = "read";
    require(purpose == For::reading ? ::nc_open(name_.c_str(), NC_NOWRITE, &id_)
                                    : ::nc_create(name_.c_str(), NC_NETCDF4 | NC_NOCLOBBER, &id_));
  }
  ~NetcdfFile() {
    if (id_ >= 0) ::nc_close(id_);
  }
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;

  int id() const { return id_; }
  void require(int status) const {
    if (status != NC_NOERR)
      throw std::runtime_error(name_.string() + " cannot be " + verb_ + ": " +
                               ::nc_strerror(status));
  }
  void close() { require(::nc_close(std::exchange(id_, -1))); }

 private:
  std::filesystem::path name_;
  const char* verb_ = "written";
  int id_ = -1;
};

struct AttributeWriter {
  const NetcdfFile& file;
  int group, variable;
  const char* name;

  void operator()(std::monostate) const {}
  void operator()(const record::Blob&) const {}
  void operator()(std::int64_t value) const {
    const long long number = value;
    file.require(::nc_put_att_longlong(group, variable, name, NC_INT64, 1, &number));
  }
  void operator()(double value) const {
    file.require(::nc_put_att_double(group, variable, name, NC_DOUBLE, 1, &value));
  }
  void operator()(const std::string& value) const {
    file.require(::nc_put_att_text(group, variable, name, value.size(), value.data()));
  }
};

void put_attributes(const NetcdfFile& file, int group, const Attributes& attributes,
                    int variable = NC_GLOBAL) {
  for (const auto& [name, value] : attributes)
    std::visit(AttributeWriter{file, group, variable, name.c_str()}, value);
}

// Adds a dimension with its coordinate: 0, 1, ...
int add_dimension(const NetcdfFile& file, int group, const char* name, std::int64_t length) {
  int dimension = 0, variable = 0;
  const auto count = static_cast<std::size_t>(length);
  file.require(::nc_def_dim(group, name, count, &dimension));
  file.require(::nc_def_var(group, name, NC_INT64, 1, &dimension, &variable));
  std::vector<long long> places(count);
  std::iota(places.begin(), places.end(), 0LL);
  file.require(::nc_put_var_longlong(group, variable, places.data()));
  return dimension;
}

// Adds a dimension whose coordinates are these names.
int add_dimension(const NetcdfFile& file, int group, const char* name,
                  std::span<const std::string> names) {
  int dimension = 0, variable = 0;
  file.require(::nc_def_dim(group, name, names.size(), &dimension));
  file.require(::nc_def_var(group, name, NC_STRING, 1, &dimension, &variable));
  std::vector<const char*> texts;
  for (const std::string& text : names) texts.push_back(text.c_str());
  file.require(::nc_put_var_string(group, variable, texts.data()));
  return dimension;
}

// Adds a variable of these dimensions, without a value that stands for missing ones.
int add_variable(const NetcdfFile& file, int group, const char* name, nc_type type,
                 const std::vector<int>& dimensions) {
  int variable = 0;
  file.require(::nc_def_var(group, name, type, static_cast<int>(dimensions.size()),
                            dimensions.data(), &variable));
  file.require(::nc_def_var_fill(group, variable, NC_NOFILL, nullptr));
  return variable;
}

std::vector<std::string> names_of(const std::vector<report::DataScaleCoefficient>& all) {
  std::vector<std::string> names;
  for (const report::DataScaleCoefficient& one : all) names.push_back(one.name);
  return names;
}

// Writes the coefficients on the data's scale, one at a time.
void add_data_scale(const NetcdfFile& file, int group, int chain, int draw,
                    const NamedDraws& draws) {
  const auto& all = draws.data_scale();
  const int names = add_dimension(file, group, "theta_data_dim_0", names_of(all));
  const int variable = add_variable(file, group, "theta_data", NC_DOUBLE, {chain, draw, names});
  const std::array<std::size_t, 3> count{static_cast<std::size_t>(draws.kept().chains()),
                                         static_cast<std::size_t>(draws.kept().draws()), 1};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::array<std::size_t, 3> start{0, 0, i};
    const Eigen::MatrixXd values = draws.of(all[i]);
    file.require(::nc_put_vara_double(group, variable, start.data(), count.data(), values.data()));
  }
}

void add_posterior(const NetcdfFile& file, int group, const NamedDraws& draws) {
  const KeptDraws& kept = draws.kept();
  const int chain = add_dimension(file, group, "chain", kept.chains());
  const int draw = add_dimension(file, group, "draw", kept.draws());
  const int theta = draws.has_names() ? add_dimension(file, group, "theta_dim_0", draws.names())
                                      : add_dimension(file, group, "theta_dim_0", kept.dimension());
  const int variable = add_variable(file, group, "theta", NC_DOUBLE, {chain, draw, theta});
  file.require(::nc_put_var_double(group, variable, kept.values().data()));
  if (!draws.data_scale().empty()) add_data_scale(file, group, chain, draw, draws);
}

void add_stats(const NetcdfFile& file, int group, const KeptDraws& kept, const SampleStats& stats) {
  const int chain = add_dimension(file, group, "chain", kept.chains());
  const int draw = add_dimension(file, group, "draw", kept.draws());
  const int variable = add_variable(file, group, "lp", NC_DOUBLE, {chain, draw});
  file.require(::nc_put_var_double(group, variable, stats.log_posterior.data()));
}

void add_observed(const NetcdfFile& file, int group, const ObservedTarget& observed) {
  const int row = add_dimension(file, group, "row", std::ssize(observed.values));
  const int target = add_variable(file, group, "target", NC_DOUBLE, {row});
  put_attributes(file, group, observed.attributes, target);
  file.require(::nc_put_var_double(group, target, observed.values.data()));
  const int client = add_variable(file, group, "client", NC_INT64, {row});
  const std::vector<long long> clients(observed.client.begin(), observed.client.end());
  file.require(::nc_put_var_longlong(group, client, clients.data()));
  if (!observed.client_names.empty())
    add_dimension(file, group, "client_name", observed.client_names);
}

// Adds a group with the attributes.
int add_group(const NetcdfFile& file, const char* name, const Attributes& attributes) {
  int group = 0;
  file.require(::nc_def_grp(file.id(), name, &group));
  put_attributes(file, group, attributes);
  return group;
}

// A variable whose first two dimensions are chain and draw.
struct DrawsVariable {
  int id;
  std::string name;
  std::vector<int> dimensions;
};

class PosteriorReader {
 public:
  explicit PosteriorReader(const std::string& file)
      : name_(file), file_(file, NetcdfFile::For::reading), group_(file_.id()) {
    ::nc_inq_grp_ncid(file_.id(), "posterior", &group_);  // a file without groups has none
  }

  run::GivenDraws read() const {
    const std::vector<DrawsVariable> variables = draws_variables();
    if (variables.empty()) {
      throw std::runtime_error(name_ +
                               ": found no variable with the dimensions chain and draw; "
                               "expected the group posterior of ArviZ");
    }
    run::GivenDraws draws;
    const std::size_t chains = length(variables[0].dimensions[0]);
    const std::size_t each = length(variables[0].dimensions[1]);
    draws.chains = static_cast<Index>(chains);
    std::vector<Eigen::MatrixXd> parts;
    Index rows = 0;
    for (const DrawsVariable& variable : variables) {
      const std::vector<std::string> names = elements(variable);
      draws.columns.insert(draws.columns.end(), names.begin(), names.end());
      Eigen::MatrixXd& part = parts.emplace_back(std::ssize(names), chains * each);
      if (part.size() > 0) file_.require(::nc_get_var_double(group_, variable.id, part.data()));
      rows += part.rows();
    }
    draws.values.resize(rows, static_cast<Index>(chains * each));
    for (Index row = 0; const Eigen::MatrixXd& part : parts) {
      draws.values.middleRows(row, part.rows()) = part;
      row += part.rows();
    }
    if (draws.values.size() > 0) return draws;
    throw std::runtime_error(name_ + ": found no draws; expected at least 4 of each chain");
  }

 private:
  std::size_t length(int dimension) const {
    std::size_t length = 0;
    file_.require(::nc_inq_dimlen(group_, dimension, &length));
    return length;
  }
  std::string name_of(int dimension) const {
    std::array<char, NC_MAX_NAME + 1> name{};
    file_.require(::nc_inq_dimname(group_, dimension, name.data()));
    return name.data();
  }
  std::vector<DrawsVariable> draws_variables() const {
    int count = 0;
    file_.require(::nc_inq_nvars(group_, &count));
    std::vector<DrawsVariable> found;
    for (int id = 0; id < count; ++id) {
      std::array<char, NC_MAX_NAME + 1> name{};
      nc_type type = 0;
      int rank = 0;
      file_.require(::nc_inq_var(group_, id, name.data(), &type, &rank, nullptr, nullptr));
      std::vector<int> dimensions(static_cast<std::size_t>(rank));
      if (rank > 0) file_.require(::nc_inq_vardimid(group_, id, dimensions.data()));
      if (rank >= 2 && type != NC_STRING && type != NC_CHAR && name_of(dimensions[0]) == "chain" &&
          name_of(dimensions[1]) == "draw")
        found.push_back({id, name.data(), dimensions});
    }
    return found;
  }
  // What the places along a dimension are called: by its coordinate, if that is of texts.
  std::vector<std::string> places(int dimension) const {
    const std::size_t count = length(dimension);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(std::to_string(i));
    int id = 0;
    nc_type type = 0;
    if (::nc_inq_varid(group_, name_of(dimension).c_str(), &id) != NC_NOERR) return names;
    file_.require(::nc_inq_vartype(group_, id, &type));
    if (type != NC_STRING || count == 0) return names;
    std::vector<char*> texts(count, nullptr);
    file_.require(::nc_get_var_string(group_, id, texts.data()));
    for (std::size_t i = 0; i < count; ++i) names[i] = texts[i] == nullptr ? "" : texts[i];
    ::nc_free_string(count, texts.data());
    return names;
  }
  std::vector<std::string> elements(const DrawsVariable& variable) const {
    std::vector<std::string> names{variable.name};
    for (std::size_t axis = 2; axis < variable.dimensions.size(); ++axis) {
      std::vector<std::string> longer;
      for (const std::string& name : names) {
        for (const std::string& place : places(variable.dimensions[axis]))
          longer.push_back(name + (axis == 2 ? "[" : ",") + place);
      }
      names = std::move(longer);
    }
    if (variable.dimensions.size() > 2)
      for (std::string& name : names) name += "]";
    return names;
  }

  std::string name_;
  NetcdfFile file_;
  int group_;
};

}  // namespace

run::GivenDraws read_inference_data(const std::string& file) {
  return PosteriorReader(file).read();
}

bool has_netcdf() { return true; }
void require_netcdf() {}

void write_inference_data(const std::filesystem::path& file, const NamedDraws& draws,
                          const std::optional<ObservedTarget>& observed, const SampleStats& stats,
                          const Attributes& attributes) {
  NetcdfFile netcdf(file, NetcdfFile::For::writing);
  put_attributes(netcdf, netcdf.id(), attributes);
  add_posterior(netcdf, add_group(netcdf, "posterior", attributes), draws);
  if (!stats.log_posterior.empty()) {
    add_stats(netcdf, add_group(netcdf, "sample_stats", attributes), draws.kept(), stats);
  }
  if (observed) add_observed(netcdf, add_group(netcdf, "observed_data", attributes), *observed);
  netcdf.close();
}

}  // namespace skald
