/** How often questions are asked: the same ones every time, unless the environment says otherwise. */
export const factor = Number(process.env.ANALYSIS_RUNS ?? 1);
export const seed = Number(process.env.ANALYSIS_SEED ?? 20261122);
/** Milliseconds after which no further question is begun. */
export const patience = 20_000 * Math.max(1, factor);
/** Commands have at most so many words behind the program's name. */
export const words = Number(process.env.ANALYSIS_WORDS ?? 3);
