export function regionFaults(..._: unknown[]): readonly never[] { return []; }
