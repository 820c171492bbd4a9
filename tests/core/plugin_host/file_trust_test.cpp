#include "plugin_host/file_trust.hpp"

#include "temporary_folder.hpp"
#include "test.hpp"

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
