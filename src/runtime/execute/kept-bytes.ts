/**
 * The beginning and the end of a stream of bytes, in constant memory.
 */

export interface KeptBytes {
	readonly add: (bytes: Uint8Array) => void;
	/** How many there were. */
	readonly total: () => number;
	/** The first ones, then the last ones; together everything, as long as there was no more than is kept. */
	readonly head: () => Buffer;
	readonly tail: () => Buffer;
}

/** Keeps the first `first` bytes, and of those behind them the last `last`. */
export function keepBytes(first: number, last: number): KeptBytes {
	let head = Buffer.alloc(0);
	let headLength = 0;
	let ring = Buffer.alloc(0);
	let passed = 0; // bytes that went into the ring, overwritten or not
	const addHead = (bytes: Uint8Array): void => {
		if (bytes.length > head.length - headLength) head = grown(head, headLength, bytes.length, first);
		head.set(bytes, headLength);
		headLength += bytes.length;
	};
	const addTail = (bytes: Uint8Array): void => {
		// As long as the ring can grow nothing was overwritten, and it lies there from its beginning on.
		if (passed + bytes.length > ring.length && ring.length < last) ring = grown(ring, passed, bytes.length, last);
		const kept = bytes.subarray(Math.max(0, bytes.length - last));
		const start = passed + bytes.length - kept.length;
		for (let at = 0; at < kept.length; ) {
			const place = (start + at) % ring.length;
			const piece = kept.subarray(at, at + ring.length - place);
			ring.set(piece, place);
			at += piece.length;
		}
		passed += bytes.length;
	};
	return {
		add: (bytes) => {
			const room = Math.min(first - headLength, bytes.length);
			if (room > 0) addHead(bytes.subarray(0, room));
			addTail(bytes.subarray(room));
		},
		total: () => headLength + passed,
		head: () => head.subarray(0, headLength),
		tail: () => {
			if (passed <= ring.length) return ring.subarray(0, passed);
			const place = ring.length === 0 ? 0 : passed % ring.length;
			return Buffer.concat([ring.subarray(place), ring.subarray(0, place)]);
		},
	};
}

/** A larger buffer with the same beginning: twice as large, so that copying costs little altogether. */
function grown(buffer: Buffer, used: number, more: number, most: number): Buffer<ArrayBuffer> {
	const larger = Buffer.alloc(Math.min(most, Math.max(used + more, 2 * buffer.length, 4096)));
	buffer.copy(larger, 0, 0, used);
	return larger;
}
