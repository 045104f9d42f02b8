/**
 * Edits for people:
 *
 *	to allow it: add `override allow git push` to agent `writer` (policy.rules:31)
 *	  this also allows: git push --force
 */
import pc from "picocolors";
import { visible } from "../../language/diagnostic/render-visible.js";
import type { PolicyChange } from "../analysis/edits/policy-edits.js";
import type { AlsoChanged, SideEffects } from "../analysis/edits/side-effects-of-edit.js";
import type { Edit, Edits } from "../analysis/edits/smallest-edit.js";
import { witnessCommandLine, witnessManner } from "../analysis/witness.js";
import { ruleName } from "./render-decision.js";

/** The edits in their order, as lines. `agent`: who asks. */
export function renderEdits(found: Edits, agent: string, colour: boolean): string {
	const { bold } = pc.createColors(colour);
	const title = bold(`to ${found.to} it`);
	if (found.edits.length === 0) return `${title}: ${reason(found)}\n`;
	return found.edits
		.map((edit, index) => `${editLines(edit, index === 0 ? title : "or", found.to, agent).join("\n")}\n`)
		.join("");
}

function reason({ why, help, locked }: Edits): string {
	if (locked.length > 0)
		return `no change below helps: ${locked.map(ruleName).join(", ")} ${locked.length === 1 ? "is" : "are"} locked; whoever may change ${locked.length === 1 ? "that rule" : "those rules"} decides`;
	return `${why}${help === undefined ? "" : `; ${help}`}`;
}

function editLines({ changes, besides }: Edit, title: string, to: "allow" | "deny", agent: string): readonly string[] {
	const more = besidesLines(besides, to, agent);
	const [only = [], ...others] = changes.map(changeLines);
	if (others.length === 0) return [`${title}: ${only[0]}`, ...[...only.slice(1), ...more].map((line) => `  ${line}`)];
	return [
		`${title}, together:`,
		...[only, ...others].flat().map((line) => `  ${line}`),
		...more.map((line) => `    ${line}`),
	];
}

/** What to do and where, in one line; texts of several lines, as YAML has them, below it. */
function changeLines({ action, agent, file, line, before = "", after = "" }: PolicyChange): readonly string[] {
	const place = visible(`${file}:${line}`);
	const whose = agent === "" ? "" : ` agent \`${visible(agent)}\``;
	const text = oneLine(action === "remove" ? before : after, file);
	const below = text.includes("\n") ? text.split("\n").map((one) => `  ${visible(one)}`) : [];
	const said = below.length > 0 ? "this" : `\`${visible(text)}\``;
	switch (action) {
		case "add":
			return [`add ${said}${whose === "" ? "" : ` to${whose}`} (${place})`, ...below];
		case "remove":
			return [`remove ${said}${whose === "" ? "" : ` from${whose}`} (${place})`, ...below];
		case "replace":
			return [`change ${place}${whose === "" ? "" : ` in${whose}`} to ${said}`, ...below];
	}
}

/** In `.rules` a line break between words says nothing. */
export function oneLine(text: string, file: string): string {
	return /\.ya?ml$/i.test(file) || text.includes("{\n") ? text : text.replaceAll(/\n\s*/g, " ");
}

/** Samples that are shown; the others are counted. */
const mostSamples = 3;

/** What a change does besides, in a line or a few. `agent`: who asks. */
export function besidesLines(
	{ commands, settings, settled }: SideEffects,
	to: "allow" | "deny",
	agent: string,
): readonly string[] {
	const texts = [...new Set(grouped(commands).map((same) => sampleLine(same, to, agent)))];
	const more = texts.length > mostSamples ? `, and ${texts.length - mostSamples} more` : "";
	const lines: string[] = [];
	if (texts.length > 0)
		lines.push(`this also ${to === "allow" ? "allows" : "denies"}: ${texts.slice(0, mostSamples).join(", ")}${more}`);
	for (const [said, agents] of settingLines(settings)) lines.push(`${said} for ${agents.join(", ")}`);
	if (!settled)
		lines.push(
			"there may be more: the search ended at its limit; `rules diff` with the changed policy searches longer",
		);
	else if (lines.length === 0) lines.push("nothing else changes");
	return lines;
}

/** `syntax: from none to pipes`, with the agents for which it changes so. */
function settingLines(settings: SideEffects["settings"]): ReadonlyMap<string, readonly string[]> {
	const lines = new Map<string, readonly string[]>();
	for (const { setting, before, after, agent } of settings) {
		const said = `${setting}: from \`${visible(before)}\` to \`${visible(after)}\``;
		lines.set(said, [...(lines.get(said) ?? []), `\`${visible(agent)}\``]);
	}
	return lines;
}

/** The same command of several agents. */
function grouped(commands: readonly AlsoChanged[]): readonly (readonly AlsoChanged[])[] {
	const groups = new Map<string, AlsoChanged[]>();
	for (const one of commands) {
		const key = JSON.stringify([one.sample, one.after]);
		groups.set(key, [...(groups.get(key) ?? []), one]);
	}
	return [...groups.values()];
}

function sampleLine(same: readonly AlsoChanged[], to: "allow" | "deny", agent: string): string {
	const [first] = same as readonly [AlsoChanged];
	const others = same.filter((one) => one.agent !== agent).map((one) => `\`${visible(one.agent)}\``);
	const isOwn = others.length < same.length;
	const remarks = [
		witnessManner(first.sample),
		first.after === to ? "" : first.after,
		others.length === 0 ? "" : `${isOwn ? "also " : ""}for ${others.join(", ")}`,
	].filter((remark) => remark !== "");
	return `\`${visible(witnessCommandLine(first.sample))}\`${remarks.length === 0 ? "" : ` (${remarks.join("; ")})`}`;
}
