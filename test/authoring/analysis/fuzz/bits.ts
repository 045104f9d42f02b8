/** Sets of places in a list, as bits: what thousands of commands have in common is worked out a word at a time. */
export type Bits = Uint32Array;

export function noBits(count: number): Bits {
	return new Uint32Array((count + 31) >>> 5);
}

export function allBits(count: number): Bits {
	return bitsOf(count, () => true);
}

/** The places for which it is so. */
export function bitsOf(count: number, isSo: (at: number) => boolean): Bits {
	const bits = noBits(count);
	for (let at = 0; at < count; at++) if (isSo(at)) bits[at >>> 5] = (bits[at >>> 5] as number) | (1 << (at & 31));
	return bits;
}

export function and(a: Bits, b: Bits): Bits {
	const bits = new Uint32Array(a.length);
	for (let at = 0; at < bits.length; at++) bits[at] = (a[at] as number) & (b[at] as number);
	return bits;
}

export function or(a: Bits, b: Bits): Bits {
	const bits = new Uint32Array(a.length);
	for (let at = 0; at < bits.length; at++) bits[at] = (a[at] as number) | (b[at] as number);
	return bits;
}

/** Those of the first that are not in the second. */
export function but(a: Bits, b: Bits): Bits {
	const bits = new Uint32Array(a.length);
	for (let at = 0; at < bits.length; at++) bits[at] = (a[at] as number) & ~(b[at] as number);
	return bits;
}

export function isNone(bits: Bits): boolean {
	return bits.every((word) => word === 0);
}

/** The first place; undefined where there is none. */
export function first(bits: Bits): number | undefined {
	const at = bits.findIndex((word) => word !== 0);
	const word = bits[at];
	return word === undefined ? undefined : (at << 5) + 31 - Math.clz32(word & -word);
}
