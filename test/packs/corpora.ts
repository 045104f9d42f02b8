/** Holds the shipped packs against the corpora in `test/corpora`: attacks, and calls with and without side effects. */
import { readFileSync } from "node:fs";
import { decide } from "../../src/engine/decide/decide.js";
import { loadText } from "../../src/runtime/load/load.js";
import { attacks, world } from "../corpora/table.js";
import { treeOf } from "./peers.js";

/** A row, and what a pack says of it. */
export interface PackAnswer {
	readonly id: string;
	readonly command: string;
	readonly about: string;
	readonly effect: string;
	readonly rules: readonly string[];
	/** What the corpus says of it, for some policy or other. */
	readonly expected: "allow" | "deny";
}

/** Every attack under a pack. Each was written for a policy of its own, so a pack may let one through by what it is for. */
export function attacksUnder(pack: string): readonly PackAnswer[] {
	const tree = treeOf(pack);
	return attacks().map((row) => {
		const { effect, rules } = decide(tree, { script: row.command }, world);
		return {
			id: row.id,
			command: row.command,
			about: `${row.policy_hint}: ${row.effect}`,
			effect,
			rules: rules.map((rule) => rule.id),
			expected: row.expected,
		};
	});
}

interface Call {
	readonly command: string;
	readonly peer_decision: "allow" | "not_allow";
	readonly note: string;
}

/**
 * Calls with and without side effects under `read-only`. Where the corpus wants something to run that should not, it has `id` run, which only
 * looks: it is denied here, so that whoever runs it shows.
 */
export function callsUnderReadOnly(): readonly PackAnswer[] {
	const { tree } = loadText("calls.rules", 'import "read-only"\n\nagent default {\n  deny id\n}\n', {
		cwd: "/nowhere",
	});
	if (tree === undefined) throw new Error("there is no tree");
	const lines = readFileSync("test/corpora/allowlist.jsonl", "utf8").split("\n");
	return lines
		.filter((line) => line !== "")
		.map((line) => {
			const { command, note, peer_decision } = JSON.parse(line) as Call;
			const { effect, rules } = decide(tree, { script: command }, world);
			const expected = peer_decision === "allow" ? "allow" : "deny";
			return { id: note, command, about: note, effect, rules: rules.map((rule) => rule.id), expected };
		});
}
