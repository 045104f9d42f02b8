/**
 * Decides every row of the corpora and says how it fares: what the tests assert and what `npm run corpora` prints.
 * A row is decided as the shell string that it is and, where it says so, as the words of one plain command.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decide } from "../../src/engine/decide/decide.js";
import type { Tree } from "../../src/engine/decide/tree.js";
import { type Loaded, loadText } from "../../src/runtime/load/load.js";
import type { World } from "../../src/engine/request/paths.js";
import { checkExpectations } from "../../src/authoring/suite/expectations.js";
import { type Attack, intents, policyOf, workspace } from "./translate.js";

/** A row of a corpus in one of its forms, and what came of it. */
export interface Answer {
	readonly corpus: "attacks" | "spellings" | "allowlist";
	readonly id: string;
	readonly class: string;
	readonly form: "script" | "argv";
	readonly command: string;
	/** What the corpus says of it: what the command does, or why it is there. */
	readonly about: string;
	readonly expected: "allow" | "deny";
	readonly effect: string;
	readonly code: string;
	readonly message: string;
}

/**
 * Does the answer fall short of what the corpus asks for? What should be denied must be a denial and no question; only in `allowlist` a question will
 * do. A fault of the engine's own denies too, and is never what was asked for.
 */
export function fallsShort(answer: Answer): boolean {
	if (answer.code === "fault" || answer.code === "broken-policy") return true;
	if (answer.expected === "allow") return answer.effect !== "allow";
	return answer.corpus === "allowlist" ? answer.effect === "allow" : answer.effect !== "deny";
}

/** The disk that the rows speak of. */
const links = new Map([
	["/bin", "usr/bin"],
	["/sbin", "usr/sbin"],
	["/lib", "usr/lib"],
	["/proc/self/root", "/"],
	["/proc/self/cwd", workspace],
	["/dev/fd", "/proc/self/fd"],
	[`${workspace}/link_to_key`, "/home/u/.ssh/id_rsa"],
	[`${workspace}/link_to_home`, "/home/u"],
]);

export const world: World = {
	workspace,
	home: "/home/u",
	linkAt: (path) => {
		const target = links.get(path);
		return target === undefined ? "none" : { target };
	},
	entriesOf: (folder) =>
		[...links.keys()].filter((path) => path.slice(0, path.lastIndexOf("/")) === folder).map((path) => path.slice(folder.length + 1)),
};

/** Every row of `attacks.jsonl`, each under its own policy. */
export function attackAnswers(): readonly Answer[] {
	return rowsOf<Attack>("attacks.jsonl").flatMap((row) => {
		const tree = treeOf(policyOf(row));
		const base = {
			corpus: "attacks",
			id: row.id,
			class: row.class,
			about: row.effect,
			expected: row.expected,
		} as const;
		return [
			{ ...base, form: "script" as const, ...answerTo(tree, { script: row.command }) },
			...(row.argv ? [{ ...base, form: "argv" as const, ...answerTo(tree, { argv: row.argv }) }] : []),
		];
	});
}

/** The rows of `attacks.jsonl`. */
export function attacks(): readonly Attack[] {
	return rowsOf<Attack>("attacks.jsonl");
}

interface Line {
	readonly command: string;
	readonly peer_decision: "allow" | "deny" | "not_allow";
	readonly note: string;
}

const everySyntax =
	"syntax pipes, sequences, redirects, globs, variables, substitutions, background, loops, functions, heredocs";

/** All is allowed but one command, however it is written. */
export const spellingsPolicy = `default allow\n${everySyntax}\nenvironment accept *\ndeny printf secretword\n`;

export function spellingAnswers(): readonly Answer[] {
	return lineAnswers("spellings", treeOf(spellingsPolicy));
}

/** Plain grants, and no more than they say: of files that lie in the workspace. */
export function allowlistPolicy(): string {
	const prefixes = JSON.parse(readFileSync(join(folder, "allowlist.prefixes.json"), "utf8")) as readonly string[];
	return ["default ask", everySyntax, ...prefixes.map((prefix) => `allow ${prefix}`), ...grounds, ""].join("\n");
}

/** What plain grants of readers leave open: which files, and which names in the environment. */
const grounds = ["constrain reads of * to ., /dev/null", "deny printenv /.*(SECRET|TOKEN|KEY|PASS|CREDENTIAL|AUTH).*/"];

export function allowlistAnswers(): readonly Answer[] {
	return lineAnswers("allowlist", treeOf(allowlistPolicy()));
}

function lineAnswers(corpus: "spellings" | "allowlist", tree: Tree): readonly Answer[] {
	return rowsOf<Line>(`${corpus}.jsonl`).map(({ command, peer_decision, note }) => ({
		corpus,
		id: `${corpus}:${note.split(" ")[0]}`,
		// tab 1-spelling; expected for …
		class: / (\d-[\w-]+|data)\b/.exec(note)?.[1] ?? note,
		form: "script",
		about: note.split(";")[0] as string,
		expected: peer_decision === "allow" ? "allow" : "deny",
		...answerTo(tree, { script: command }),
	}));
}

function answerTo(
	tree: Tree,
	request: { readonly script: string } | { readonly argv: readonly string[] },
): Pick<Answer, "command" | "effect" | "code" | "message"> {
	const { effect, code, message } = decide(tree, request, world);
	return { command: "script" in request ? request.script : JSON.stringify(request.argv), effect, code, message };
}

const folder = join(process.cwd(), "test/corpora");

function rowsOf<Row>(file: string): readonly Row[] {
	const lines = readFileSync(join(folder, file), "utf8").split("\n");
	return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Row);
}

const loaded = new Map<string, Loaded>();

/** A policy is loaded once, however many rows it has. */
export function policyNamed(text: string): Loaded & { readonly tree: Tree } {
	const known = loaded.get(text) ?? loadText("corpus.rules", text, { cwd: "/nowhere" });
	loaded.set(text, known);
	const { tree } = known;
	if (tree === undefined)
		throw new Error(`the policy has faults: ${known.diagnostics.map((one) => one.message).join("; ")}\n${text}`);
	return { ...known, tree };
}

function treeOf(text: string): Tree {
	return policyNamed(text).tree;
}

/** All answers of all corpora. */
export function answers(): readonly Answer[] {
	return [...attackAnswers(), ...policyAnswers(), ...spellingAnswers(), ...allowlistAnswers()];
}

/** What the translated policies are for: without it a policy could hold by refusing all, or by allowing all. */
export function policyAnswers(): readonly Answer[] {
	return intents.flatMap(({ hint }) => {
		const policy = attacks().find((row) => row.policy_hint === hint)?.policy;
		const loaded = policyNamed(policyOf({ policy_hint: hint, ...(policy ? { policy } : {}) }));
		return checkExpectations(loaded.policy, loaded.tree, world).map(({ expectation, decision }) => ({
			corpus: "attacks" as const,
			id: `policy:${expectation.command}`,
			class: "policy",
			form: "script" as const,
			command: expectation.command,
			about: hint,
			expected: expectation.effect === "allow" ? ("allow" as const) : ("deny" as const),
			effect: decision.effect,
			code: decision.code,
			message: decision.message,
		}));
	});
}
