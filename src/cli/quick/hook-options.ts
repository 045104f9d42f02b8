/** The words behind `rules hook`: the option parser only explains them, since a mistake in them is a denial, too. */
import { resolve } from "node:path";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { milliseconds } from "../../language/policy/settings/values/durations.js";
import type { Dialect } from "../../runtime/harnesses/dialect/dialect.js";
import { dialectNamed, hookedNames } from "../../runtime/harnesses/harnesses.js";
import type { HookSettings } from "../../runtime/harnesses/hooks/answer-hook.js";
import { type OptionRecord, saidOptions } from "./option-words.js";
import { forceOption, policyOption } from "./shared-options.js";
import { watched } from "./watched.js";

export interface HookOptions {
	readonly dialect: Dialect;
	readonly rules: readonly string[];
	readonly settings: HookSettings;
	readonly audit?: string;
	/** Milliseconds from the start of the process to the answer. */
	readonly deadline: number;
	/** The folder of the resident that answers the next time; it is started where none is there. Absolute. */
	readonly resident?: string;
	/** The process that started the hook, where another one than this process's parent did. */
	readonly starter?: number;
}

/** What is wrong with the words. `dialect`: what to say it in. */
export interface WrongHook {
	readonly dialect?: Dialect;
	readonly why: string;
	readonly help: string;
}

/** Less than any harness waits that is told to wait ten seconds. */
const defaultDeadline = 5_000;

export function hookOptions(words: readonly string[]): HookOptions | WrongHook {
	const said = saidOptions(words, [...hookRecords, { flags: watched, summary: "" }]);
	const faults = [...said.faults, ...(said.behind === undefined ? [] : ["unknown option `--`"])];
	const harness = said.value("--harness");
	const dialect = dialectNamed(harness);
	if (dialect === undefined) return unknownHarness(harness);
	const deadline = said.value("--deadline");
	const time = deadline === undefined ? defaultDeadline : milliseconds(deadline);
	if (time === undefined) faults.push(`\`--deadline ${deadline}\` is no time such as \`5s\``);
	if (said.value("--audit") === "-") faults.push("`--audit` names a log: standard output is where the answer goes");
	if (faults.length > 0 || time === undefined)
		return {
			dialect,
			why: `the hook is registered with wrong options, so everything is denied: ${faults.join(", ")}`,
			help: "see `rules hook --help`",
		};
	const [agent, workspace, audit] = ["--agent", "--workspace", "--audit"].map(said.value);
	const resident = said.value("--resident");
	return {
		dialect,
		rules: said.values("--rules"),
		deadline: time,
		...(audit === undefined ? {} : { audit }),
		...(resident === undefined ? {} : { resident: resolve(resident) }),
		settings: {
			...(agent === undefined ? {} : { agent }),
			...(workspace === undefined ? {} : { workspace: resolve(workspace) }),
			...(said.flags.has("--force") ? { force: true } : {}),
			...(said.flags.has("--alone") ? { alone: true } : {}),
		},
	};
}

/** The options, in the order in which they are shown. */
export const hookRecords: readonly OptionRecord[] = [
	{
		flags: "--harness <NAME>",
		summary: "who asks: its dialect is read from standard input and answered",
		known: () => hookedNames,
	},
	{
		flags: "--agent <AGENT>",
		summary: "whose rules hold (default: the agent that the harness names, else `default`)",
	},
	{
		flags: "--workspace <FOLDER>",
		summary: "what paths of the policy are relative to (default: the project's folder)",
	},
	forceOption,
	{
		flags: "--alone",
		summary: "let an allowed command run though the harness would ask or deny, where it can be told so",
	},
	{ flags: "--audit <FILE>", summary: "put each decision on record: a log, or settings (`NAME.audit.yaml`)" },
	{ flags: "--deadline <TIME>", summary: "deny when there is no answer after this time (default: `5s`)" },
	{
		flags: "--resident <FOLDER>",
		summary: "start the resident of this folder where none is there, for the next time",
	},
	policyOption,
];

function unknownHarness(name: string | undefined): WrongHook {
	if (name === undefined)
		return {
			why: "it is not said which harness asks",
			help: `name it: \`--harness ${hookedNames.join("`, `--harness ")}\``,
		};
	return {
		why: `unknown harness \`${name}\``,
		help: didYouMean(name, hookedNames) ?? `there is \`${hookedNames.join("`, `")}\``,
	};
}
