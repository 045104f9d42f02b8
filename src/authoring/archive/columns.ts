/**
 * The columns of an archive, by their names and types in DuckDB. They are fixed: what a record says beyond them is kept in `more`, and what it does
 * not say is null. `prev` is left out, since chains are verified when records come in; the message is, since rule and policy say it.
 */

/** A column of an archive. */
export interface ArchiveColumn {
	readonly name: string;
	readonly type: string;
	readonly about: string;
}

/** Every column, in order. */
export const archiveColumns = [
	column("time", "TIMESTAMP", "when it was written, UTC, by the clock of its machine"),
	column("type", "VARCHAR", "`decision`, `approval` or `outcome`"),
	column("id", "VARCHAR", "what ties a decision, its approvals and its outcome together"),
	column("machine", "VARCHAR", "the machine; of records that do not say, what `--machine` said"),
	column("seq", "BIGINT", "the number of the record on its machine: a gap shows what is missing"),
	column("log", "VARCHAR", "the log that it came from, as it was named"),
	column("verified", "BOOLEAN", "the chain holds up to this line, and what is behind it agrees"),
	column("agent", "VARCHAR", "the agent that asked"),
	column("surface", "VARCHAR", "the entrance: `run`, `hook`, `decide`"),
	column("harness", "VARCHAR", "the harness that asked"),
	column("harness_version", "VARCHAR", "and its version"),
	column("session", "VARCHAR", "the session of the harness"),
	column("parent", "VARCHAR", "the session that it belongs to"),
	column("subagent", "VARCHAR", "the agent within the session"),
	column("engine", "VARCHAR", "the version of Bylaw that decided"),
	column("policy", "VARCHAR", "the digest of the policy"),
	column("bundle", "VARCHAR", "the channel of the bundle that the rules are of"),
	column("bundle_version", "BIGINT", "the release of that bundle"),
	column("bundle_state", "VARCHAR", "how old it was: `fresh`, `stale`, `expired`"),
	column("shadow_version", "BIGINT", "the release that decided nothing yet, and was asked as well"),
	column("shadow_effect", "VARCHAR", "what that one would have answered"),
	column("shadow_rules", "VARCHAR[]", "by which of its rules"),
	column("repository", "VARCHAR", "the repository in which it was asked"),
	column("cwd", "VARCHAR", "the folder"),
	column("workspace", "VARCHAR", "what paths of the policy were relative to"),
	column("home", "VARCHAR", "where `~` led"),
	column("argv", "VARCHAR[]", "the command; or"),
	column("script", "VARCHAR", "the shell string; or"),
	column("call", "VARCHAR[][]", "the call of another tool, as commands"),
	column("force", "BOOLEAN", "whether it was forced"),
	column("env", "VARCHAR[]", "names of the variables that it sets"),
	column("tools", "VARCHAR[]", "the agent's own tools, where the request lists them"),
	column("effect", "VARCHAR", "`allow`, `ask`, `nudge` or `deny`"),
	column("code", "VARCHAR", "what kind of reason the answer has: `rule`, `default` and so on"),
	column("rules", "VARCHAR[]", "the ids of the rules that decided"),
	column("rule_places", "VARCHAR[]", "where those stood: `policy.rules:3`"),
	column("programs", "VARCHAR[]", "what its commands run, without folders, each once"),
	column("refused", "VARCHAR[]", "those of them that were not allowed"),
	column("sandbox", "VARCHAR", "whether it was to run in a sandbox: `require`, `prefer`, `off`"),
	column("masked", "BOOLEAN", "secrets were taken out"),
	column("latency_us", "BIGINT", "how long deciding took, in microseconds"),
	column("approved_by", "VARCHAR", "of an approval: who said yes"),
	column("approved_groups", "VARCHAR[]", "and the groups of that person"),
	column("exit_code", "INTEGER", "of an outcome: how the program ended"),
	column("signal", "VARCHAR", "of an outcome: the signal that ended it"),
	column("failure", "VARCHAR", "of an outcome: why it could not be started"),
	column("confined", "VARCHAR", "of an outcome: what confined it: `bubblewrap`, `none`, `denied`"),
	column("timed_out", "BOOLEAN", "of an outcome: it ran out of time"),
	column("cancelled", "BOOLEAN", "of an outcome: it was cancelled"),
	column("duration_ms", "BIGINT", "of an outcome: how long it ran, in milliseconds"),
	column("output_bytes", "BIGINT", "of an outcome: how much it wrote"),
	column("more", "VARCHAR", "what the record says beyond these columns, as JSON"),
	column(
		"as_written",
		"VARCHAR",
		"the line of a decision that the columns can't hold as it was; empty, in an archive of an older version, if it is no text",
	),
	column("received", "TIMESTAMP", "when it came into the archive, UTC"),
	column(
		"fingerprint",
		"UBIGINT",
		"of the line (the first 8 bytes of its SHA-256): a line that comes again is passed over",
	),
] as const satisfies readonly ArchiveColumn[];

/** The name of a column. */
export type ColumnName = (typeof archiveColumns)[number]["name"];

/** The columns as SQL writes them in a list. */
export function columnList(columns: readonly ArchiveColumn[] = archiveColumns): string {
	return columns.map(({ name, type }) => `"${name}" ${type}`).join(", ");
}

function column<Name extends string>(name: Name, type: string, about: string): ArchiveColumn & { readonly name: Name } {
	return { name, type, about };
}
