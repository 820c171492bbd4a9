// A part of a sweep: a whole results database that one process has left for another to collect.
//
// A part is a folder with part.db, its draws and checkpoints (part.db.samples, part.db.checkpoints)
// and part.json, which describes it and has the length and SHA-256 of every file. It gets its name
// by one rename when it is complete, and nobody changes it afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cluster/share_file.hpp"
#include "text/result.hpp"

namespace skald {

struct PartFile {
  std::string name;  // relative to the folder, such as part.db.samples/HASH.npy
  std::uintmax_t bytes = 0;
  std::string sha256;

  static auto fields(auto& file) {
    return std::tuple(text::Named{"name", file.name}, text::Named{"bytes", file.bytes},
                      text::Named{"sha256", file.sha256});
  }
  // What is wrong with its name; empty if nothing is.
  std::string fault() const;
};

struct Part {
  std::string grid;      // its name
  std::string document;  // SHA-256 of its text
  ShareName share;       // whose runs it has
  std::string host;
  std::size_t runs = 0;      // of the share
  std::size_t ended = 0;     // of them
  bool is_complete = false;  // whether nothing is left to do: an open grid needs fewer than all
  std::vector<PartFile> files;

  static auto fields(auto& part) {
    return std::tuple_cat(
        std::tuple(text::Named{"grid", part.grid}, text::Named{"document", part.document}),
        std::tie(part.share),
        std::tuple(text::Named{"host", part.host}, text::Named{"runs", part.runs},
                   text::Named{"ended", part.ended}, text::Named{"complete", part.is_complete},
                   text::Named{"files", part.files}));
  }
};

inline constexpr const char* kPartDatabase = "part.db";
inline constexpr const char* kPartManifest = "part.json";

// Returns <database>.parts, and the folder in it for parts that have been collected.
std::filesystem::path parts_folder(const std::filesystem::path& database);
std::filesystem::path collected_folder(const std::filesystem::path& parts);

// Returns the parts in a folder, sorted by name; none if there is no such folder. Folders whose
// names begin with a dot are being copied. What is named like a part but is no folder is among
// them, for read_part() to say why it cannot be used. Throws std::runtime_error if the folder
// cannot be read.
std::vector<std::filesystem::path> parts_in(const std::filesystem::path& folder);

std::string write_part(const Part& part);

// Why a part cannot be used.
struct PartFault {
  std::string text;        // without the folder's name
  bool is_damage = false;  // otherwise, it may be under way still
};

// Reads the description of a part.
text::Result<Part, PartFault> read_part(const std::filesystem::path& folder);

// Returns how the files of the folder differ from what the part says of them; nothing if they do
// not. Reads all of them.
std::optional<PartFault> fault_of(const Part& part, const std::filesystem::path& folder);

}  // namespace skald
