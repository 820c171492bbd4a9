// Files from HTTP servers.
#pragma once

#include <filesystem>
#include <string>

namespace skald {

// Whether the text is an address that download() understands.
bool is_address(const std::string& text);

// Writes what is at `address` (https or http) behind what `file` already holds: a download that was
// interrupted goes on, and where the server cannot go on, it begins anew. Throws std::runtime_error
// that names the address and what went wrong; `file` then keeps what has come.
void download(const std::string& address, const std::filesystem::path& file);

}  // namespace skald
