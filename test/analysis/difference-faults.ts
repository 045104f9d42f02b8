export function differenceFaults(..._: unknown[]): readonly never[] { return []; }
