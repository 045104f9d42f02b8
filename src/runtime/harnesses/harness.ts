/**
 * All that is known of a harness, in one record: where what governs its agents lies, and, for those that ask hooks, how they ask, how a hook is
 * registered, and what they make of its answer. This room holds facts; it decides nothing, and touches neither files nor processes.
 */
import type { Contract } from "./contract.js";
import type { Dialect } from "./dialect.js";
import type { Harness } from "./harness-places.js";
import type { Registration } from "./registration.js";

/** A harness that asks a hook of ours. Its page is `docs/harnesses/NAME.md`. */
export interface HookedHarness extends Harness {
	readonly dialect: Dialect;
	readonly registration: Registration;
	readonly contract: Contract;
}
