import { join } from "node:path";
import { folderOf, type Registration } from "../install/registration.js";
import { opencodePlugin } from "./plugin.js";

/** `project`: the folder of settings in a project; `user`: its name among those of a person. */
export function pluginRegistration(project: string, user: string): Registration {
	return {
		noResident: "starts its hook without a shell",
		files: [
			{
				kind: "file",
				path: (scope, places) => {
					const folder =
						scope === "project"
							? join(places.project, project)
							: join(folderOf("XDG_CONFIG_HOME", places, ".config"), user);
					return join(folder, "plugin", "rules.js");
				},
				text: ({ words, seconds }) => opencodePlugin(words, seconds),
				mode: 0o644,
			},
		],
		gaps: ["when the harness can't load the plugin, and when it is started without plugins"],
	};
}
