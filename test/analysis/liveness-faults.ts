export function livenessFaults(..._: unknown[]): readonly never[] { return []; }
