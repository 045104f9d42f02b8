/** A table that is bounded, and keeps what is asked for again. */

/** A table that forgets what was not asked for lately. */
export interface LatelyUsed<Value> {
	readonly get: (key: string) => Value | undefined;
	readonly set: (key: string, value: Value) => void;
	/** Says that values in it take so much more room. */
	readonly grew: (by: number) => void;
}

/**
 * Keeps values that take `most` together, and up to as much again that was asked for before. When the younger ones are full they become the older ones, and
 * what the older ones had is forgotten; who is asked for among the older ones is young again. `sizeOf`: the room that a value takes; 1 when absent.
 */
export function latelyUsed<Value>(most: number, sizeOf: (value: Value) => number = () => 1): LatelyUsed<Value> {
	let [young, old] = [new Map<string, Value>(), new Map<string, Value>()];
	let size = 0;
	const set = (key: string, value: Value): void => {
		if (size >= most) [young, old, size] = [new Map(), young, 0];
		young.set(key, value);
		size += sizeOf(value);
	};
	return {
		get: (key) => {
			const found = young.get(key);
			if (found !== undefined) return found;
			const before = old.get(key);
			if (before === undefined) return undefined;
			old.delete(key);
			set(key, before);
			return before;
		},
		set,
		grew: (by) => {
			size += by;
		},
	};
}
