import { part } from "../../../part.js";

/** How questions are asked: the same ones every time, unless the environment says otherwise. */
export const seed = Number(process.env.ANALYSIS_SEED ?? 20261122);
/** So many times as many questions as usual. */
export const factor = Number(process.env.ANALYSIS_RUNS ?? 0.6 * part);
/** Commands have at most so many words behind the program's name. */
export const words = Number(process.env.ANALYSIS_WORDS ?? 3);
/** A search takes at most so many steps: what needs more stays open. */
export const steps = Number(process.env.ANALYSIS_STEPS ?? 2_000);
/** Of each kind so many faults are made small: where there are more, they are the same few. */
export const mostSmall = Number(process.env.ANALYSIS_SMALL ?? 6);
