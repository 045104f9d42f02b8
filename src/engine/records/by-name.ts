/** A table by name as a map: what is asked for many names that it lacks is found faster there, and no name means anything of its own. */
export function byName<Value>(table: { readonly [Name in string]: Value }): ReadonlyMap<string, Value> {
	return new Map(Object.entries(table));
}
