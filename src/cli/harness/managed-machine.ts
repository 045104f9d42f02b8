/** The machine's own settings: in which files a managed registration stands, who may write them, and which policy and program it may name. */
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { hookedHarnesses } from "../../runtime/harnesses/harnesses.js";
import { ownFolder } from "../../runtime/harnesses/install/launcher.js";
import type { PlannedManaged } from "../../runtime/harnesses/install/plan-managed.js";
import type { ManagedRegistration, Places } from "../../runtime/harnesses/install/registration.js";
import { type ActiveBundle, activeBy } from "../../runtime/load/active-bundle.js";
import { seenFile } from "../../runtime/load/bundle-floor.js";
import { isBundleName, readBundleSettings } from "../../runtime/load/bundle-settings.js";
import { compiledAmong } from "../../runtime/load/decisions.js";
import { realDisk } from "../../runtime/load/disk.js";
import { recording } from "../../runtime/load/disk-answers.js";
import { packFile, packFolder } from "../../runtime/load/find-policy.js";
import { loadPolicy } from "../policy/load-policy.js";
import { WrongQuestion } from "../terminal/exit.js";
import { untrustedFile, untrustedFolder } from "./who-may-write.js";

/** A folder in which a system lies; absent: this one. */
export type Root = string | undefined;

export function chosenRoot(said: string | undefined): Root {
	if (said === undefined) return undefined;
	try {
		return realpathSync(said);
	} catch {
		throw new WrongQuestion(`there is no folder \`${said}\``, "`--root` names the folder in which a system lies");
	}
}

/** How a harness is managed. */
export function managedRegistration({ title, registration }: HookedHarness): ManagedRegistration {
	if (registration.managed !== undefined) return registration.managed;
	const names = hookedHarnesses.flatMap((one) => (one.registration.managed === undefined ? [] : [`\`${one.name}\``]));
	throw new WrongQuestion(
		`${title} has no settings that those below can't take back, as far as it is known`,
		`managed are ${names.join(", ")}; \`--user\` registers it for yourself`,
	);
}

/** The files of a managed registration, as they are reached from here. `hears`: with those by which the hook is told how calls ended. */
export function managedFiles(
	{ files, news = [] }: ManagedRegistration,
	places: Places,
	root: Root,
	hears: boolean,
): readonly PlannedManaged[] {
	return [...files, ...(hears ? news : [])].flatMap((file) => {
		const name = file.path("user", places);
		return name === undefined ? [] : [{ path: rooted(name, root), name, file }];
	});
}

/** A path of the system in a folder, as it is reached from here. */
export function rooted(path: string, root: Root): string {
	return root === undefined ? path : join(root, path);
}

/** Refuses whoever may not write the machine's settings. */
export function checkRights(verb: string, root: Root): void {
	if (root === undefined && process.getuid?.() !== 0)
		throw new WrongQuestion(
			"only root writes the settings of the machine",
			`run it as root (\`sudo rules ${verb} --managed …\`), or see what it would do: \`--dry-run\``,
		);
}

/** The policy of a managed registration, with all that it imports: whoever could write it would decide for everybody. */
export function checkManagedPolicy(rules: readonly string[], places: Places, root: Root): void {
	const usual = `\`--rules ${join(ownFolder(places), "policy.rules")}\``;
	if (rules.length === 0)
		throw new WrongQuestion(
			"it is not said which policy holds for everybody",
			`put it where only root writes, and name it: ${usual}`,
		);
	for (const name of rules) {
		const isPack = !name.includes("/") && packFile(name) !== undefined;
		const path = isPack ? (packFile(name) as string) : resolve(name);
		const why =
			(isPack ? untrustedFile(path) : untrustedFile(path, root)) ??
			importsOf(rooted(path, isPack ? undefined : root), root)
				.map((file) => untrustedImport(file, root))
				.find((one) => one !== undefined);
		if (why !== undefined)
			throw new WrongQuestion(
				`\`${name}\` is no policy for everybody: ${why}`,
				`put it where only root writes and everybody reads, such as ${usual}`,
			);
	}
}

/** All files that a policy is read from. A compiled one is one file. */
function importsOf(path: string, root: Root): readonly string[] {
	if (isBundleName(path)) return filesOfBundle(path, root);
	if (compiledAmong([path]) !== undefined) return [];
	const { disk, answers } = recording(realDisk);
	loadPolicy([path], disk);
	return answers.flatMap(([question, about]) => (question === "text" ? [resolve(about)] : []));
}

/** Whoever could write one of these would decide: the root, what is active, and the floor. */
function filesOfBundle(path: string, system: Root): readonly string[] {
	const { settings, folder, decides } = activeIn(path, system);
	const { root, floor } = settings;
	return [root, seenFile(floor), join(folder, "bundle.json"), ...(decides === undefined ? [] : [decides.path])];
}

/** What is active of a bundle in a system. `path`: of the settings, as they are reached from here. */
function activeIn(path: string, system: Root): ActiveBundle {
	const said = readBundleSettings(path);
	if ("fault" in said) throw new WrongQuestion(said.fault, said.help);
	// Whole paths in settings are those of the system that is built.
	const inside = (one: string): string =>
		system === undefined || one.startsWith(`${system}/`) ? one : rooted(one, system);
	const settings = { ...said, root: inside(said.root), state: inside(said.state), floor: inside(said.floor) };
	const active = activeBy(settings, Date.now());
	if ("fault" in active) throw new WrongQuestion(`\`${path}\` decides nothing yet: ${active.fault}`, active.help);
	return active;
}

/** The file that decides by a name of a policy, as it is reached from here. */
export function policyFileIn(name: string, root: Root): string {
	if (!isAbsolute(name)) return name;
	const path = rooted(name, root);
	return root !== undefined && isBundleName(path) ? (activeIn(path, root).decides?.path ?? path) : path;
}

/** A file that another imports: in the system that is built, or, where it is a pack, in this one. */
function untrustedImport(path: string, root: Root): string | undefined {
	const isInside = root !== undefined && path.startsWith(`${root}/`);
	return isInside ? untrustedFile(path.slice(root.length), root) : untrustedFile(path);
}

/** The program of a managed registration: how the launcher starts `rules`. */
export function managedProgram(said: string | undefined, root: Root): readonly string[] {
	if (said === undefined && root !== undefined)
		throw new WrongQuestion(
			"it is not said how `rules` is started in that system",
			"name it there: `--program /usr/local/bin/rules`",
		);
	const own = process.argv[1] as string;
	const words =
		said === undefined
			? [realpathSync(process.execPath), realpathSync(own)]
			: [said.includes("/") ? resolve(said) : said];
	const why = untrustedProgram(words, root);
	if (why !== undefined)
		throw new WrongQuestion(
			`\`${words.join(" ")}\` is no program for everybody: ${why}`,
			"install Node and Bylaw as root, for all users, and name it: `--program /usr/local/bin/rules`",
		);
	return words;
}

/** Why somebody else could put another program in the place of this one. `words`: the program, and the file that it runs where it is Node. */
export function untrustedProgram(words: readonly string[], root: Root): string | undefined {
	const [first = "", script] = words;
	if (!isAbsolute(first)) return "it is no whole path";
	if (script === undefined) return untrustedFile(first, root);
	// With the program go its parts, and the packs that any policy may name.
	return untrustedFile(first, root) ?? untrustedFolder(dirname(script), root) ?? untrustedFolder(packFolder());
}
