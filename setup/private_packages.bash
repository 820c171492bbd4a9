# Debian packages unpacked below the build folder, which needs no root and conflicts with nothing:
#   packages/root         their files, and links to those of the installed packages they depend on
#   packages/bin          wrappers of the compiler, if it is one of them
#   packages/environment  what makes programs and CMake find all this; also to be sourced by hand
#   packages/unpacked     the names of the packages, one per line
# Sourced by setup/packages.bash.
# shellcheck shell=bash disable=SC2154

private=$(realpath -m "$build")/packages
private_root=$private/root
multiarch=$(uname -m)-linux-gnu
private_libraries=$private_root/usr/lib/$multiarch

is_unpacked() { grep -qxF "$1" "$private/unpacked" 2>/dev/null; }

use_private_packages() {
  # shellcheck disable=SC1091
  [ ! -e "$private/environment" ] || source "$private/environment"
}

# apt-get with lists and a cache of its own. As root it does not switch to the user _apt, who may
# not write here.
private_apt() {
  apt-get -q -o Dir::State::Lists="$private/apt/lists" -o Dir::Cache="$private/apt/cache" \
    -o APT::Sandbox::User="$(id -un)" "$@" </dev/null
}

# dependencies PACKAGE...: prints them and everything they depend on, as on a machine that has
# nothing.
dependencies() {
  private_apt -s -o Dir::State::status=/dev/null --no-install-recommends install "$@" |
    sed -n 's/^Inst \([^ ]*\).*/\1/p'
}

# Compilers look for their system's headers and libraries below its root, so a compiler that is
# unpacked needs all of them there.
has_private_compiler() { [ -e "$private_root/usr/bin/g++" ]; }

# mirror PACKAGE...: makes links to the files of installed packages, for linkers and for relative
# links.
mirror() {
  local folders='/(usr/)?lib' p file
  ! has_private_compiler || folders='/(usr/)?(lib(32|64|x32)?|include)'
  for p in "$@"; do
    while read -r file; do
      [[ $file =~ ^$folders/ && ! -d $file && ! -e $private_root$file ]] || continue
      mkdir -p "$private_root${file%/*}"
      ln -sf "$file" "$private_root$file"
    done < <(dpkg-query -L "$p")
  done
}

# Corrects absolute paths within the unpacked files, in links and for pkg-config, and makes the
# links that update-alternatives would make.
relocate() {
  local link target file flag blas
  find "$private_root" -type l -lname '/*' | while read -r link; do
    target=$(readlink "$link")
    [ ! -e "$private_root$target" ] || [ "$link" -ef "$target" ] ||
      ln -sfn "$private_root$target" "$link"
  done
  find "$private_root" -path '*/pkgconfig/*.pc' -type f | while read -r file; do
    sed -i "s|=/usr|=$private_root/usr|" "$file"
    { grep -oE -- '-[IL]/usr[^ ]*' "$file" || true; } | while read -r flag; do
      [ ! -e "$private_root${flag:2}" ] ||
        sed -i -E "s#$flag( |\$)#${flag:0:2}$private_root${flag:2}\1#" "$file"
    done
  done
  blas=$private_libraries/openblas-serial
  [ ! -e "$blas" ] || ln -sf "$blas"/lib*.so.* "$private_libraries/"
}

# Makes wrappers that tell an unpacked compiler where its system is.
write_compiler() {
  local name
  mkdir -p "$private/bin"
  for name in g++ c++; do
    cat >"$private/bin/$name" <<TEXT
#!/bin/sh
PATH='$private_root/usr/bin':\$PATH
LD_LIBRARY_PATH='$private_libraries'\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}
export PATH LD_LIBRARY_PATH
exec '$private_root/usr/bin/g++' --sysroot='$private_root' "\$@"
TEXT
    chmod +x "$private/bin/$name"
  done
}

# Programs that are linked find their libraries, and the dependencies of these, by an rpath
# (DT_RPATH, since DT_RUNPATH does not apply to dependencies of libraries).
write_environment() {
  cat >"$private/environment" <<TEXT
# What Skald's private packages need; for a shell: . $private/environment
case ":\$PATH:" in *":$private/bin:"*) return 0 ;; esac
export PATH="$private/bin:$private_root/usr/bin:\$PATH"
export LD_LIBRARY_PATH="$private_libraries:$private_root/usr/lib\
\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}"
export CMAKE_PREFIX_PATH="$private_root/usr\${CMAKE_PREFIX_PATH:+:\$CMAKE_PREFIX_PATH}"
export PKG_CONFIG_PATH="$private_libraries/pkgconfig:$private_root/usr/share/pkgconfig\
\${PKG_CONFIG_PATH:+:\$PKG_CONFIG_PATH}"
export LDFLAGS="-Wl,--disable-new-dtags -Wl,-rpath,$private_libraries:$private_root/usr/lib\
\${LDFLAGS:+ \$LDFLAGS}"
TEXT
}

# unpack_privately PACKAGE...: unpacks them, and those of their dependencies that are not installed.
unpack_privately() {
  local p archive number=0 needed=() present=()
  say "unpacking below $private, since apt would remove installed packages" \
    "or may not install here: $*"
  mkdir -p "$private/apt/lists/partial" "$private/apt/cache/archives/partial" "$private/archives" \
    "$private_root/usr/lib" "$private_root/usr/lib64"
  [ -e "$private_root/lib" ] || ln -s usr/lib "$private_root/lib"
  [ -e "$private_root/lib64" ] || ln -s usr/lib64 "$private_root/lib64"
  private_apt update ||
    fail "apt-get update failed; ./dev setup needs the package lists of Debian or Ubuntu"
  for p in $(dependencies "$@"); do
    if is_installed "$p"; then
      present+=("$p")
    else
      is_unpacked "$p" || needed+=("$p")
    fi
  done
  [ ${#needed[@]} -gt 0 ] || fail "apt knows no way to get $*"
  (cd "$private/archives" && private_apt download "${needed[@]}") ||
    fail "could not fetch ${needed[*]}"
  say "unpacking ${#needed[@]} packages"
  for archive in "$private"/archives/*.deb; do
    number=$((number + 1))
    [ ! -t 2 ] ||
      printf '\r\033[K%d of %d: %s' "$number" "${#needed[@]}" "$(basename "${archive%%_*}")" >&2
    # dpkg -x would replace the link lib -> usr/lib by a folder.
    dpkg-deb --fsys-tarfile "$archive" |
      tar -x --keep-directory-symlink --no-same-owner -C "$private_root"
    rm "$archive"
  done
  [ ! -t 2 ] || echo >&2
  mirror "${present[@]}"
  relocate
  ! has_private_compiler || write_compiler
  write_environment
  printf '%s\n' "${needed[@]}" >>"$private/unpacked"
}
