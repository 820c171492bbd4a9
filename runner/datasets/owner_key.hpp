// The secret under which digests of private files are stored.
#pragma once

#include <filesystem>
#include <string>

namespace skald {

// Returns the file that SKALD_KEY_FILE names, or else skald/key in XDG_CONFIG_HOME, or else in
// ~/.config. Throws std::runtime_error, with the remedy, if none of them is set.
std::filesystem::path owner_key_file();

// Returns the owner's key: 64 hexadecimal digits. Its file is made on first use, with mode 0600;
// of several processes that make it at once, all get the same key. Throws std::runtime_error, which
// names the file and the remedy, if others than its owner may read it, if it holds something else,
// or if it can be neither read nor made.
std::string owner_key();

}  // namespace skald
