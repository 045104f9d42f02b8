/**
 * An agent's flat policy for people: where a line stands, what it says, and below it what was taken out of it and by which override.
 *
 *	agent `default`, inherited
 *	  policy.rules:4   deny git
 *	  policy.rules:12    without git fetch (override in agent `writer`)
 */
import pc from "picocolors";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { FlatPolicy, FlatRule, FlatSetting, Origin } from "../../language/policy/flat-policy.js";
import { paintEffect } from "./render-decision.js";

export function renderFlatPolicy(flat: FlatPolicy, colour: boolean): string {
	const { bold } = pc.createColors(colour);
	const parents = flat.extends.length === 0 ? "" : ` extends ${flat.extends.map(visible).join(", ")}`;
	const places = [
		...flat.settings.flatMap((setting) => setting.origins),
		...flat.rules.flatMap((rule) => [rule.origin, ...rule.carvings.map((carving) => carving.origin)]),
	].map((origin) => placeOf(origin).length);
	const columns: Columns = { width: places.reduce((a, b) => Math.max(a, b), 0), colour };
	const parts = [
		[bold("settings"), ...flat.settings.flatMap((setting) => settingLines(setting, flat.agent, columns))],
		...stretches(flat.rules).map(([first, ...rest]) => [
			bold(titleOf(first)),
			...[first, ...rest].flatMap((rule) => ruleLines(rule, columns)),
		]),
		...(flat.rules.length === 0 ? [["no rules: the default decides"]] : []),
	];
	return `${bold(`agent ${visible(flat.agent)}`)}${parents}\n${parts.map((lines) => `\n${lines.join("\n")}\n`).join("")}`;
}

/** How wide the column of places is. */
interface Columns {
	readonly width: number;
	readonly colour: boolean;
}

function placeOf({ file, line }: Origin): string {
	return `${visible(file)}:${line}`;
}

function line(place: string, text: string, { width, colour }: Columns): string {
	const { dim } = pc.createColors(colour);
	return `  ${dim(place)}${" ".repeat(width - place.length)}  ${text}`;
}

function settingLines({ text, origins }: FlatSetting, agent: string, columns: Columns): readonly string[] {
	const { dim } = pc.createColors(columns.colour);
	const said = visible(text);
	const [first, ...others] = origins;
	if (first === undefined) return [line("", `${said} ${dim("(nobody says otherwise)")}`, columns)];
	const remark = (origin: FlatSetting["origins"][number]): string => {
		const remarks = [
			...(origin.in === "agent" && origin.name === agent ? [] : [`from ${ownerOf(origin)}`]),
			...(origin.override ? ["override"] : []),
		];
		return remarks.length === 0 ? "" : ` ${dim(`(${remarks.join(", ")})`)}`;
	};
	return [
		line(placeOf(first), `${said}${remark(first)}`, columns),
		...others.map((origin) => line(placeOf(origin), `  said here as well${remark(origin)}`, columns)),
	];
}

function ownerOf(origin: Origin): string {
	return origin.in === "file" ? "outside of any agent" : `${origin.in} \`${visible(origin.name)}\``;
}

/** Rules that stand one after another in the same agent, group or file. */
function stretches(rules: readonly FlatRule[]): readonly (readonly [FlatRule, ...FlatRule[]])[] {
	const found: [FlatRule, ...FlatRule[]][] = [];
	for (const rule of rules) {
		const last = found.at(-1);
		if (last !== undefined && sameBody(last[0].origin, rule.origin)) last.push(rule);
		else found.push([rule]);
	}
	return found;
}

function sameBody(a: Origin, b: Origin): boolean {
	return a.file === b.file && a.in === b.in && a.name === b.name;
}

function titleOf({ origin, inherited }: FlatRule): string {
	return `rules ${origin.in === "file" ? "" : "of "}${ownerOf(origin)}${inherited && origin.in !== "file" ? ", inherited" : ""}`;
}

function ruleLines(rule: FlatRule, columns: Columns): readonly string[] {
	const { dim, red } = pc.createColors(columns.colour);
	const keyword = rule.kind === "constrain" ? red(rule.kind) : paintEffect(rule.kind, columns.colour);
	return [
		line(placeOf(rule.origin), visible(rule.text).replace(rule.kind, keyword), columns),
		...rule.carvings.map(({ origin, id, text }) => {
			const by = `override${id === placeOf(origin) ? "" : ` ${visible(id)}`} in ${ownerOf(origin)}`;
			return line(placeOf(origin), `  without ${visible(text)} ${dim(`(${by})`)}`, columns);
		}),
	];
}
