/** What Jest takes for fast-check: the same runs every time, so that a change is what made a property fail. LAWS_SEED=7 takes others. */
import fc from "../node_modules/fast-check/lib/fast-check.js";

fc.configureGlobal({ seed: Number(process.env.LAWS_SEED ?? 20261122) });

export * from "../node_modules/fast-check/lib/fast-check.js";
export default fc;
