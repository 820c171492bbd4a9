// Who may read what a server shows.
#pragma once

#include <string>
#include <string_view>

#include "serve/http_message.hpp"

namespace skald {

// 192 random bits of the system as 48 hexadecimal digits. Throws std::runtime_error where the
// system gives none.
std::string random_token();

// Compares in a time that depends on the lengths alone.
bool is_same_secret(std::string_view a, std::string_view b);

// Whether a Host header names this server, so that no name that somebody else has pointed at this
// address will do (DNS rebinding). An address always will; of names "localhost", and this machine's
// own name where the server listens beyond loopback. The port is not looked at: a tunnel has its
// own.
bool is_own_host(std::string_view host, bool is_loopback);

// The value of a cookie in a Cookie header, "" where there is none.
std::string cookie_value(std::string_view header, std::string_view name);

// Browsers keep cookies by host and not by port: each server has a name of its own for its cookie.
std::string cookie_name(unsigned short port);

// The Set-Cookie header that keeps the token: sent back to this host alone, by its own pages alone,
// out of reach of scripts, until the browser ends.
std::string token_cookie(unsigned short port, std::string_view token);

}  // namespace skald
