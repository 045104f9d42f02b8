/** Which registration of which harness is meant, and in which files it stands. */
import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { type Command, Option } from "commander";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { hookedHarnesses } from "../../runtime/harnesses/harnesses.js";
import type { PlannedFile } from "../../runtime/harnesses/install/plan.js";
import type { Places, Scope } from "../../runtime/harnesses/install/registration.js";
import { knowing } from "../known-values.js";
import { WrongQuestion } from "../terminal/exit.js";

export interface ScopeOptions {
	readonly harness?: string;
	readonly project?: true;
	readonly user?: true;
	readonly managed?: true;
	readonly root?: string;
	readonly settings?: string;
}

/** Adds the options that say which registration is meant. */
export function defineScope(command: Command): Command {
	return command
		.addOption(harnessOption(`whose hook it is: \`${harnessNames.join("`, `")}\``))
		.option("--project", "for whoever works in this folder (the default)")
		.option("--user", "for everything that you do")
		.option("--managed", "for everybody who uses this machine, so that nobody below switches it off; takes root")
		.option("--root <FOLDER>", "with `--managed`: of the system that lies in this folder, such as an image")
		.option("--settings <FILE>", "the file of the harness's settings, where it is another than usual");
}

/** `--harness`. `does`: what it says there. */
export function harnessOption(does: string): Option {
	return knowing(new Option("--harness <NAME>", does), () => harnessNames);
}

const harnessNames: readonly string[] = hookedHarnesses.map(({ name }) => name);

/** A harness that asks a hook, by its name. */
export function chosenHarness(name: string | undefined): HookedHarness {
	const found = hookedHarnesses.find((one) => one.name === name);
	if (found !== undefined) return found;
	const names = `\`${harnessNames.join("`, `")}\``;
	if (name === undefined)
		throw new WrongQuestion("it is not said which harness", `name it with \`--harness\`: ${names}`);
	throw new WrongQuestion(`unknown harness \`${name}\``, didYouMean(name, harnessNames) ?? `there is ${names}`);
}

export function chosenScope({ project, user, managed, root, settings }: ScopeOptions): Scope | "managed" {
	if ([project, user, managed].filter((one) => one === true).length > 1)
		throw new WrongQuestion(
			"`--project`, `--user` and `--managed` exclude each other",
			"run it twice to have the hook in two places",
		);
	if (root !== undefined && managed !== true)
		throw new WrongQuestion("`--root` is for `--managed`", "name a file of settings with `--settings`");
	if (settings !== undefined && managed === true)
		throw new WrongQuestion(
			"`--settings` and `--managed` exclude each other",
			"the managed files of each harness are known",
		);
	return managed ? "managed" : user ? "user" : "project";
}

/** The files of a registration. `settings`: the one that the options name in place of the usual one. */
export function registrationFiles(
	{ name, registration }: HookedHarness,
	scope: Scope,
	places: Places,
	settings?: string,
): readonly PlannedFile[] {
	return registration.files.map((file) => {
		const usual = file.path(scope, places);
		const path =
			settings !== undefined && (file.kind === "list" || registration.files.length === 1) ? resolve(settings) : usual;
		if (path === undefined)
			throw new WrongQuestion(
				`\`${name}\` has a file for each agent, and it is not said which`,
				"name it: `--settings .kiro/agents/NAME.json`",
			);
		return { path, file };
	});
}

/** Where the hook is registered for what its harness tells besides. `files`: of the registration itself, in whose file it stands. */
export function newsFiles({ registration }: HookedHarness, files: readonly PlannedFile[]): readonly PlannedFile[] {
	return (registration.news ?? []).flatMap((file): readonly PlannedFile[] => {
		const path = files.find(({ file: own }) => own.kind === file.kind)?.path;
		if (path === undefined) return [];
		return [{ path: file.kind === "file" ? join(dirname(path), file.name) : path, file }];
	});
}

/** The folders of this process. */
export function places(): Places {
	const home = homedir();
	if (!isAbsolute(home)) throw new WrongQuestion("there is no home folder", "set `HOME`");
	return { home, project: process.cwd(), variables: process.env, platform: process.platform };
}
