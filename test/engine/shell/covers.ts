/** Holds the commands that a shell ran against those that the reader found in the script: each must be one of them. */
import { type ReadCommand, unwrap } from "../../../src/engine/effects/commands.js";
import { plainPowers, powersBeyond } from "../../../src/engine/effects/powers-used.js";
import { variableEffects } from "../../../src/engine/effects/variables.js";
import { readScript } from "../../../src/engine/request/read-script.js";
import type { Word } from "../../../src/engine/request/request.js";
import { isBuiltin } from "../../../src/engine/request/script/builtins.js";
import type { Shell } from "./run-in-bash.js";

/** What the reader makes of a script: nothing for certain, so it will be denied, or the commands that it names, those in wrappers included. */
export type Found =
	| { readonly kind: "refused"; readonly why: string; readonly by: "reader" | "policy" }
	| { readonly kind: "understood"; readonly commands: readonly ReadCommand[] };

const facts = { programs: new Map(), trust: ["/usr/bin", "/bin"] };

export function find(script: string, shell: Shell = "bash"): Found {
	const reading = readScript(script, { dialect: shell });
	if (reading.kind === "opaque") return { kind: "refused", why: reading.why, by: "reader" };
	const commands = reading.commands.flatMap((command) => unwrap(command, facts, shell));
	// No rule allows a program that nobody knows, nor a variable that changes what runs, unless it is accepted by its name.
	const unknown = commands.find(({ command }) => command.program.kind !== "known");
	if (unknown) {
		const why = `a program that can't be known, ${describe(unknown.command.program)}`;
		return { kind: "refused", why, by: "reader" };
	}
	const variable = commands
		.flatMap(({ command }) => command.assignments)
		.find((one) => variableEffects(one).kind === "changes")?.name;
	if (variable !== undefined)
		return { kind: "refused", why: `a variable that changes what runs, \`${variable}\``, by: "policy" };
	// Code that nobody sees needs a rule of its own.
	const unseen = commands.find(({ unseen }) => unseen !== undefined)?.unseen;
	if (unseen !== undefined) return { kind: "refused", why: unseen, by: "policy" };
	return { kind: "understood", commands };
}

/** Does a known program run what no command line shows (`awk`, `make`, `. FILE`)? That is a power, which a policy grants with it or not. */
export function runsCode({ command, args }: ReadCommand): boolean {
	const name = command.program.kind === "known" ? command.program.text : "";
	if (args.program === undefined || (isBuiltin(name) && name !== "." && name !== "source")) return false;
	const powers = [...plainPowers(args), ...powersBeyond(args).map(({ power }) => power)];
	return powers.includes("code") || powers.includes("exec");
}

/** The commands that ran and are not among those found. */
export function missed(
	found: readonly ReadCommand[],
	ran: readonly (readonly string[])[],
): readonly (readonly string[])[] {
	return ran.filter((words) => !found.some(({ command }) => fits([command.program, ...command.args], words)));
}

/** The files that appeared and that no redirection found writes. */
export function missedFiles(found: readonly ReadCommand[], files: readonly string[]): readonly string[] {
	const targets = found.flatMap(({ command }) =>
		command.redirects.filter(({ access }) => access !== "read").map(({ target }) => target),
	);
	return files.filter((file) => !targets.some((target) => fits([target], [file]) || fits([target], [`./${file}`])));
}

/** Can these words have become those strings? */
export function fits(words: readonly Word[], texts: readonly string[]): boolean {
	// Which numbers of texts the words so far can have become.
	let reached = new Set([0]);
	for (const word of words) {
		const next = new Set<number>();
		for (const from of reached) {
			const [least, most] = lengths(word, texts.length - from);
			for (let count = 0; count <= most; count++) {
				if (count > 0 && !canBe(word, texts[from + count - 1] as string, count === 1)) break;
				if (count >= least) next.add(from + count);
			}
		}
		reached = next;
	}
	return reached.has(texts.length);
}

/** How many strings a word can become, of those that are left. */
function lengths(word: Word, left: number): readonly [number, number] {
	switch (word.kind) {
		case "known":
			return [1, Math.min(1, left)];
		case "globbed":
			return [1, left];
		case "unknown":
			return word.words === "one" ? [1, Math.min(1, left)] : [0, left];
	}
}

function canBe(word: Word, text: string, first: boolean): boolean {
	switch (word.kind) {
		case "known":
			return word.text === text;
		case "globbed":
			return true;
		case "unknown":
			if (first && word.begins !== undefined && !text.startsWith(word.begins)) return false;
			return word.digits === undefined || /^-?\d+$/.test(text);
	}
}

/** A command as a line of a report. */
export function show({ command }: Pick<ReadCommand, "command">): string {
	return [command.program, ...command.args].map(describe).join(" ");
}

function describe(word: Word): string {
	switch (word.kind) {
		case "known":
			return JSON.stringify(word.text);
		case "globbed":
			return `glob(${word.pattern})`;
		case "unknown":
			return word.words === "one" ? `one(${word.source})` : `any(${word.source})`;
	}
}
