/** What `rules lint` looks at: files, folders and packs by their names, files by patterns that the shell left alone, and standard input. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { minimatch } from "minimatch";
import { isPolicyName, policiesIn } from "../../runtime/load/find-policy.js";
import { type Loaded, load } from "../../runtime/load/load.js";
import { largestPolicy, readPolicyText } from "../../runtime/load/read-file.js";
import { loadPolicy } from "../policy/load-policy.js";
import { chosenPolicy, type PolicyOptions } from "../policy/policy-choice.js";
import { refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import { wholeText } from "../terminal/standard-input.js";

/** Standard input as a policy, by the name that it goes by. */
export interface InputPolicy {
	readonly name: string;
	readonly text: string;
}

/** The policy on standard input, where `-` asks for it. */
export async function inputPolicy(
	args: readonly string[],
	{ rules = [], stdinFilename }: PolicyOptions & { readonly stdinFilename?: string },
): Promise<InputPolicy | undefined> {
	const asked = args.filter((name) => name === "-").length;
	if (rules.includes("-"))
		throw new WrongQuestion("`--rules -` would make standard input a part of a policy", "write `rules lint -`");
	if (asked > 1) throw new WrongQuestion("`-` stands more than once", "standard input can be read once");
	if (asked === 0) {
		if (stdinFilename === undefined) return undefined;
		throw new WrongQuestion(
			"`--stdin-filename` names standard input, and nothing asks for it",
			`write \`rules lint --stdin-filename ${stdinFilename} -\``,
		);
	}
	const name = stdinFilename ?? "stdin.rules";
	if (!isPolicyName(name))
		throw new WrongQuestion(
			`\`${name}\` is no name of a policy`,
			"the name says the notation: `.rules`, `.rules.yaml` or `.rules.yml`",
		);
	return { name, text: await wholeText(largestPolicy) };
}

/** The policies, each by the names that make it: of words the files, folders and packs one by one, without any the chosen one. */
export function namedPolicies(
	args: readonly string[],
	options: PolicyOptions,
	input: InputPolicy | undefined,
): readonly { readonly names: readonly string[]; readonly loaded: Loaded }[] {
	if (args.length === 0) {
		const names = chosenPolicy(options);
		return [{ names, loaded: loadPolicy(names) }];
	}
	if (options.rules !== undefined)
		throw new WrongQuestion(
			"policies are named both by `--rules` and without it",
			"use one of the two: `--rules` makes one policy of several files",
		);
	const names = new Set(args.flatMap((name) => (isPattern(name) ? matching(name) : [name])));
	return [...names].map((name) =>
		name === "-" && input !== undefined
			? { names: [input.name], loaded: loadInput(input) }
			: { names: [name], loaded: loadPolicy([name]) },
	);
}

function loadInput({ name, text }: InputPolicy): Loaded {
	const own = resolve(name);
	return load([name], { read: (path) => (path === own ? { text } : readPolicyText(path)) });
}

/** A word with wildcards is a pattern, unless there is a file or folder of that name. */
function isPattern(name: string): boolean {
	return /[*?[{]/.test(name) && !existsSync(name);
}

/** The policies that a pattern means. */
function matching(pattern: string): readonly string[] {
	const parts = pattern.replace(/^(\.\/)+/, "").split("/");
	const open = parts.findIndex((part) => /[*?[{]/.test(part));
	const fixed = parts.slice(0, open).join("/");
	const folder = fixed === "" ? (pattern.startsWith("/") ? "/" : ".") : fixed;
	let found: readonly string[];
	try {
		found = existsSync(folder) ? policiesIn(folder) : [];
	} catch (error) {
		throw refusedBySystem(error, folder, "read");
	}
	// Below the folder, so that nothing in its own name is taken for a wildcard.
	const wanted = parts.slice(open).join("/");
	const names = found.filter((path) => minimatch(path.slice(join(folder, "/").replace(/^\.\/$/, "").length), wanted));
	if (names.length > 0) return names;
	throw new WrongQuestion(
		`no policy matches \`${pattern}\``,
		"policies end in `.rules` or `.rules.yaml`; hidden folders and `node_modules` are left out",
	);
}
