/**
 * All that is known of a harness: where what governs its agents lies, and, for those that ask hooks, how they ask, how a hook is registered, and what they
 * make of its answer. This room holds facts; it decides nothing, and touches neither files nor processes.
 */
import type { Contract } from "./contract.js";
import type { Dialect } from "./dialect/dialect.js";
import type { Registration } from "./install/registration.js";
import type { Harness } from "./places/harness-places.js";

/** How sessions go on in the eyes of a hook, as it was measured by `e2e/run.mjs --sessions`. */
export interface SessionFacts {
	/** The version that it was measured with. */
	readonly measured: string;
	/** What goes on, and its hook is not told of it: so what rules fear, and count in a session, is lost. Sentences without a full stop. */
	readonly lapses: readonly string[];
	/** Where more is held than has to be. Sentences without a full stop. */
	readonly strict: readonly string[];
}

/** What is known of a harness that asks a hook of ours, beside its places. Its page is `docs/harnesses/NAME.md`. */
export interface HookRecord {
	readonly dialect: Dialect;
	readonly registration: Registration;
	readonly contract: Contract;
	/** Absent: nobody has measured it. */
	readonly sessions?: SessionFacts;
}

/** A harness that asks a hook of ours. */
export interface HookedHarness extends Harness, HookRecord {}
