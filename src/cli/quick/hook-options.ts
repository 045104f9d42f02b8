/** The words behind `rules hook`: read here, not by an option parser, since a mistake in them is a denial, too. */
import { resolve } from "node:path";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { milliseconds } from "../../language/policy/settings/values/durations.js";
import type { Dialect } from "../../runtime/harnesses/dialect/dialect.js";
import { hookedHarnesses } from "../../runtime/harnesses/harnesses.js";
import type { HookSettings } from "../../runtime/harnesses/hooks/answer-hook.js";

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
	const said = new Map<string, string>();
	const rules: string[] = [];
	const faults: string[] = [];
	for (let at = 0; at < words.length; at++) {
		const [name, glued] = halves(words[at] as string);
		if (flags.has(name) && glued === undefined) said.set(name, "");
		else if (!withValue.has(name)) faults.push(`unknown option \`${name}\``);
		else {
			const value = glued ?? words[++at];
			if (value === undefined || value === "") faults.push(`\`${name}\` has no value`);
			else if (name === "--rules") rules.push(value);
			else if (said.has(name)) faults.push(`\`${name}\` is given twice`);
			else said.set(name, value);
		}
	}
	const harness = said.get("--harness");
	const dialect = hookedHarnesses.find(({ name }) => name === harness)?.dialect;
	if (dialect === undefined) return unknownHarness(harness);
	const deadline = said.get("--deadline");
	const time = deadline === undefined ? defaultDeadline : milliseconds(deadline);
	if (time === undefined) faults.push(`\`--deadline ${deadline}\` is no time such as \`5s\``);
	if (said.get("--audit") === "-") faults.push("`--audit` names a log: standard output is where the answer goes");
	if (faults.length > 0 || time === undefined)
		return {
			dialect,
			why: `the hook is registered with wrong options, so everything is denied: ${faults.join(", ")}`,
			help: "see `rules hook --help`",
		};
	const [agent, workspace, audit] = [said.get("--agent"), said.get("--workspace"), said.get("--audit")];
	const resident = said.get("--resident");
	return {
		dialect,
		rules,
		deadline: time,
		...(audit === undefined ? {} : { audit }),
		...(resident === undefined ? {} : { resident: resolve(resident) }),
		settings: {
			...(agent === undefined ? {} : { agent }),
			...(workspace === undefined ? {} : { workspace: resolve(workspace) }),
			...(said.has("--force") ? { force: true } : {}),
			...(said.has("--alone") ? { alone: true } : {}),
		},
	};
}

/** Said by the process that watches the time to the one that it waits for: the reply is wanted as JSON. */
export const watched = "--watched";

const flags = new Set(["--force", "--alone", watched]);
const withValue = new Set(["--harness", "--rules", "--agent", "--workspace", "--audit", "--deadline", "--resident"]);

/** `--rules=x` is `--rules x`. */
function halves(word: string): readonly [name: string, value?: string] {
	const equals = word.startsWith("--") ? word.indexOf("=") : -1;
	return equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

function unknownHarness(name: string | undefined): WrongHook {
	const names = hookedHarnesses.map((one) => one.name);
	if (name === undefined)
		return { why: "it is not said which harness asks", help: `name it: \`--harness ${names.join("`, `--harness ")}\`` };
	return { why: `unknown harness \`${name}\``, help: didYouMean(name, names) ?? `there is \`${names.join("`, `")}\`` };
}
