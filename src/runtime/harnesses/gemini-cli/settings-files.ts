/** Where Gemini CLI looks for its settings, and what is made of it, by other names. */
import { join } from "node:path";
import { machineFile } from "../install/launcher.js";
import type { Places, Registration } from "../install/registration.js";

export interface SettingsNames {
	/** The folder in a project and in a home. */
	readonly own: string;
	/** The folders of the machine: below `/etc`, and on macOS. */
	readonly system: string;
	readonly mac: string;
	/** The variable that names another file for the machine's. */
	readonly variable: string;
}

export interface SettingsFiles {
	readonly ofMachine: ReturnType<typeof machineFile>;
	readonly own: (scope: "project" | "user", places: Places) => string;
	readonly scopes: NonNullable<Registration["scopes"]>;
}

export function settingsFiles({ own, system, mac, variable }: SettingsNames): SettingsFiles {
	const inMachine = (name: string) =>
		machineFile(`/etc/${system}/${name}`, `/Library/Application Support/${mac}/${name}`);
	const ofMachine = inMachine("settings.json");
	const defaults = inMachine("system-defaults.json");
	return {
		ofMachine,
		own: (scope, { project, home }) => join(scope === "project" ? project : home, own, "settings.json"),
		scopes: [
			{
				scope: "managed",
				path: (places) => places.variables[variable] || ofMachine(undefined, places),
				form: "json",
			},
			{ scope: "project", path: ({ project }) => join(project, own, "settings.json"), form: "json" },
			{ scope: "user", path: ({ home }) => join(home, own, "settings.json"), form: "json" },
			{ scope: "defaults", path: (places) => defaults(undefined, places), form: "json" },
		],
	};
}
