/** A record with every field written down, `undefined` where it is left out: records of one kind are then of one shape. The compiler holds that none is forgotten. */
export type Whole<T> = { [Field in keyof Required<T>]: T[Field] };

/** A record of which every field was written down. */
export function whole<T extends object>(record: Whole<T>): T {
	return record as T;
}
