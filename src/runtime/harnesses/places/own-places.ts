/** Where Bylaw itself keeps what governs, by fixed names. What lies elsewhere, such as a log that somebody named, the world of a decision tells. */

/** Names that a folder's own policy goes by. */
export const policyNames: readonly string[] = ["policy.rules", "policy.rules.yaml", "policy.rules.yml"];

/** In any folder: what would be found as a policy, and the settings of the lints. */
export const ownInFolders: readonly string[] = [...policyNames, "bylaw.config.yaml"];

/** Policies of a person or a machine, and what is kept for them. Relative to the home folder. */
export const ownInHome: readonly string[] = [".bylaw", ".config/bylaw"];

/** Units of a person's own systemd, one of which starts what answers hooks, and whatever changes that one. Relative to the home folder. */
export const unitsInHome: readonly string[] = [".config/systemd", ".local/share/systemd"];

/** For everybody who uses the machine. */
export const ownInSystem: readonly string[] = ["/etc/bylaw", "/var/lib/bylaw", "/var/log/bylaw"];

/** State, keys and caches: nobody but Bylaw reads or writes them. Relative to the home folder. */
export const stateInHome: readonly string[] = [".cache/bylaw", "Library/Caches/bylaw", ".local/state/bylaw"];

/** The same in a folder that governs. */
export const stateInOwn: readonly string[] = [".bylaw/token", ".bylaw/resident"];

/** State, keys and caches of a machine. */
export const stateInSystem: readonly string[] = ["/var/cache/bylaw", "/run/bylaw"];
