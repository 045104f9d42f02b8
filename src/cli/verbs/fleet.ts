/** `rules fleet`: where many machines stand: each sends signed heartbeats, and a page is made of them. */
import { Argument, Option } from "commander";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { knowing } from "../known-values.js";
import { collect, duration } from "../options.js";
import { WrongQuestion } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options {
	readonly to?: string;
	readonly log?: readonly string[];
	readonly jitter?: number;
	readonly deadline?: number;
	readonly output?: string;
	readonly machines?: string;
	readonly silentAfter?: number;
	readonly json?: true;
}

/** What can be done, and which options that takes. */
const actions = {
	beat: ["to", "log", "jitter", "deadline"],
	report: ["output", "machines", "log", "silentAfter", "json"],
} as const satisfies Readonly<Record<string, readonly (keyof Options)[]>>;

export const fleet: Verb = {
	define: (command) => {
		command
			.usage("(beat | report) WHERE [options]")
			.addArgument(knowing(new Argument("<ACTION>", "what to do"), () => Object.keys(actions)))
			.argument(
				"<WHERE>",
				"of `beat` the settings of this machine (`NAME.bundle.json`); of `report` the folder with the heartbeats",
			)
			.option("--to <FOLDER|URL>", "of `beat`: where it goes; standard output when absent")
			.option(
				"--log <LOG>",
				"of `beat`: the decision log whose end is told (default: that of the settings); of `report`: a log whose denials are counted; may be repeated",
				collect,
			)
			.addOption(new Option("--jitter <TIME>", "of `beat`: begins at some moment within this time").argParser(duration))
			.addOption(
				new Option("--deadline <TIME>", "of `beat`: gives up after this time (default: `30s`)").argParser(duration),
			)
			.option("-o, --output <FILE>", "of `report`: where to write the page; `-` is standard output")
			.option(
				"--machines <FILE>",
				"of `report`: which machines there should be, a line for each, with its public key if known",
			)
			.addOption(
				new Option(
					"--silent-after <TIME>",
					"of `report`: a machine is silent after this time (default: `48h`)",
				).argParser(duration),
			)
			.option("--json", "of `report`: print the summary as JSON");
	},
	examples: [
		["rules fleet beat /etc/bylaw/fleet.bundle.json --to https://beats.example.com/", "what a machine's timer runs"],
		[
			"rules fleet report beats -o fleet.html --machines inventory.txt",
			"who is covered, who is not, and who went silent",
		],
	],
	run: async (command, { terminal }) => {
		const [name = "", where = "", ...more] = command.args;
		const names = Object.keys(actions) as (keyof typeof actions)[];
		const action = names.find((one) => one === name);
		if (action === undefined)
			throw new WrongQuestion(
				`\`${name}\` is nothing that can be done with a fleet`,
				didYouMean(name, names) ?? `there are ${names.map((one) => `\`${one}\``).join(" and ")}`,
			);
		const options = command.opts<Options>();
		const allowed: readonly string[] = actions[action];
		const strange = Object.keys(options).find((option) => !allowed.includes(option));
		if (strange !== undefined)
			throw new WrongQuestion(
				`\`${optionName(strange)}\` does not belong to \`rules fleet ${action}\``,
				`it takes ${allowed.map((one) => `\`${optionName(one)}\``).join(", ")}`,
			);
		if (more.length > 0)
			throw new WrongQuestion(`\`${more[0]}\` does not belong to \`rules fleet ${action}\``, "leave it out");
		if (action === "report") return (await import("../fleet/report-fleet.js")).reportFleet(where, options, terminal);
		const { log = [], ...others } = options;
		if (log.length > 1) throw new WrongQuestion("a machine has one log", "name one: `--log LOG`");
		const [own] = log;
		const { sendBeat } = await import("../fleet/send-beat.js");
		return sendBeat(where, { ...others, ...(own === undefined ? {} : { log: own }) }, terminal);
	},
};

/** `silentAfter` as it is written. */
function optionName(option: string): string {
	return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
