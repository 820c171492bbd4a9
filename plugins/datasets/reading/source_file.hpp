// A data file as it is stored.
#pragma once

#include <string>

namespace skald {

struct SourceFile {
  std::string name;    // for messages: the path
  std::string bytes;   // as stored
  std::string digest;  // SHA-256 of the bytes
};

// Throws as read_regular_file() does.
SourceFile read_source(const std::string& path);

// The file without its bytes, which are read piece by piece, once in a process unless the file
// changes: for files that another reader opens, and for those whose content is seldom needed.
// Throws as RegularFile does.
SourceFile source_by_name(const std::string& path);

// The content of the file, uncompressed where it is a gzip file; read now if its bytes are not
// here. Throws as gunzip() and read_source() do, and if they no longer have the file's digest.
std::string content_of(const SourceFile& file);

// The same of a file of text, without a byte order mark. Throws std::runtime_error, with the line
// that converts it, for one of another format; see refuse_foreign().
std::string text_of(const SourceFile& file);

}  // namespace skald
