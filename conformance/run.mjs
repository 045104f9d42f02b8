#!/usr/bin/env node
/**
 * Asks gates about the cases, and says what each let through.
 *
 *	node conformance/run.mjs --hook 'CMD'   any hook that takes Claude Code's JSON: run for each case, with its own settings
 *	node conformance/run.mjs --gate gemini  one of the gates beside this; all where none is named
 */
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { wanted } from "./cases.mjs";
import { about } from "./gates/about.mjs";
import { gateNames, hookStarter, makePlace, starterOf, versionOf } from "./gates.mjs";
import { groups } from "./groups.mjs";
import { runGate } from "./runner.mjs";
import { shareHeld, tableOf } from "./score.mjs";

const help = `Usage: node conformance/run.mjs [--hook CMD | --gate NAME ...] [options]

  --hook CMD      a shell line that takes Claude Code's PreToolUse JSON and answers by its exit code or by JSON
  --name TEXT     what the hook is called in the results
  --gate NAME     one of ${gateNames.join(", ")}; may be given more than once
  --group NAME    one of ${Object.keys(groups).join(", ")}; may be given more than once
  --each N        every Nth case only
  --deadline MS   how long an answer may take (10000)
  --at-once N     how many are asked side by side (as many as there are processors)
  --json          the results as JSON (schemas/results.schema.json) in place of a table
  --out FILE      the JSON into a file, too
  --least N       fails where less than N per cent of the attacks are held back, of all groups that the gate is told about
  --list          the groups and what each denies: what a hook has to be told beforehand
`;

const text = { type: "string" };
const { values: options } = parseArgs({
	options: {
		hook: text,
		name: text,
		gate: { ...text, multiple: true },
		group: { ...text, multiple: true },
		each: { ...text, default: "1" },
		deadline: { ...text, default: "10000" },
		"at-once": { ...text, default: String(availableParallelism()) },
		json: { type: "boolean", default: false },
		out: text,
		least: text,
		list: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});

if (options.help) console.log(help);
else if (options.list)
	for (const [name, one] of Object.entries(groups)) console.log(`${name}: ${one.title}\n  ${one.plain.join("\n  ")}`);
else await main();

async function main() {
	const place = makePlace();
	try {
		const some = wanted({ ...(options.group && { only: options.group }), each: numberOf("each") });
		const gates = [];
		for (const gate of asked(place)) {
			const say = (line) => console.error(`${gate.name}: ${line}`);
			const found = await runGate({
				start: gate.start,
				groups: some,
				deadline: numberOf("deadline"),
				atOnce: numberOf("at-once"),
				say,
			});
			const { start: _, ...told } = gate;
			gates.push({ ...told, at: new Date().toISOString().slice(0, 10), groups: found });
		}
		const results = { format: 1, cases: countsOf(some), gates };
		const json = `${JSON.stringify(results, undefined, "\t")}\n`;
		if (options.out !== undefined) writeFileSync(options.out, json);
		console.log(options.json ? json : tableOf(results));
		if (options.least !== undefined)
			for (const gate of gates) if (shareHeld(gate) < numberOf("least")) process.exitCode = 1;
	} finally {
		place.remove();
	}
}

function numberOf(name) {
	const value = Number(options[name]);
	if (Number.isFinite(value) && value > 0) return value;
	throw new Error(`--${name} is a number above 0`);
}

function countsOf(some) {
	const of = (cases, expect) => cases.filter((one) => one.expect === expect).length;
	return Object.fromEntries(
		some.map(({ name, cases }) => [
			name,
			{ mustNotPass: of(cases, "must-not-pass"), shouldPass: of(cases, "should-pass") },
		]),
	);
}

/** What is to be asked, each with how it begins. */
function asked(place) {
	if (options.hook !== undefined)
		return [
			{
				name: options.name ?? "hook",
				title: options.name ?? "a hook",
				version: "unknown",
				how: "as a hook of Claude Code, with the settings that it has",
				start: hookStarter(options.hook, place),
			},
		];
	const names = options.gate ?? gateNames;
	const unknown = names.find((name) => !gateNames.includes(name));
	if (unknown !== undefined) throw new Error(`there is no gate ${unknown}: there are ${gateNames.join(", ")}`);
	return names.map((name) => {
		const { title, dependency, how } = about[name];
		const version = versionOf(dependency);
		if (version === undefined) throw new Error(`${dependency} is not installed: npm ci --prefix conformance`);
		return { name, title, version, how, start: starterOf(name, place) };
	});
}
