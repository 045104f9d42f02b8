/**
 * A rule that can't be read whole, taken as widely as what can be read of it allows: without the clauses that are at fault, and hosts as any network.
 * What even that does not fit, the rule does not speak of, whatever it was meant to say.
 */

import { compile } from "../../../engine/decide/compile.js";
import { decide } from "../../../engine/decide/decide.js";
import type { Tree } from "../../../engine/decide/tree.js";
import { firstRequest } from "../../../engine/history/first-request.js";
import { syntaxFeatures } from "../../../engine/request/request.js";
import { hasErrors } from "../../../language/diagnostic/diagnostic.js";
import { clauseKeywords } from "../../../language/policy/clauses.js";
import { resolve } from "../../../language/policy/resolve.js";
import { readPolicyFile } from "../../../language/syntax/read-policy-file.js";
import { emptyWorld } from "../witness.js";

/**
 * Says whether a rule may fit a command. `text`: what stands behind the rule's keyword. `command`: a line for a shell. Undefined where too little can be read.
 * `sets`: statements of the sets that rules may name.
 */
export function widestReader(sets: readonly string[]): (text: string, command: string) => boolean | undefined {
	const trees = new Map<string, Tree | undefined>();
	return (text, command) => {
		if (!mayNameHosts(text, command, sets)) return false;
		if (!trees.has(text)) trees.set(text, widestTree(text, sets));
		const tree = trees.get(text);
		return (
			tree && decide(tree, { script: command, agent, force: false }, emptyWorld, firstRequest(tree)).effect !== "allow"
		);
	};
}

/** A grant for hosts wants them named. Networks and addresses have many spellings. */
function mayNameHosts(text: string, command: string, sets: readonly string[]): boolean {
	const at = partsOf(text).clauses.find(({ keyword }) => keyword === "at");
	if (at === undefined) return true;
	const hosts = at.words
		.split(/[\s,]+/)
		.flatMap((word) => (word.startsWith("@") ? elementsOf(word.slice(1), sets) : [word]));
	const names = hosts.map((host) => host.replace(/^\*?\./, "").toLowerCase());
	return names.some(
		(host) => !/[a-z]/.test(host) || /[@*/:]|^localhost$/.test(host) || command.toLowerCase().includes(host),
	);
}

/** The elements of a set; of one that is not there, a word that may stand for anything. */
function elementsOf(name: string, sets: readonly string[]): readonly string[] {
	const found = sets.map((one) => /^set\s+(\S+)\s*=\s*([^#]*)/.exec(one)).find((one) => one?.[1] === name);
	return found?.[2]?.split(/[\s,]+/).filter((word) => word !== "") ?? ["*"];
}

const agent = "widest";

function widestTree(text: string, sets: readonly string[]): Tree | undefined {
	const { patterns, clauses } = partsOf(text);
	const kept = clauses.flatMap(({ keyword, words }) =>
		keyword === "reaching" ? ["using network"] : narrowing.has(keyword) ? [`${keyword} ${words}`] : [],
	);
	return treeOf(`${patterns} ${kept.join(" ")}`, sets) ?? treeOf(`${patterns}`, sets);
}

/** Clauses that say of which commands a rule speaks, and mean so of a denial. Leaving out others, or a doubtful one, makes it wider. */
const narrowing: ReadonlySet<string> = new Set(["with", "without", "touching", "using"]);

function treeOf(rule: string, sets: readonly string[]): Tree | undefined {
	const lines = [
		...sets,
		`agent ${agent} {`,
		"default allow",
		`syntax ${syntaxFeatures.join(", ")}`,
		`deny ${rule}`,
		"}",
	];
	const { value: file, diagnostics } = readPolicyFile(name, `${lines.join("\n")}\n`);
	if (hasErrors(diagnostics)) return undefined;
	const files = new Map([[name, { file, imports: [] }]]);
	const resolved = resolve({ files, roots: [name], placeName: () => name, governing: nothing });
	return hasErrors(resolved.diagnostics) ? undefined : compile(resolved.value, {});
}

const name = "widest.rules";
const nothing = { written: [], folders: [], above: [], hidden: [], sets: {} };

interface Parts {
	readonly patterns: string;
	readonly clauses: readonly { readonly keyword: string; readonly words: string }[];
}

const beginsClause = new RegExp(`\\s(?=(?:${clauseKeywords.join("|")})\\s)`);

/** The text of a rule in its patterns and its clauses; a word in quotes is never a clause's. */
function partsOf(text: string): Parts {
	const quoted: string[] = [];
	const bare = text
		.replaceAll(/"(?:[^"\\]|\\.)*"/g, (one) => `\uE000${quoted.push(one) - 1}\uE000`)
		.replaceAll(/(?<=^|\s)#.*$/gm, " ")
		.replaceAll(/\s+/g, " ");
	const [patterns = "", ...clauses] = bare
		.split(beginsClause)
		.map((part) => part.replaceAll(/\uE000(\d+)\uE000/g, (_, at: string) => quoted[Number(at)] ?? "").trim());
	return {
		patterns,
		clauses: clauses.map((part) => ({
			keyword: part.split(" ", 1)[0] ?? "",
			words: part.slice(part.indexOf(" ") + 1),
		})),
	};
}
