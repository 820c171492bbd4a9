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
  int group;
  const char* name;

  void operator()(std::monostate) const {}
  void operator()(const record::Blob&) const {}
  void operator()(std::int64_t value) const {
    const long long number = value;
    file.require(::nc_put_att_longlong(group, NC_GLOBAL, name, NC_INT64, 1, &number));
  }
  void operator()(double value) const {
    file.require(::nc_put_att_double(group, NC_GLOBAL, name, NC_DOUBLE, 1, &value));
  }
  void operator()(const std::string& value) const {
    file.require(::nc_put_att_text(group, NC_GLOBAL, name, value.size(), value.data()));
  }
};

void put_attributes(const NetcdfFile& file, int group, const Attributes& attributes) {
  for (const auto& [name, value] : attributes)
    std::visit(AttributeWriter{file, group, name.c_str()}, value);
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

void add_theta(const NetcdfFile& file, int group, const KeptDraws& draws) {
  const std::array<int, 3> dimensions{add_dimension(file, group, "chain", draws.chains()),
                                      add_dimension(file, group, "draw", draws.draws()),
                                      add_dimension(file, group, "theta_dim_0", draws.dimension())};
  int variable = 0;
  file.require(::nc_def_var(group, "theta", NC_DOUBLE, static_cast<int>(dimensions.size()),
                            dimensions.data(), &variable));
  file.require(::nc_def_var_fill(group, variable, NC_NOFILL, nullptr));
  file.require(::nc_put_var_double(group, variable, draws.values().data()));
}

}  // namespace

void require_netcdf() {}

void write_inference_data(const std::filesystem::path& file, const KeptDraws& draws,
                          const Attributes& attributes) {
  NetcdfFile netcdf(file);
  put_attributes(netcdf, netcdf.id(), attributes);
  int posterior = 0;
  netcdf.require(::nc_def_grp(netcdf.id(), "posterior", &posterior));
  put_attributes(netcdf, posterior, attributes);
  add_theta(netcdf, posterior, draws);
  netcdf.close();
}

}  // namespace skald
