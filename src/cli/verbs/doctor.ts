/** `rules doctor`: proves that registered hooks fire: it starts each as its harness does, and asks it what the policy must deny. */
import { hookedHarnesses } from "../../runtime/harnesses/harnesses.js";
import { usualFolder } from "../../runtime/servers/resident/folder.js";
import type { Check } from "../harness/check.js";
import { type Examined, examinedHooks, shortName } from "../harness/examined-hooks.js";
import { machineChecks } from "../harness/machine-checks.js";
import { chosenHarness, harnessOption, places } from "../harness/registration-choice.js";
import { residentCheck } from "../harness/resident-check.js";
import { unitsCheck } from "../harness/units/units-check.js";
import { exit } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options {
	readonly harness?: string;
	readonly settings?: readonly string[];
	readonly runAll?: true;
	readonly json?: true;
}

export const doctor: Verb = {
	define: (command) => {
		command
			.addOption(harnessOption("look only at this one"))
			.option(
				"--settings <FILE>",
				"look into this file of its settings, too; may be repeated",
				(value: string, before: readonly string[] = []) => [...before, value],
			)
			.option("--run-all", "start every hook, also one of this project that starts something else than these rules")
			.option("--json", "print what was found as JSON");
	},
	examples: [["rules doctor", "is every hook that is registered here asked, and does it stop what the policy denies?"]],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const around = places();
		const chosen = options.harness === undefined ? hookedHarnesses : [chosenHarness(options.harness)];
		const found = await examinedHooks(chosen, around, options.settings ?? [], options.runAll === true);
		const folders = new Set(found.flatMap(({ resident }) => (resident === undefined ? [] : [resident])));
		const units = folders.has(usualFolder() ?? "") ? unitsCheck() : undefined;
		const residents = await Promise.all(
			[...folders].map((folder) => residentCheck(folder, units?.holds === true && folder === usualFolder())),
		);
		const machine = [...machineChecks(), ...(units === undefined ? [] : [units.check]), ...residents];
		const isWell =
			found.length > 0 &&
			[...found.flatMap(({ checks }) => checks), ...machine].every(({ verdict }) => verdict !== "bad");
		if (options.json === true)
			await terminal.print(`${JSON.stringify({ well: isWell, registrations: found, machine })}\n`);
		else await terminal.print(reportText(found, machine, options.harness));
		return isWell ? exit.yes : exit.no;
	},
};

function reportText(found: readonly Examined[], machine: readonly Check[], harness: string | undefined): string {
	const blocks = found.map(
		({ harness: name, path, line, checks }) =>
			`${name} (${shortName(path)}${line === undefined ? "" : `:${line}`})\n${checks.map(checkText).join("")}`,
	);
	const none =
		harness === undefined
			? "no harness is registered for this folder or for you: `rules install --harness NAME` does it\n"
			: `${harness} is not registered for this folder or for you: \`rules install --harness ${harness}\` does it\n`;
	return `${blocks.length === 0 ? none : blocks.join("\n")}\nthis machine\n${machine.map(checkText).join("")}`;
}

function checkText({ name, verdict, message }: Check): string {
	const sign = { good: "ok", doubtful: "look", bad: "BAD" }[verdict];
	return `  ${sign.padEnd(5)}${name.padEnd(9)}${message}\n`;
}
