// Downloads files from HTTP servers.
#pragma once

#include <filesystem>
#include <string>

namespace skald {

// Whether the text is an address that download() understands.
bool is_address(const std::string& text);

// Appends what is at `address` (https or http) to what `file` already holds: an interrupted
// download is resumed, or begun anew if the server cannot resume it. Throws std::runtime_error with
// the address and what went wrong; `file` then keeps what has arrived.
void download(const std::string& address, const std::filesystem::path& file);

}  // namespace skald
