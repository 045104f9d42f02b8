/** `rules fleet report`: what the heartbeats in a folder say of a fleet. */
import { readFileSync } from "node:fs";
import { fleetPage } from "../../authoring/fleet/fleet-page.js";
import {
	type Counted,
	type FleetSummary,
	fleetSummary,
	type MachineStanding,
} from "../../authoring/fleet/fleet-summary.js";
import { type Inventory, readBeats, readInventory } from "../../authoring/fleet/read-beats.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { readLog } from "../../runtime/audit/read-log.js";
import { chosenLog } from "../audit/audit-log-choice.js";
import { chainWarning } from "../audit/chain-warning.js";
import { checkWritable, replaceFile } from "../policy/write-file.js";
import { exit, refusedBySystem, WrongQuestion } from "../terminal/exit.js";
import type { Terminal } from "../terminal/terminal.js";

export interface FleetReportOptions {
	readonly output?: string;
	readonly machines?: string;
	readonly log?: readonly string[];
	readonly silentAfter?: number;
	readonly json?: true;
}

export async function reportFleet(folder: string, options: FleetReportOptions, terminal: Terminal): Promise<number> {
	const { output, machines, log = [], silentAfter = usualSilence, json } = options;
	if (output !== undefined && output !== "-") checkWritable(output);
	const inventory = machines === undefined ? new Map<string, undefined>() : inventoryIn(machines);
	const summary = fleetSummary(beatsIn(folder, inventory), {
		now: Date.now(),
		silentAfter,
		inventory,
		...(log.length === 0 ? {} : { denials: await denialsIn(log, terminal) }),
	});
	if (output === "-") await terminal.print(fleetPage(summary));
	else if (output !== undefined) {
		replaceFile(output, fleetPage(summary));
		await terminal.complain(`wrote ${output}\n`);
	}
	if (json === true) await terminal.print(`${JSON.stringify(summary, null, 2)}\n`);
	else if (output !== "-") await terminal.print(summaryText(summary));
	return isWell(summary) ? exit.yes : exit.no;
}

/** Milliseconds: two days, so that a weekend night is no alarm and a weekend is. */
const usualSilence = 2 * 86_400_000;

function isWell({ machines, counts, refused }: FleetSummary): boolean {
	return machines.length > 0 && counts.covered === machines.length && refused.length === 0;
}

function beatsIn(folder: string, inventory: Inventory): ReturnType<typeof readBeats> {
	try {
		return readBeats(folder, inventory);
	} catch (error) {
		throw refusedBySystem(error, folder, "read");
	}
}

function inventoryIn(file: string): Inventory {
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		throw refusedBySystem(error, file, "read");
	}
	const read = readInventory(text);
	if (!("line" in read)) return read;
	if (read.twice !== undefined)
		throw new WrongQuestion(
			`\`${file}\`, line ${read.line}, names \`${read.twice}\` a second time`,
			"leave one line for each machine, with the key that is its own",
		);
	throw new WrongQuestion(
		`\`${file}\`, line ${read.line}, names no machine`,
		"a line is a machine's name, and behind it its public key if it is known: `laptop-4711 6b1c…`",
	);
}

async function denialsIn(logs: readonly string[], terminal: Terminal): Promise<readonly Counted[]> {
	const counts = new Map<string, number>();
	for (const name of logs) {
		const chosen = await chosenLog(name);
		const { path } = chosen;
		try {
			for (const { record } of readLog(path)) {
				if (record?.type !== "decision" || record.effect !== "deny") continue;
				const rules = record.rules.length === 0 ? [`no rule (${record.code})`] : record.rules.map(({ id }) => id);
				for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
			}
		} catch (error) {
			throw refusedBySystem(error, path, "read");
		}
		await terminal.complain(chainWarning(chosen));
	}
	return [...counts].map(([rule, count]) => ({ name: rule, count })).sort((a, b) => b.count - a.count);
}

/** Machines that people are shown. */
const mostShown = 20;

function summaryText({ machines, counts, releases, switchedOff, denials, refused }: FleetSummary): string {
	const line = (all: readonly Counted[]): string =>
		all
			.slice(0, 8)
			.map(({ name, count }) => `${visible(name)}: ${count}`)
			.join(", ");
	const isCovered = ({ standing }: MachineStanding): boolean => standing === "covered";
	const worth = [...machines.filter((one) => !isCovered(one)), ...machines.filter(isCovered)].filter(
		(one) => !isCovered(one) || one.remarks.length > 0,
	);
	return [
		`${machines.length} ${machines.length === 1 ? "machine" : "machines"}: ${line(Object.entries(counts).map(([name, count]) => ({ name, count })))}\n`,
		...(releases.length === 0 ? [] : [`releases      ${line(releases)}\n`]),
		...(switchedOff.length === 0 ? [] : [`switched off  ${line(switchedOff)}\n`]),
		...(denials === undefined || denials.length === 0 ? [] : [`denials       ${line(denials)}\n`]),
		...worth
			.slice(0, mostShown)
			.map(({ machine, standing, remarks }) => `  ${standing.padEnd(8)} ${machine}: ${visible(remarks.join(". "))}\n`),
		...(worth.length > mostShown ? [`  and ${worth.length - mostShown} more\n`] : []),
		...refused.slice(0, mostShown).map(({ file, why }) => `  refused  ${visible(file)}: ${visible(why)}\n`),
		...(refused.length > mostShown ? [`  and ${refused.length - mostShown} more files\n`] : []),
	].join("");
}
