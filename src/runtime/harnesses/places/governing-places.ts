/**
 * The one list of what governs agents: the places of every harness, and our own. Deciding, the sandbox, `init`, the lints and the packs' set `@agent-settings` read it.
 */
import { isAbsolute } from "node:path";
import { credentialFiles, credentialFolders, keyFiles } from "../../../engine/knowledge/secrets/secrets.js";
import type { GoverningPlaces } from "../../../language/policy/self-protection/governing-places.js";
import { once } from "../../../language/source/once.js";
import {
	ownInFolders,
	ownInHome,
	ownInSystem,
	stateInHome,
	stateInOwn,
	stateInSystem,
	unitsInHome,
} from "./own-places.js";
import { allHarnessPlaces as all } from "./places-by-harness.js";
import { toolSettings, toolSettingsInHome } from "./tool-settings.js";

/** The settings of every harness, without our own places. */
const agentSettings: readonly string[] = distinct(
	all.flatMap(({ project, home, system }) => [...project.map(anywhere), ...home.map(inHome), ...system]),
);

const written = distinct([
	...agentSettings,
	...ownInFolders.map(anywhere),
	...[...ownInHome, ...unitsInHome].map(inHome),
	...ownInSystem,
]);
const hidden = [...[...stateInHome, ...stateInOwn].map(inHome), ...stateInSystem];

/** What a decision asks for beside the policy. */
export const governingInEveryDecision: Pick<GoverningPlaces, "written" | "hidden"> = { written, hidden };

/** All of them, for whoever reads policies. */
export const governingPlaces = once(
	(): GoverningPlaces => ({
		written,
		hidden,
		folders: distinct(all.flatMap(({ folders = [] }) => folders.map(anywhere))),
		above: distinct(
			all.flatMap(({ project, home, folders = [] }) => [
				...project
					.flatMap(foldersAbove)
					.filter((one) => !folders.includes(one))
					.map(anywhere),
				...[...home, ...ownInHome, ...unitsInHome, ...stateInHome].flatMap(foldersAbove).map(inHome),
			]),
		),
		sets: {
			"agent-settings": agentSettings,
			"tool-settings": toolSettings.map(anywhere),
			"agent-instructions": distinct(all.flatMap(({ instructions }) => instructions.map(anywhere))),
			"credential-files": distinct([
				...credentialFiles,
				...all.flatMap(({ credentials = [] }) => credentials.map(inHome)),
			]),
			"key-files": keyFiles,
			"credential-folders": credentialFolders,
		},
	}),
);

/** What the sandbox keeps as it is in a folder in which somebody works, relative to it: a harness's own folder whole, what agents are told, and other tools' settings. */
export const keptInFolders = once(() =>
	outermost([
		...all.flatMap(({ project, folders = [], instructions }) => [...project, ...folders, ...instructions]),
		...ownInFolders,
		...toolSettings,
	]),
);

/** The same in the home folder. */
export const keptInHome = once(() =>
	outermost([
		...all
			.flatMap(({ project, home, folders = [] }) => [...project, ...home, ...folders])
			.filter((one) => one.startsWith(".")),
		...all.flatMap(({ home }) => home),
		...ownInHome,
		...unitsInHome,
		...stateInHome,
		...toolSettings.filter((one) => one.startsWith(".") && !one.startsWith(".git")),
		...toolSettingsInHome,
	]),
);

/** The folders that variables put in place of those in the home: `CODEX_HOME`. Absolute. */
export function movedPlaces(variables: Readonly<Record<string, string | undefined>>): readonly string[] {
	return movingVariables.map((name) => variables[name] ?? "").filter((folder) => isAbsolute(folder));
}

const movingVariables = all.flatMap(({ variables = {} }) => Object.keys(variables));

function anywhere(place: string): string {
	return `**/${place}`;
}

function inHome(place: string): string {
	return `~/${place}`;
}

/** `a/b/c` → `a`, `a/b`. */
function foldersAbove(place: string): readonly string[] {
	const parts = place.split("/");
	return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

function distinct(list: readonly string[]): readonly string[] {
	return [...new Set(list)];
}

/** Those that lie in no other of them. */
function outermost(list: readonly string[]): readonly string[] {
	const known = new Set(list);
	return [...known].filter((place) => !foldersAbove(place).some((folder) => known.has(folder)));
}
