import type { HookRecord } from "../harness.js";
import { contract } from "./contract.js";
import { pluginDialect } from "./dialect.js";
import { pluginRegistration } from "./registration.js";
import { tools } from "./tools.js";

export const opencode: HookRecord = {
	dialect: pluginDialect({ name: "opencode", title: "opencode", shells: ["bash"], tools }),
	registration: pluginRegistration(".opencode", "opencode"),
	contract,
	sessions: {
		measured: "1.18.33",
		lapses: [],
		strict: [
			"a copy of a session (`--fork`) begins with every fear and with no count of its own left, since nobody tells of which session it is a copy",
			"what a person begins anew by `/new` is the same session still: start opencode again for another",
		],
	},
};
