// Decides who may read the pages of a server.
#pragma once

#include <string>
#include <string_view>

#include "serve/http_message.hpp"

namespace skald {

// Returns 192 random bits from the system as 48 hexadecimal digits. Throws std::runtime_error if
// the system provides none.
std::string random_token();

// Compares two texts in a time that depends only on their lengths.
bool is_same_secret(std::string_view a, std::string_view b);

// Returns whether a Host header names this server. This protects against DNS rebinding, by which a
// foreign name is made to point at this address. Accepted are "localhost" and the addresses of
// loopback and, if the server listens beyond loopback, the other addresses of this machine, and its
// name. The port is ignored, since a tunnel has its own.
bool is_own_host(std::string_view host, bool is_loopback);

// Returns the value of a cookie in a Cookie header; "" if there is none.
std::string cookie_value(std::string_view header, std::string_view name);

// Returns the name of the cookie. It contains the port, because browsers do not keep cookies
// apart by port.
std::string cookie_name(unsigned short port);

// Returns the Set-Cookie header that keeps the token for the browser's session. The cookie is sent
// to this host only, by requests from its own pages only, and is hidden from scripts.
std::string token_cookie(unsigned short port, std::string_view token);

}  // namespace skald
