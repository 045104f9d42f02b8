/**
 * All that is known of a harness: where what governs its agents lies, and, for those that ask hooks, how they ask, how a hook is registered, and what they
 * make of its answer. This room holds facts; it decides nothing, and touches neither files nor processes.
 */
import type { Contract } from "./contract.js";
import type { Dialect } from "./dialect/dialect.js";
import type { Registration } from "./install/registration.js";
import type { Harness } from "./places/harness-places.js";

/** What is known of a harness that asks a hook of ours, beside its places. Its page is `docs/harnesses/NAME.md`. */
export interface HookRecord {
	readonly dialect: Dialect;
	readonly registration: Registration;
	readonly contract: Contract;
}

/** A harness that asks a hook of ours. */
export interface HookedHarness extends Harness, HookRecord {}
