/** `rules doctor`: proves that registered hooks fire: it starts each as its harness does, and asks it what the policy must deny. */
import { isAbsolute, relative, resolve } from "node:path";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { hookedHarnesses } from "../../runtime/harnesses/harnesses.js";
import { registeredHooks } from "../../runtime/harnesses/install/registered.js";
import type { Places, RegisteredIn } from "../../runtime/harnesses/install/registration.js";
import type { Check } from "../harness/check.js";
import { hookChecks } from "../harness/doctor-checks.js";
import { settingsTexts } from "../harness/doctor-scopes.js";
import { machineChecks } from "../harness/machine-checks.js";
import { chosenHarness, harnessOption, places } from "../harness/registration-choice.js";
import { residentCheck } from "../harness/resident-check.js";
import { settingsText } from "../harness/settings-change.js";
import { exit } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options {
	readonly harness?: string;
	readonly settings?: readonly string[];
	readonly runAll?: true;
	readonly json?: true;
}

/** A registration, or a file of settings that can't be read, with what was found out about it. */
interface Examined {
	readonly harness: string;
	readonly path: string;
	readonly line?: number;
	/** The folder of the resident that it asks first. */
	readonly resident?: string;
	readonly checks: readonly Check[];
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
		const found: Examined[] = [];
		for (const harness of chosen)
			found.push(...(await examined(harness, around, options.settings ?? [], options.runAll === true)));
		const folders = new Set(found.flatMap(({ resident }) => (resident === undefined ? [] : [resident])));
		const machine = [...machineChecks(), ...(await Promise.all([...folders].map(residentCheck)))];
		const isWell =
			found.length > 0 &&
			[...found.flatMap(({ checks }) => checks), ...machine].every(({ verdict }) => verdict !== "bad");
		if (options.json === true)
			await terminal.print(`${JSON.stringify({ well: isWell, registrations: found, machine })}\n`);
		else await terminal.print(reportText(found, machine, options.harness));
		return isWell ? exit.yes : exit.no;
	},
};

async function examined(
	one: HookedHarness,
	around: Places,
	further: readonly string[],
	isTrusted: boolean,
): Promise<readonly Examined[]> {
	const { name: harness, registration, contract } = one;
	const found: Examined[] = [];
	for (const file of registration.files) {
		if (harness === "amp" && file.kind === "list") continue;
		for (const path of new Set([...pathsOf(one, file, around), ...further])) {
			const text = settingsText(path);
			if (text === undefined) continue;
			const hooks = registeredHooks(harness, file, path, text, contract.timeoutUnit);
			if ("message" in hooks)
				found.push({ harness, path, checks: [{ name: "settings", verdict: "bad", message: hooks.message }] });
			else
				for (const hook of hooks)
					found.push({
						harness,
						path,
						line: hook.line,
						...residentOf(hook.words),
						checks: await hookChecks(one, hook, around, isTrusted || !isProjects(path, file, around)),
					});
		}
	}
	return besideOneThatIsAsked(found);
}

function residentOf(words: readonly string[]): Pick<Examined, "resident"> {
	const folder = words[words.indexOf("--resident") + 1];
	return words.includes("--resident") && folder !== undefined ? { resident: folder } : {};
}

/** What is not asked is no harm where another one of the same harness is asked, and does well. */
function besideOneThatIsAsked(found: readonly Examined[]): readonly Examined[] {
	const asked = found.find(
		({ line, checks }) => line !== undefined && checks.every(({ verdict }) => verdict !== "bad"),
	);
	if (asked === undefined) return found;
	const place = `\`${shortName(asked.path)}:${asked.line}\``;
	return found.map((one) => ({
		...one,
		checks: one.checks.map((check) =>
			check.verdict === "bad" && notAsked.includes(check.name)
				? { ...check, verdict: "doubtful", message: `${check.message}; the one in ${place} is asked` }
				: check,
		),
	}));
}

/** Checks that say that the harness does not ask this one. */
const notAsked: readonly string[] = ["switch", "trust"];

/** Does it stand in the files of the project, which whoever wrote that has chosen? A person's own settings are no project's, wherever that lies. */
function isProjects(path: string, file: RegisteredIn, around: Places): boolean {
	const inside = relative(around.project, resolve(path));
	return path !== file.path("user", around) && !/^\.\.(?:\/|$)/.test(inside) && !isAbsolute(inside);
}

/** Where a registration may stand: in the usual files, and in all others of its harness, whoever wins first. */
function pathsOf(one: HookedHarness, file: RegisteredIn, around: Places): readonly string[] {
	const usual = [file.path("project", around), file.path("user", around)].filter((path) => path !== undefined);
	if (file.kind === "file") return usual;
	const others = settingsTexts(one, around).flatMap(({ form, path }) => (form === "json" ? [path] : []));
	return [...others, ...usual];
}

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

function shortName(path: string): string {
	const short = relative(process.cwd(), path);
	return short === "" || short.startsWith("..") ? path : short;
}
