/**
 * Puts values into a text of JSON and takes them out again. Whatever else stands there, comments and layout included, stays as it is; what comes
 * looks as its neighbours do. Each edit is read again: where it says anything but what was meant, nothing is changed. The edits of jsonc-parser keep less: they
 * lay out neighbours anew, and lose comments (docs/dependencies.md).
 */
import { isDeepStrictEqual } from "node:util";
import {
	behindBlank,
	dataOf,
	type Json,
	type JsonLeave,
	type JsonNode,
	readJson,
	type Steps,
} from "../../../language/source/json-tree.js";

/** The text with a value at this place. What is missing on the way there comes as objects; a place behind the last of an array is a new one. */
export function withValue(text: string, steps: Steps, value: Json, leave: JsonLeave): string {
	return verified(text, put(text, steps, value, leave), leave, (data) => withData(data, steps, value));
}

/** The text with a new value before the first one of an array. */
export function withFirst(text: string, steps: Steps, value: Json, leave: JsonLeave): string {
	const array = nodeAt(rootOf(text, leave), steps);
	if (array?.kind !== "array" || array.items.length === 0) return withValue(text, [...steps, 0], value, leave);
	const first = array.items[0] as JsonNode;
	const layout = layoutOf(text, array, first.start);
	const after =
		text.slice(0, array.start + 1) +
		(layout.isSpread ? `${layout.lineBreak}${layout.inner}${written(value, layout)},` : `${written(value, layout)}, `) +
		text.slice(array.start + 1);
	return verified(text, after, leave, (data) => changed(data, steps, (list) => [value, ...(list as readonly Json[])]));
}

/** The text without the value at this place, which is there. */
export function withoutValue(text: string, steps: Steps, leave: JsonLeave): string {
	// Blanks may have to stay, where a comment to the end of the line would swallow what follows.
	const [tidy, plain] = [true, false].map((isTidy) => takeOut(text, steps, leave, isTidy)) as [string, string];
	return verified(text, says(tidy, leave) ? tidy : plain, leave, (data) => withoutData(data, steps));

	function says(after: string, around: JsonLeave): boolean {
		const now = readJson(after, around);
		return !("message" in now) && isDeepStrictEqual(dataOf(now), withoutData(dataOf(rootOf(text, around)), steps));
	}
}

/** The value at a place. */
export function nodeAt(root: JsonNode | undefined, steps: Steps): JsonNode | undefined {
	let at = root;
	for (const step of steps) {
		if (at === undefined) return undefined;
		if (typeof step === "number") at = at.kind === "array" ? at.items[step] : undefined;
		else at = at.kind === "object" ? at.members.find(({ key }) => key === step)?.value : undefined;
	}
	return at;
}

function rootOf(text: string, leave: JsonLeave): JsonNode {
	const root = readJson(text, leave);
	if ("message" in root) throw new Error(`edited JSON is broken: ${root.message}`);
	return root;
}

function verified(before: string, after: string, leave: JsonLeave, meant: (data: Json) => Json): string {
	const now = readJson(after, leave);
	if ("message" in now || !isDeepStrictEqual(dataOf(now), meant(dataOf(rootOf(before, leave)))))
		throw new Error("an edit of JSON does not say what it should, so nothing was changed");
	return after;
}

function put(text: string, steps: Steps, value: Json, leave: JsonLeave): string {
	const root = rootOf(text, leave);
	const there = nodeAt(root, steps);
	const parent = nodeAt(root, steps.slice(0, -1));
	const last = steps.at(-1);
	if (there !== undefined) {
		const layout = layoutOf(text, parent ?? there, there.start);
		return text.slice(0, there.start) + written(value, layout) + text.slice(there.end);
	}
	if (parent === undefined || parent.kind === "scalar" || last === undefined)
		// What leads there is missing as well.
		return put(text, steps.slice(0, -1), typeof last === "number" ? [value] : { [last as string]: value }, leave);
	const children = childrenOf(parent);
	const key = typeof last === "string" ? `${JSON.stringify(last)}: ` : "";
	const before = children.at(-1);
	const layout = layoutOf(text, parent, before?.start);
	const own = `${key}${written(value, layout)}`;
	if (before === undefined) {
		// Comments in an empty one stay before what comes.
		const inside = text.slice(parent.start + 1, parent.end - 1).trimEnd();
		return `${text.slice(0, parent.start + 1)}${inside}${layout.lineBreak}${layout.inner}${own}${layout.lineBreak}${layout.outer}${text.slice(parent.end - 1)}`;
	}
	const comma = commaBehind(text, before.end);
	const from = comma ?? before.end - 1;
	const gap = layout.isSpread ? `${layout.lineBreak}${layout.inner}` : " ";
	return `${text.slice(0, before.end)}${comma === undefined ? "," : text.slice(before.end, from + 1)}${gap}${own}${comma === undefined ? "" : ","}${text.slice(from + 1)}`;
}

/** `isTidy`: with the blanks around it. */
function takeOut(text: string, steps: Steps, leave: JsonLeave, isTidy: boolean): string {
	const root = rootOf(text, leave);
	const parent = nodeAt(root, steps.slice(0, -1)) as JsonNode;
	const children = childrenOf(parent);
	const last = steps.at(-1);
	const index =
		typeof last === "number"
			? last
			: parent.kind === "object"
				? parent.members.findIndex(({ key }) => key === last)
				: -1;
	const child = children[index] as Child;
	const comma = commaBehind(text, child.end);
	const previous = children[index - 1];
	if (!isTidy) {
		const other = comma ?? (previous === undefined ? undefined : commaBehind(text, previous.end));
		if (other === undefined) return text.slice(0, child.start) + text.slice(child.end);
		return other > child.start
			? text.slice(0, child.start) + text.slice(child.end, other) + text.slice(other + 1)
			: text.slice(0, other) + text.slice(other + 1, child.start) + text.slice(child.end);
	}
	if (comma !== undefined) {
		const begins = behindLine(text, child.start);
		// Alone on its lines it goes with the blanks before it, else with those behind it.
		const isFirstOnLine = begins < child.start && /[\r\n]/.test(text.slice(begins, child.start));
		const end = isFirstOnLine ? comma + 1 : behindSpaces(text, comma + 1);
		return `${text.slice(0, isFirstOnLine ? begins : child.start)}${text.slice(child.end, comma)}${text.slice(end)}`;
	}
	const begins = behindLine(text, child.start);
	if (previous !== undefined) {
		const before = commaBehind(text, previous.end) as number;
		// A line comment must not swallow what follows.
		const keeps = begins > before + 1 ? text.slice(before + 1, child.start) : text.slice(before + 1, begins);
		return `${text.slice(0, before)}${keeps.trim() === "" ? "" : keeps}${text.slice(child.end)}`;
	}
	const rest = text.slice(child.end, parent.end - 1);
	const isAlone = begins === parent.start + 1 && rest.trim() === "";
	return isAlone
		? text.slice(0, parent.start + 1) + text.slice(parent.end - 1)
		: text.slice(0, child.start) + text.slice(child.end);
}

interface Child {
	readonly start: number;
	readonly end: number;
}

function childrenOf(node: JsonNode): readonly Child[] {
	switch (node.kind) {
		case "object":
			return node.members.map(({ start, value }) => ({ start, end: value.end }));
		case "array":
			return node.items;
		case "scalar":
			return [];
	}
}

/** The comma behind a value; undefined where none follows. */
function commaBehind(text: string, end: number): number | undefined {
	const at = behindBlank(text, end);
	return text[at] === "," ? at : undefined;
}

/** Where the blanks before an offset begin. */
function behindLine(text: string, offset: number): number {
	let at = offset;
	while (at > 0 && /[ \t\r\n]/.test(text[at - 1] as string)) at--;
	return at;
}

function behindSpaces(text: string, offset: number): number {
	let at = offset;
	while (text[at] === " " || text[at] === "\t") at++;
	return at;
}

/** How a container is written. */
interface Layout {
	/** Each value on lines of its own. */
	readonly isSpread: boolean;
	readonly lineBreak: string;
	/** The indentation of the container's own line, of its values, and one step. */
	readonly outer: string;
	readonly inner: string;
	readonly step: string;
}

/** `child`: where one of its values begins. */
function layoutOf(text: string, container: JsonNode, child: number | undefined): Layout {
	const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
	const step = stepOf(text);
	const outer = indentationOf(text, container.start);
	const isSpread = child === undefined || /[\r\n]/.test(text.slice(container.start, child));
	const inner = child !== undefined && isSpread ? indentationOf(text, child) : outer + step;
	return { isSpread, lineBreak, outer, inner, step };
}

/** The blanks with which the line of an offset begins. */
function indentationOf(text: string, offset: number): string {
	const lineStart = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
	return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}

/** One step of indentation: that of the first line that is indented. */
function stepOf(text: string): string {
	return /[\r\n]([ \t]+)["{[]/.exec(text)?.[1] ?? "  ";
}

function written(value: Json, { isSpread, lineBreak, inner, step }: Layout): string {
	if (!isSpread) return compact(value);
	return JSON.stringify(value, null, step).replaceAll("\n", `${lineBreak}${inner}`);
}

/** On one line, with blanks as people write them. */
function compact(value: Json): string {
	if (Array.isArray(value)) return `[${value.map(compact).join(", ")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${compact(one as Json)}`);
	return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function changed(data: Json | undefined, steps: Steps, change: (at: Json | undefined) => Json): Json {
	const [step, ...further] = steps;
	if (step === undefined) return change(data);
	if (typeof step === "number") {
		const list = [...((data ?? []) as readonly Json[])];
		list[step] = changed(list[step], further, change);
		return list;
	}
	const object = (data ?? {}) as { readonly [key: string]: Json };
	return { ...object, [step]: changed(object[step], further, change) };
}

function withData(data: Json, steps: Steps, value: Json): Json {
	return changed(data, steps, () => value);
}

function withoutData(data: Json, steps: Steps): Json {
	const last = steps.at(-1);
	return changed(data, steps.slice(0, -1), (container) =>
		typeof last === "number"
			? (container as readonly Json[]).filter((_, at) => at !== last)
			: Object.fromEntries(Object.entries(container as object).filter(([key]) => key !== last)),
	);
}
