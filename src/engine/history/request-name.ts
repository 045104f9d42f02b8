/** What an approval is for: the words of a request, where it runs and what it does. Another request, or the same one where it does something else, has another name. */
import { createHash } from "node:crypto";
import type { EvaluationContext } from "../decide/evaluate/evaluation-context.js";
import { foldersOf } from "../effects/effects.js";
import type { Request, Variable, Word } from "../request/request.js";
import { hostsOf, pathsOf } from "./event-fit.js";

/** Undefined where a word or a folder can't be known: nobody can say yes to that. One command has one name, however it is asked for. */
export function requestName(
	subjects: readonly (readonly EvaluationContext[])[],
	{ script }: Request,
	cwd: string | undefined,
): string | undefined {
	const parts = subjects.flat().map((subject) => partOf(subject, cwd));
	if (parts.length === 0 || parts.includes(undefined)) return undefined;
	return createHash("sha256")
		.update(JSON.stringify([subjects.length === 1 ? "" : (script ?? ""), parts]))
		.digest("hex");
}

function partOf(subject: EvaluationContext, cwd: string | undefined): unknown {
	const { command, effects } = subject;
	const words = [command.program, ...command.args, ...(command.input === undefined ? [] : [command.input])];
	const folders = command.ways === undefined ? [cwd] : foldersOf(command.ways, cwd);
	const isKnown =
		folders.length > 0 &&
		!folders.includes(undefined) &&
		[...words, ...command.assignments.flatMap(({ value }) => value ?? [])].every(isKnownWord) &&
		command.assignments.every(({ value }) => value !== undefined) &&
		command.redirects.every(({ target }) => isKnownWord(target));
	if (!isKnown) return undefined;
	return [
		words.map(textOf),
		command.call === true,
		command.assignments.map(({ name, value }: Variable) => [name, value && textOf(value)]),
		command.redirects.map(({ access, target }) => [access, textOf(target)]),
		folders,
		pathsOf(subject).map(({ names, access, exact }) => [names ?? null, access, exact]),
		hostsOf(subject).map(({ host, sure }) => [host ?? null, sure]),
		effects.powersBeyond().map(({ power }) => power),
	];
}

function isKnownWord({ kind }: Word): boolean {
	return kind !== "unknown";
}

function textOf(word: Word): string {
	return word.kind === "known" ? word.text : word.kind === "globbed" ? `*${word.pattern}` : word.source;
}
