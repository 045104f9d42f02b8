/** Kilo Code, as a command line and in editors: it is made of opencode, and takes the same plugin. Measured with 7.7.7. */
import type { HookRecord } from "../harness.js";
import { contract } from "../opencode/contract.js";
import { pluginDialect } from "../opencode/dialect.js";
import { pluginRegistration } from "../opencode/registration.js";
import { tools } from "./tools.js";

export const kiloCode: HookRecord = {
	dialect: pluginDialect({ name: "kilo-code", title: "Kilo Code", shells: ["bash", "background_process"], tools }),
	registration: pluginRegistration(".kilo", "kilo"),
	contract,
	sessions: {
		measured: "7.7.7",
		lapses: [],
		strict: [
			"a copy of a session (`--fork`) begins with every fear and with no count of its own left, since nobody tells of which session it is a copy",
			"what a person begins anew by `/new` is the same session still: start Kilo Code again for another",
		],
	},
};
