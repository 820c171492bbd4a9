// Texts of others within JSON and CSV.
#pragma once

#include <string>
#include <string_view>

namespace skald::text {

// The text as a string of JSON, in quotes. Bytes that are no UTF-8 are replaced.
std::string json_string(std::string_view text);

// The text as a field of CSV (RFC 4180), in quotes where it needs them. One that a spreadsheet
// would compute gets an apostrophe in front.
std::string csv_field(std::string_view text);

}  // namespace skald::text
