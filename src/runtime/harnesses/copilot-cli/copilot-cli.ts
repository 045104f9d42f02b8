import type { HookRecord } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { registration } from "./registration.js";

export const copilotCli: HookRecord = { dialect, registration, contract };
