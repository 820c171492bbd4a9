#include "datasets/owner_key.hpp"

#include "test.hpp"

namespace skald::owner_key_test {

TEST_CASE("the owner's key is where it is said to be, else in the folder of configurations") {
  std::map<std::string, std::string> kept;
  for (const char* name : {"SKALD_KEY_FILE", "XDG_CONFIG_HOME", "HOME"})
    if (const char* value = std::getenv(name)) kept[name] = value;
  const auto place = [](const char* key, const char* configuration, const char* home) {
    ::setenv("SKALD_KEY_FILE", key, 1);
    ::setenv("XDG_CONFIG_HOME", configuration, 1);
    ::setenv("HOME", home, 1);
    try {
      return owner_key_file().string();
    } catch (const std::runtime_error&) {
      return std::string("nowhere");
    }
  };
  CHECK(place("k", "/c", "/h") == "k");
  CHECK(place("", "/c", "/h") == "/c/skald/key");
  CHECK(place("", "relative", "/h") == "/h/.config/skald/key");
  CHECK(place("", "", "relative") == "nowhere");
  for (const char* name : {"SKALD_KEY_FILE", "XDG_CONFIG_HOME", "HOME"})
    kept.contains(name) ? ::setenv(name, kept[name].c_str(), 1) : ::unsetenv(name);
}

}  // namespace skald::owner_key_test
