/**
 * Holds the shipped packs against other projects' own cases: whether they and we let a command through, row by row. Their cases are not ours to
 * keep, so they are read where they lie: see `test/corpora/README.md`.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { decide } from "../../src/engine/decide/decide.js";
import type { Tree } from "../../src/engine/decide/tree.js";
import type { World } from "../../src/engine/request/paths.js";
import { load } from "../../src/runtime/load/load.js";

/** Where other projects' cases lie; nothing where they do not. */
export function peersFolder(): string | undefined {
	const folder = join(resolve(process.env.BYLAW_CORPORA ?? "../shared/corpora"), "peers");
	return existsSync(folder) ? folder : undefined;
}

/** One case of another project, and what came of it here. */
export interface PeerAnswer {
	readonly peer: string;
	readonly command: string;
	readonly source: string;
	readonly note: string;
	/** Do they let it through? */
	readonly theirs: boolean;
	/** Do we? */
	readonly ours: boolean;
	readonly effect: string;
	readonly code: string;
	readonly rules: readonly string[];
	readonly message: string;
}

interface Row {
	readonly command?: string;
	readonly argv?: readonly string[];
	readonly source: string;
	readonly note?: string;
	readonly peer_decision: string;
	readonly decision_2_4_5?: string;
	readonly mode?: string;
	readonly cwd?: string;
	readonly rules?: unknown;
	readonly tool?: unknown;
}

/** What a project's answers mean, and which of its cases are about the question that the pack answers. */
interface Peer {
	readonly pack: string;
	readonly file: string;
	readonly through: (row: Row) => boolean | undefined;
}

const peers: Readonly<Record<string, Peer>> = {
	"cc-safety-net": {
		pack: "guard",
		file: "cc-safety-net",
		// Its modes (strict, linked worktrees) are settings that change the answer; the newer release is what counts where both were asked.
		through: (row) => (row.mode ? undefined : (row.decision_2_4_5 ?? row.peer_decision) === "allow"),
	},
	Rampart: {
		pack: "guard",
		file: "rampart",
		// `watch` lets it run, and writes it down.
		through: (row) => ["allow", "watch"].includes(row.peer_decision),
	},
	destructive_command_guard: { pack: "guard", file: "dcg", through: (row) => row.peer_decision === "allow" },
	shellfirm: {
		pack: "guard",
		file: "shellfirm",
		// Its strict groups of checks are off unless somebody turns them on.
		through: (row) => (/^[a-z]+-strict:/.test(row.note ?? "") ? undefined : row.peer_decision === "allow"),
	},
	nah: { pack: "guard", file: "nah", through: (row) => row.peer_decision !== "deny" },
	Dippy: { pack: "read-only", file: "dippy", through: (row) => row.peer_decision === "allow" },
	Codex: {
		pack: "read-only",
		file: "codex",
		through: (row) => (/windows|powershell/i.test(row.note ?? "") ? undefined : codexSafe[row.peer_decision]),
	},
	"Qwen Code": { pack: "read-only", file: "qwen-code", through: (row) => qwenReads[row.peer_decision] },
};
const codexSafe: Readonly<Record<string, boolean>> = { safe: true, not_safe: false };
const qwenReads: Readonly<Record<string, boolean>> = { read_only: true, not_read_only: false };

export const peerNames = Object.keys(peers);

/** Every case of a project under the pack that does the same job. */
export function answersTo(peer: string, pack = (peers[peer] as Peer).pack): readonly PeerAnswer[] {
	const { file, through } = peers[peer] as Peer;
	const tree = treeOf(pack);
	const rows = rowsOf(file);
	const both = contradicted(rows, through);
	return rows.flatMap((row) => {
		const theirs = row.rules || row.tool || both.has(commandOf(row)) ? undefined : through(row);
		if (theirs === undefined || (row.command === undefined && row.argv === undefined)) return [];
		const request = row.command === undefined ? { argv: row.argv ?? [] } : { script: row.command };
		const decision = decide(tree, request, world);
		return [
			{
				peer,
				command: commandOf(row),
				source: row.source,
				note: row.note ?? "",
				theirs,
				ours: decision.effect === "allow",
				effect: decision.effect,
				code: decision.code,
				rules: decision.rules.map((rule) => rule.id),
				message: decision.message,
			},
		];
	});
}

/** Commands that a project answers in two ways, by its platform or its settings: nobody can agree with both. */
function contradicted(rows: readonly Row[], through: Peer["through"]): ReadonlySet<string> {
	const first = new Map<string, boolean>();
	const both = new Set<string>();
	for (const row of rows) {
		const answer = row.rules || row.tool ? undefined : through(row);
		if (answer === undefined) continue;
		const before = first.get(commandOf(row)) ?? answer;
		first.set(commandOf(row), before);
		if (before !== answer) both.add(commandOf(row));
	}
	return both;
}

function commandOf({ command, argv }: Row): string {
	return command ?? JSON.stringify(argv);
}

/** The share of cases on which both say the same, of one. */
export function agreement(answers: readonly PeerAnswer[]): number {
	return answers.filter((one) => one.ours === one.theirs).length / answers.length;
}

/** A machine of somebody who works in a folder of their own; there are no links, and no files that a glob could become. */
export const world: World = {
	workspace: "/home/user/project",
	home: "/home/user",
	linkAt: () => "none",
	entriesOf: () => [],
};

const trees = new Map<string, Tree>();

export function treeOf(pack: string): Tree {
	const known = trees.get(pack);
	if (known) return known;
	const { tree, diagnostics } = load([join("rules", `${pack}.rules`)]);
	if (tree === undefined) throw new Error(`${pack}: ${diagnostics.map((one) => one.message).join("; ")}`);
	trees.set(pack, tree);
	return tree;
}

function rowsOf(file: string): readonly Row[] {
	const lines = readFileSync(join(peersFolder() ?? "", `${file}.jsonl`), "utf8").split("\n");
	return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Row);
}
