// skald account setting|curve|federated|correlated|grid|events|vectors: privacy without a run.
#include "commands/command.hpp"

namespace skald {

// In files of this folder: setting.cpp has the first two, federated.cpp the next two.
AddCommand add_account_setting, add_account_curve, add_account_federated, add_account_correlated,
    add_account_grid, add_account_events, add_account_vectors;

void add_account(CLI::App& app, Action& chosen) {
  CLI::App& account = *app.add_subcommand(
      "account", "compute how private a setting is, or how much noise it needs");
  account.require_subcommand(1);
  for (AddCommand* add :
       {add_account_setting, add_account_curve, add_account_federated, add_account_correlated,
        add_account_grid, add_account_events, add_account_vectors}) {
    add(account, chosen);
  }
}

}  // namespace skald
