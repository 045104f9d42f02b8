import { join } from "node:path";
import { folderOf, type Registration } from "../install/registration.js";
import { opencodePlugin } from "./plugin.js";

export const registration: Registration = {
	noResident: "starts its hook without a shell",
	files: [
		{
			kind: "file",
			path: (scope, { project, home, variables }) =>
				scope === "project"
					? join(project, ".opencode", "plugin", "rules.js")
					: join(
							folderOf("XDG_CONFIG_HOME", { home, project, variables }, ".config"),
							"opencode",
							"plugin",
							"rules.js",
						),
			text: ({ words, seconds, hears }) => opencodePlugin(words, seconds, hears),
			mode: 0o644,
		},
	],
	hears: '"tool.execute.after"',
	gaps: ["when opencode can't load the plugin, and when it is started without plugins"],
};
