#include "system/whole_file.hpp"

#include <fstream>
#include <stdexcept>

namespace skald {

void write_whole(const std::filesystem::path& file, std::string_view bytes) {
  std::ofstream out(file, std::ios::binary);
  out << bytes;
  out.close();
  if (!out) throw std::runtime_error(file.string() + ": cannot be written");
}

}  // namespace skald
