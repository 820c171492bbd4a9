// Files whose content is known to the last bit.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// Throws std::runtime_error that names `file` where its content is not that of the published file
// `path` ("data:mnist/train-images-idx3-ubyte.gz", see data/known_files.hpp).
void require_published(std::string_view content, const std::string& file, std::string_view path);

}  // namespace skald
