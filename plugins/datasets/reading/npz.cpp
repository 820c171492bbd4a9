#include "reading/npz.hpp"

#include <algorithm>
#include <stdexcept>

#include "decoding/zip_file.hpp"
#include "reading/source_file.hpp"

namespace skald {
namespace {

constexpr std::string_view kEnding = ".npy";

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

// The arrays in an archive, without the endings of their files.
std::vector<std::string> arrays_in(const std::string& path) {
  std::vector<std::string> names;
  for (const std::string& file : decoding::names_in_zip(path)) {
    if (file.ends_with(kEnding)) names.push_back(file.substr(0, file.size() - kEnding.size()));
  }
  return names;
}

std::string chosen(const std::string& path, std::optional<std::string_view> name,
                   std::initializer_list<std::string_view> usual) {
  const std::vector<std::string> names = arrays_in(path);
  const auto holds = [&](std::string_view n) { return std::ranges::find(names, n) != names.end(); };
  if (name && holds(*name)) return std::string(*name);
  if (!name && names.size() == 1) return names[0];
  for (const std::string_view n : usual) {
    if (!name && holds(n)) return std::string(n);
  }
  throw std::runtime_error(
      path + ": found the arrays " + listed(names) + "; expected " +
      (name ? std::string(*name) : "one named " + std::string(*usual.begin())) +
      ": say which one in features_array, target_array or group_array");
}

}  // namespace

std::string NamedNpy::shape_text() const {
  std::string text;
  for (const Index length : array.shape)
    text += (text.empty() ? "" : ", ") + std::to_string(length);
  return "(" + text + (array.shape.size() == 1 ? ",)" : ")");
}

NamedNpy read_array(const std::string& path, std::optional<std::string_view> name,
                    std::initializer_list<std::string_view> usual) {
  const std::string content = content_of(read_source(path));
  refuse_foreign(content, path, Readable::npy);
  if (!content.starts_with("PK")) {
    if (name) {
      throw std::runtime_error(path + ": found a single array; expected an archive (.npz) with " +
                               "the array " + std::string(*name));
    }
    return {path, decoding::read_npy(content, path)};
  }
  const std::string array = chosen(path, name, usual);
  const std::string place = path + ", array " + array;
  return {place,
          decoding::read_npy(decoding::read_zipped(path, array + std::string(kEnding)), place)};
}

}  // namespace skald
