/** Which hooks are registered, and how each of them does. */
import { isAbsolute, relative, resolve } from "node:path";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { registeredHooks } from "../../runtime/harnesses/install/registered.js";
import type { Places, RegisteredIn } from "../../runtime/harnesses/install/registration.js";
import { toolsDelegated } from "./amp-permissions.js";
import type { Check } from "./check.js";
import { hookChecks } from "./doctor-checks.js";
import { settingsTexts } from "./doctor-scopes.js";
import { settingsText } from "./settings-change.js";

/** A registration, or a file of settings that can't be read, with what was found out about it. */
export interface Examined {
	readonly harness: string;
	readonly path: string;
	readonly line?: number;
	/** The folder of the resident that it asks first. */
	readonly resident?: string;
	readonly checks: readonly Check[];
}

/** Starts each hook as its harness does. `further`: more files of settings. `isTrusted`: those of this project that start something else are started as well. */
export async function examinedHooks(
	chosen: readonly HookedHarness[],
	around: Places,
	further: readonly string[],
	isTrusted: boolean,
): Promise<readonly Examined[]> {
	const found: Examined[] = [];
	for (const harness of chosen) found.push(...(await examined(harness, around, further, isTrusted)));
	return found;
}

async function examined(
	one: HookedHarness,
	around: Places,
	further: readonly string[],
	isTrusted: boolean,
): Promise<readonly Examined[]> {
	const { name: harness, registration, contract } = one;
	const found: Examined[] = [];
	const permissions = harness === "amp" ? registration.files.find((file) => file.kind === "list") : undefined;
	const delegated = permissions && toolsDelegated(one, permissions, around);
	for (const file of registration.files) {
		if (file === permissions) continue;
		for (const path of new Set([...pathsOf(one, file, around), ...further])) {
			const text = settingsText(path);
			if (text === undefined) continue;
			const hooks = registeredHooks(harness, file, path, text, contract.timeoutUnit);
			if ("message" in hooks)
				found.push({ harness, path, checks: [{ name: "settings", verdict: "bad", message: hooks.message }] });
			else
				for (const hook of hooks) {
					const known = delegated === undefined ? hook : { ...hook, ...matching(delegated) };
					const checks = await hookChecks(one, known, around, isTrusted || !isProjects(path, file, around));
					found.push({
						harness,
						path,
						line: hook.line,
						...residentOf(hook.words),
						checks: delegated?.length === 0 ? [undelegated, ...checks] : checks,
					});
				}
		}
	}
	return besideOneThatIsAsked(found);
}

/** Which tools it is asked about, as the matcher of other harnesses says it. */
function matching(tools: readonly string[]): { readonly matcher?: string } {
	return tools.length === 0 || tools.includes("*") ? {} : { matcher: [...new Set(tools)].join("|") };
}

const undelegated: Check = {
	name: "permission",
	verdict: "bad",
	message:
		"no permission of `amp.permissions` leads to this program, so that it is never asked (`rules install --harness amp` writes one)",
};

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

/** A path from here, where it lies below. */
export function shortName(path: string): string {
	const short = relative(process.cwd(), path);
	return short === "" || short.startsWith("..") ? path : short;
}
