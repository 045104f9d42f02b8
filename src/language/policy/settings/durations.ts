/** Times as people write them. */

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Milliseconds of `500ms`, `5s`, `1.5m`, `1h`; undefined for what is no time, or one that no timer holds (31 bits). */
export function milliseconds(text: string): number | undefined {
	const found = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text);
	const value = found === null ? 0 : Math.round(Number(found[1]) * units[found[2] as keyof typeof units]);
	return value >= 1 && value <= 2_147_483_647 ? value : undefined;
}
