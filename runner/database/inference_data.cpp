#include "database/inference_data.hpp"

#include <netcdf.h>

#include <array>
#include <numeric>
#include <stdexcept>

namespace skald {
namespace {

class NetcdfFile {
 public:
  explicit NetcdfFile(std::filesystem::path name) : name_(std::move(name)) {
    require(::nc_create(name_.c_str(), NC_NETCDF4 | NC_NOCLOBBER, &id_));
  }
  ~NetcdfFile() {
    if (id_ >= 0) ::nc_close(id_);
  }
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;

  int id() const { return id_; }
  void require(int status) const {
    if (status != NC_NOERR)
      throw std::runtime_error(name_.string() + " cannot be written: " + ::nc_strerror(status));
  }
  void close() { require(::nc_close(std::exchange(id_, -1))); }

 private:
  std::filesystem::path name_;
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
                  const std::vector<std::string>& names) {
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
}

// Adds a group with the attributes.
int add_group(const NetcdfFile& file, const char* name, const Attributes& attributes) {
  int group = 0;
  file.require(::nc_def_grp(file.id(), name, &group));
  put_attributes(file, group, attributes);
  return group;
}

}  // namespace

bool has_netcdf() { return true; }
void require_netcdf() {}

void write_inference_data(const std::filesystem::path& file, const NamedDraws& draws,
                          const std::optional<ObservedTarget>& observed, const SampleStats& stats,
                          const Attributes& attributes) {
  NetcdfFile netcdf(file);
  put_attributes(netcdf, netcdf.id(), attributes);
  add_posterior(netcdf, add_group(netcdf, "posterior", attributes), draws);
  if (!stats.log_posterior.empty()) {
    add_stats(netcdf, add_group(netcdf, "sample_stats", attributes), draws.kept(), stats);
  }
  if (observed) add_observed(netcdf, add_group(netcdf, "observed_data", attributes), *observed);
  netcdf.close();
}

}  // namespace skald
