/** Makes a value when somebody first asks for it, and never again: a process that answers one question does without most tables. */
export function once<T>(make: () => T): () => T {
	let made: { readonly value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
