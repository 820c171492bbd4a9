// Takes the place of inference_data.cpp in a build without libnetcdf.
#include "database/inference_data.hpp"

#include <stdexcept>

#include "system/exit_code.hpp"

namespace skald {

bool has_netcdf() { return false; }

void require_netcdf() {
  throw UsageError(
      "this Skald was built without libnetcdf, which writes NetCDF: install the package "
      "libnetcdf-dev, configure and build again; or take the draws as NumPy arrays (--npy)");
}

void write_inference_data(const std::filesystem::path&, const NamedDraws&,
                          const std::optional<ObservedTarget>&, const SampleStats&,
                          const Attributes&) {
  require_netcdf();
}

run::GivenDraws read_inference_data(const std::string& file) {
  throw std::runtime_error(
      file +
      ": this Skald was built without libnetcdf, which reads NetCDF: install the package "
      "libnetcdf-dev, configure and build again; or save the draws as a NumPy array");
}

}  // namespace skald
