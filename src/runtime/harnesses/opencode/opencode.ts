import type { HookRecord } from "../harness.js";
import { contract } from "./contract.js";
import { pluginDialect } from "./dialect.js";
import { pluginRegistration } from "./registration.js";
import { tools } from "./tools.js";

export const opencode: HookRecord = {
	dialect: pluginDialect({ name: "opencode", title: "opencode", shells: ["bash"], tools }),
	registration: pluginRegistration(".opencode", "opencode"),
	contract,
};
