import { emptyRecords } from "./empty-records.js";

/**
 * A copy of a record with some fields changed, for what is copied in every decision. A spread (`{ ...record, field }`) gives each copy a shape of its own on Node 20
 * where that adds a field, and what is read of objects of many shapes is read slowly. For records of ours alone, whose fields have the names that their types say.
 */
export function altered<T extends object, C extends object>(record: T, changes: C): Omit<T, keyof C> & C {
	return Object.assign(emptyCopy(), record, changes);
}

const emptyCopy = emptyRecords<object>();
