/** What decisions share with each other and hand to anybody. */

/** The value, in which nothing can be changed any more. */
export function frozen<T>(value: T): T {
	if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
		Object.freeze(value);
		for (const inner of Object.values(value)) frozen(inner);
	}
	return value;
}
