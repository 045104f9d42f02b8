/** What was made for a key, made once. Where it is kept goes with what it was made from, so that nothing outlives a policy or a request. */

interface Table<Key, Value> {
	get(key: Key): Value | undefined;
	set(key: Key, value: Value): unknown;
}

export function remembered<Key, Value>(table: Table<Key, Value>, key: Key, make: () => Value): Value {
	const known = table.get(key);
	// equivalent: what is made anew is the same.
	if (known !== undefined) return known;
	const value = make();
	// equivalent: what is made anew is the same.
	table.set(key, value);
	return value;
}
