// Takes the place of inference_data.cpp in a build without libnetcdf.
#include "database/inference_data.hpp"
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

}  // namespace skald
