/** Where the findings of an attack stand, and how their ways are closed. */
import type { Attacked } from "../attack/attack.js";
import { type Closing, closing } from "../attack/closing.js";
import type { Fix } from "../diagnostic/diagnostic.js";
import { governingPlaces } from "../harnesses/governing-places.js";
import type { Rule } from "../policy/policy.js";
import { positionAt } from "../source/source-file.js";
import type { SoundSubject, StatedRule } from "./subject.js";

/** The rule of these that stands in a file that was asked for. */
export function statedOf(rules: readonly Rule[], subject: SoundSubject): StatedRule | undefined {
	const keys = new Set(rules.map(({ span }) => `${span.file}\0${span.start}`));
	return subject.rules().find(({ statement: { span } }) => keys.has(`${span.file}\0${span.start}`));
}

/** The rule that closes the shortest way of an attack, to be put beside the denial. */
export function closingOf(
	attacked: Attacked,
	agent: string,
	stated: StatedRule,
	subject: SoundSubject,
): Closing | undefined {
	const [way] = attacked.ways;
	if (way === undefined) return undefined;
	const files = {
		files: new Map(
			subject.files.map((file) => [file.file, { file, imports: subject.imports.get(file.file) ?? [] }] as const),
		),
		roots: subject.roots,
		governing: governingPlaces,
		placeName: ({ file, start }: { file: string; start: number }) => `${file}:${start}`,
	};
	const place = { file: stated.file.file, agent: stated.owner };
	return closing(way, attacked, { files, policy: subject.policy, setting: subject.settingOf(agent), place });
}

/** The edit that puts lines below a rule; undefined where the rule does not have its lines for itself. */
export function linesBelow(
	{ statement, file }: Pick<StatedRule, "statement" | "file">,
	lines: readonly string[],
	subject: SoundSubject,
): Fix["edits"][number] | undefined {
	const source = subject.sourceOf(file.file);
	const { start, end } = statement.span;
	const lead = source.text.slice(source.lineStarts[positionAt(source, start).line - 1], start);
	const behind = /^[^\r\n]*/.exec(source.text.slice(end))?.[0] ?? "";
	if (!/^[ \t]*(?:#.*)?$/.test(behind) || !/^[ \t]*(?:-[ \t]+)?$/.test(lead)) return undefined;
	const indent = lead.replace(/-[ \t]+$/, "");
	if ((lead !== indent) !== (file.notation === "yaml")) return undefined;
	const at = end + behind.length;
	const text = lines
		.flatMap((one) => one.split("\n"))
		.map((one) => `\n${indent}${one}`)
		.join("");
	return { span: { file: file.file, start: at, end: at }, text };
}
