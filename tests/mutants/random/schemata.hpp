// What instrumented sources call (sites.py): whether a mutant is the one that SKALD_MUTANT names,
// and both values of a mutated expression. If SKALD_MUTANT_SEEN names a file, byte i of it has bit
// 1 once the program came by mutant i, and bit 2 once a value differed: a test of which neither is
// so cannot kill it. The file is mapped, so that nothing is lost if the process is.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <concepts>
#include <cstdlib>
#include <type_traits>

namespace skald_mutants {

inline constexpr long kSeenBytes = 65536;

inline int active() {
  static const int number = [] {
    const char* text = std::getenv("SKALD_MUTANT");
    return text == nullptr ? 0 : std::atoi(text);
  }();
  return number;
}

inline unsigned char* seen() {
  static unsigned char* const bytes = [] {
    static unsigned char unused[kSeenBytes];
    const char* name = std::getenv("SKALD_MUTANT_SEEN");
    const int file = name == nullptr ? -1 : ::open(name, O_RDWR | O_CLOEXEC);
    if (file < 0) return unused;
    void* mapped = ::mmap(nullptr, kSeenBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    return mapped == MAP_FAILED ? unused : static_cast<unsigned char*>(mapped);
  }();
  return bytes;
}

inline bool on(int id, bool differs = true) {
  seen()[id] |= differs ? 3 : 1;
  return id == active();
}

// The value, or the mutant's.
template <class T>
T choice(int id, const T& value, const T& mutant) {
  return on(id, !(value == mutant)) ? mutant : value;
}

template <char op, class A, class B>
constexpr decltype(auto) apply(const A& a, const B& b) {
  if constexpr (op == '<') return a < b;
  if constexpr (op == 'l') return a <= b;
  if constexpr (op == '>') return a > b;
  if constexpr (op == 'g') return a >= b;
  if constexpr (op == 'e') return a == b;
  if constexpr (op == 'n') return a != b;
  if constexpr (op == '+') return a + b;
  if constexpr (op == '-') return a - b;
  if constexpr (op == '*') return a * b;
  if constexpr (op == '/') return a / b;
  if constexpr (op == '%') return a % b;
}

template <int id, char op, char other, class A>
struct Left {
  const A& a;
};

// a < b is written a < Comparison<id, '<', 'l'> < b, and the like.
template <int id, char op, char other>
struct ComparisonOf {};
template <int id, char op, char other>
inline constexpr ComparisonOf<id, op, other> Comparison{};

#define SKALD_CHAIN(sign)                                                                \
  template <int id, char op, char other, class A>                                        \
  Left<id, op, other, A> operator sign(const A& a, const ComparisonOf<id, op, other>&) { \
    return {a};                                                                          \
  }                                                                                      \
  template <int id, char op, char other, class A, class B>                               \
  bool operator sign(const Left<id, op, other, A>& left, const B& b) {                   \
    static_assert(std::same_as<std::decay_t<decltype(apply<op>(left.a, b))>, bool>);     \
    return choice<bool>(id, apply<op>(left.a, b), apply<other>(left.a, b));              \
  }
SKALD_CHAIN(<)
SKALD_CHAIN(==)
#undef SKALD_CHAIN

template <int id, char op, char other>
struct ArithmeticOf {};
template <int id, char op, char other>
inline constexpr ArithmeticOf<id, op, other> Arithmetic{};

// Division of an integer by zero is left to the mutant, which it ends.
template <char other, class B>
bool divides_by_zero(const B& b) {
  if constexpr (std::integral<B> && (other == '/' || other == '%')) return b == 0;
  return false;
}

#define SKALD_CHAIN(sign)                                                                   \
  template <int id, char op, char other, class A>                                           \
  Left<id, op, other, A> operator sign(const A& a, const ArithmeticOf<id, op, other>&) {    \
    return {a};                                                                             \
  }                                                                                         \
  template <int id, char op, char other, class A, class B>                                  \
  auto operator sign(const Left<id, op, other, A>& left, const B& b) {                      \
    using T = std::decay_t<decltype(apply<op>(left.a, b))>;                                 \
    static_assert(std::same_as<T, std::decay_t<decltype(apply<other>(left.a, b))>>);        \
    const T value = apply<op>(left.a, b);                                                   \
    if constexpr (std::is_arithmetic_v<T>) {                                                \
      if (!divides_by_zero<other>(b)) return choice<T>(id, value, apply<other>(left.a, b)); \
    }                                                                                       \
    return on(id) ? T(apply<other>(left.a, b)) : value;                                     \
  }
SKALD_CHAIN(+)
SKALD_CHAIN(*)
#undef SKALD_CHAIN

template <int id>
struct Negation {};
template <int id>
bool operator%(Negation<id>, bool negated) {
  return on(id) != negated;
}

template <int id, class T>
T negated(const T& value) {
  static_assert(std::is_arithmetic_v<T>);
  return choice<T>(id, value, static_cast<T>(-value));
}

template <int id, bool neutral>
bool operand(bool value) {
  return choice<bool>(id, value, neutral);
}

template <int id, class T>
T constant(T value, std::type_identity_t<T> mutant) {
  return on(id) ? mutant : value;
}

template <int id, class T>
T minimum(const T& a, const T& b) {
  return choice<T>(id, b < a ? b : a, a < b ? b : a);
}
template <int id, class T>
T maximum(const T& a, const T& b) {
  return choice<T>(id, a < b ? b : a, b < a ? b : a);
}

}  // namespace skald_mutants
