/** Puts settings into a text of TOML that keep those below from switching a hook off, and takes them out again. Each edit is read again. */
import { isDeepStrictEqual } from "node:util";
import { contrary } from "./contrary.js";
import { faultAt, type PlanFault } from "./plan.js";
import type { Lock } from "./registration.js";
import { readToml, tomlAt } from "./toml.js";

/** The text with all of them. `added`: those that were not there; an empty one: the file itself. */
export function tomlLocked(
	path: string,
	before: string | undefined,
	locks: readonly Lock[],
): { readonly text: string; readonly added: readonly (readonly string[])[] } | PlanFault {
	let text = before ?? "";
	const added: (readonly string[])[] = before === undefined ? [[]] : [];
	const read = readToml(text);
	if ("message" in read) return faultAt(path, text, read.at, read.message);
	for (const lock of locks) {
		const there = tomlAt(read.table, lock.steps);
		if (there !== undefined) {
			if (lock.mayDiffer === true || isDeepStrictEqual(there, lock.value)) continue;
			return faultAt(path, before ?? "", placeOf(before ?? "", lock), contrary(lock));
		}
		const after = withLine(text, lock);
		const now = readToml(after);
		if ("message" in now || !isDeepStrictEqual(tomlAt(now.table, lock.steps), lock.value))
			return faultAt(path, text, 0, `\`${lineOf(lock)}\` can't be put into it: write it yourself`);
		text = after;
		added.push(lock.steps);
	}
	return { text, added };
}

/** The text without those that came with the registration; undefined where nothing is left of a file that was not there. */
export function tomlUnlocked(
	before: string,
	locks: readonly Lock[],
	added: readonly (readonly string[])[],
): string | undefined {
	let text = before;
	for (const lock of [...locks].reverse())
		if (added.some((keys) => isDeepStrictEqual(keys, lock.steps))) text = withoutLine(text, lock);
	return text.trim() === "" && added.some((keys) => keys.length === 0) ? undefined : text;
}

/** A key of the file itself stands before all else: behind a table it would belong to that. */
function withLine(text: string, lock: Lock): string {
	const header = headerOf(lock);
	if (header === undefined) return `${lineOf(lock)}\n${text}`;
	const lines = text.split("\n");
	const place = lines.findIndex((line) => line.trim() === header);
	if (place >= 0) return lines.toSpliced(place + 1, 0, lineOf(lock)).join("\n");
	return `${text}\n${header}\n${lineOf(lock)}\n`;
}

function withoutLine(text: string, lock: Lock): string {
	const header = headerOf(lock);
	const line = lineOf(lock);
	if (header !== undefined) {
		// The whole table was ours, where it is nothing else.
		const block = `\n${header}\n${line}\n`;
		const place = text.lastIndexOf(block);
		const rest = place < 0 ? "" : text.slice(place + block.length);
		if (place >= 0 && (rest === "" || /^\s*\[/.test(rest))) return text.slice(0, place) + rest;
	}
	const lines = text.split("\n");
	const from = header === undefined ? 0 : lines.findIndex((one) => one.trim() === header) + 1;
	const place = lines.indexOf(line, from);
	return place < 0 ? text : lines.toSpliced(place, 1).join("\n");
}

function headerOf({ steps }: Lock): string | undefined {
	return steps.length === 1 ? undefined : `[${steps.slice(0, -1).join(".")}]`;
}

function lineOf({ steps, value }: Lock): string {
	return `${steps.at(-1)} = ${isDeepStrictEqual(value, {}) ? "{}" : JSON.stringify(value)}`;
}

function placeOf(text: string, { steps }: Lock): number {
	const place = text.search(new RegExp(`^\\s*${steps.at(-1)}\\s*=`, "m"));
	return Math.max(place, 0);
}
