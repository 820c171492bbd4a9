// Files of formats that a reader does not read, recognised by their content.
#pragma once

#include <string>
#include <string_view>

namespace skald {

// What a reader expects.
enum class Readable { text, npy };

// Throws std::runtime_error, with the format's name and the line that converts the file, where the
// (uncompressed) content is of a known format that a reader of `readable` does not read.
void refuse_foreign(std::string_view content, const std::string& file, Readable readable);

}  // namespace skald
