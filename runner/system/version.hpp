// What this executable was built from.
#pragma once

namespace skald {

extern const char* const kVersion;       // "0.1.0"
extern const char* const kGitCommit;     // 40 hexadecimal digits, or "" outside a checkout
extern const char* const kGitDirty;      // SHA-1 of the uncommitted change, or "" if there is none
extern const char* const kCompiler;      // "gcc 12.2.0"
extern const char* const kCompileFlags;  // the flags of the build type

}  // namespace skald
