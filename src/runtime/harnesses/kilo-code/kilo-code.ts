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
};
