#include "plugin_host/search_path.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

TEST_CASE("plugin_search_path: the option first, then the environment, then what was shipped") {
  const TemporaryFolder prefix;
  const fs::path executable = prefix.path() / "bin" / "skald";
  const std::vector<std::string> entries{"/b", "/a/x.so"};
  CHECK(skald::plugin_host::plugin_search_path(entries, ":/c::/d:", executable) ==
        std::vector<fs::path>{"/b", "/a/x.so", "/c", "/d"});
  CHECK(skald::plugin_host::plugin_search_path({}, "", executable).empty());

  const fs::path shipped = prefix.path() / "lib" / "skald" / "plugins";
  fs::create_directories(shipped);
  CHECK(skald::plugin_host::plugin_search_path(entries, "/c", executable) ==
        std::vector<fs::path>{"/b", "/a/x.so", "/c", shipped});
}

static const std::vector<std::string> suffixes{".so", ".py"};

TEST_CASE("plugin_files lists folders, their kinds, and files, by name") {
  const TemporaryFolder folder;
  const fs::path gamma = folder.write("first/gamma.so", "");
  const fs::path alpha = folder.write("first/alpha.so", "");
  const fs::path model = folder.write("first/model/alpha.so", "");
  const fs::path beta = folder.write("second/beta.so", "");
  const fs::path delta = folder.write("first/sampler/delta.py", "");
  folder.write("first/_beta.py", "");  // for others to import
  folder.write("first/notes.txt", "");
  folder.write("first/elsewhere/epsilon.so", "");
  fs::create_directories(folder.path() / "first" / "folder.so");

  const std::vector<fs::path> places{folder.path() / "first", beta, folder.path() / "missing.so"};
  CHECK(skald::plugin_host::plugin_files(places, suffixes) ==
        std::vector<fs::path>{alpha, model, beta, delta, gamma, folder.path() / "missing.so"});
}

TEST_CASE("plugin_files lists a file once, however it is reached") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("one/alpha.so", "");
  fs::create_directory_symlink(folder.path() / "one", folder.path() / "two");
  const std::vector<fs::path> places{folder.path() / "one", folder.path() / "two",
                                     folder.path() / "one/../one/alpha.so"};
  CHECK(skald::plugin_host::plugin_files(places, suffixes) == std::vector<fs::path>{file});
}

TEST_CASE("trust_refusal refuses what every user may write") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("plain.so", "");
  fs::permissions(folder.path(), fs::perms(0755));
  fs::permissions(file, fs::perms(0644));
  CHECK(skald::plugin_host::trust_refusal(file) == std::nullopt);

  fs::permissions(file, fs::perms(0664));  // the owner's group may have no other member
  CHECK(skald::plugin_host::trust_refusal(file) == std::nullopt);

  fs::permissions(file, fs::perms(0646));
  CHECK(skald::plugin_host::trust_refusal(file) ==
        "the file is world-writable; expected one that other users cannot write: remove the "
        "permission (chmod o-w " +
            file.string() + ") or allow such plugins (--allow-writable-plugins)");

  fs::permissions(file, fs::perms(0644));
  for (const unsigned mode : {0757u, 01777u}) {
    fs::permissions(folder.path(), fs::perms(mode));
    CHECK(skald::plugin_host::trust_refusal(file) ==
          "its folder is world-writable; expected one that other users cannot write: remove the "
          "permission (chmod o-w " +
              folder.path().string() + ") or allow such plugins (--allow-writable-plugins)");
  }
}
