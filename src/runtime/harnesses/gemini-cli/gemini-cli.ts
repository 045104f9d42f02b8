import type { HookedHarness } from "../harness.js";
import { contract } from "./contract.js";
import { dialect } from "./dialect.js";
import { places } from "./places.js";
import { registration } from "./registration.js";

export const geminiCli: HookedHarness = {
	name: dialect.name,
	title: dialect.title,
	places,
	dialect,
	registration,
	contract,
};
