#include "text/sha256.hpp"

#include "test.hpp"

TEST_CASE("sha256 gives the digests of FIPS 180-4's examples") {
  CHECK(skald::text::sha256("") ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(skald::text::sha256("abc") ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(skald::text::sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("sha256 of pieces is that of the whole") {
  skald::text::Sha256 hash;
  hash.add("a");
  hash.add("");
  hash.add("bc");
  CHECK(hash.digest() == skald::text::sha256("abc"));
}

TEST_CASE("sha256 reads bytes, not text") {
  const std::string with_zero("a\0b", 3);
  CHECK(skald::text::sha256(with_zero) != skald::text::sha256("a"));
}

TEST_CASE("a digest is told apart by all of its bytes, and read as sha256 writes it") {
  using skald::text::Digest;
  const Digest abc = Digest::of("abc");
  CHECK(abc.text() == skald::text::sha256("abc"));
  CHECK(abc == Digest::of("abc"));
  CHECK(abc != Digest::of("abd"));
  CHECK((Digest::of("abc") < Digest::of("")) ==
        (skald::text::sha256("abc") < skald::text::sha256("")));
  CHECK(Digest().text() == std::string(64, '0'));
}
