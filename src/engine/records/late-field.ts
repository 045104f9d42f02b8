import { Stamped } from "./stamped.js";

/** Gives a record this field: `make` is called when somebody first reads it. */
export interface LateField<Value> {
	readonly give: <T extends object>(record: T, make: () => Value) => T;
	/** Was the record given it so? */
	readonly isIn: (record: object) => boolean;
}

/**
 * A field that is made when somebody reads it, once: of most records nobody does. It is an own property like the others, for whoever copies or prints the record.
 * One getter serves all records: an object with a getter of its own is a slow one.
 */
export function lateField<Value>(name: string): LateField<Value> {
	class Late extends Stamped {
		#make: (() => Value) | undefined;
		#value: Value | undefined;

		constructor(record: object, make: () => Value) {
			super(record);
			this.#make = make;
		}

		static isIn(record: object): boolean {
			return #make in record;
		}

		/** Whoever inherits from a record reads that record's. Undefined where only the getter was copied (`Object.getOwnPropertyDescriptors`): nobody knows of which record. */
		static read(record: object): Value | undefined {
			for (let late: object | null = record; late !== null; late = Object.getPrototypeOf(late))
				if (#make in late) {
					if (late.#make !== undefined) late.#value = late.#make();
					late.#make = undefined;
					return late.#value;
				}
			return undefined;
		}
	}
	const field: PropertyDescriptor = {
		enumerable: true,
		configurable: true,
		get() {
			return Late.read(this);
		},
	};
	return {
		give: (record, make) => Object.defineProperty(new Late(record, make), name, field) as typeof record,
		isIn: Late.isIn,
	};
}
