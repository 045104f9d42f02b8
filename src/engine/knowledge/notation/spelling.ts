/**
 * How an option is spelled in the notation: `-o, --output=FILE`, `--color[=WHEN]`, `-i[SUFFIX]`, `--arg NAME VALUE`, `if=FILE`.
 * The spelling says its names, whether it takes a value, and how many.
 */

export interface Spelling {
	readonly names: readonly string[];
	readonly value?: "required" | "optional";
	/** How many words are its values; an optional value counts as one. */
	readonly values: number;
}

/** Reads a spelling; throws with what is wrong, since these are our own files. */
export function readSpelling(text: string): Spelling {
	const parts = text.split(", ").map((part) => readPart(part, text));
	const values = Math.max(...parts.map((part) => part.values));
	const optional = parts.some((part) => part.optional);
	if (optional && parts.some((part) => part.values > 0 && !part.optional))
		throw new Error(`\`${text}\`: its value is optional in one spelling and required in another`);
	const names = parts.map((part) => part.name);
	if (new Set(names).size < names.length) throw new Error(`\`${text}\` has the same spelling twice`);
	if (values === 0) return { names, values };
	return { names, value: optional ? "optional" : "required", values };
}

interface Part {
	readonly name: string;
	readonly values: number;
	readonly optional: boolean;
}

/** The name, then nothing, `[VALUE]`, `[=VALUE]`, `=VALUE` or ` VALUE …`. */
const partPattern =
	/^(?<name>(?:-{1,2}|\+)[^\s=,[\]]+|-[[\]]|[a-z_][a-z_-]*=)(?:(?<optional>\[=?[A-Za-z0-9_-]+\])|[= ]?(?<values>[A-Z0-9][^\s=[\]]*(?: [A-Z0-9][^\s=[\]]*)*))?$/;

function readPart(part: string, whole: string): Part {
	// `if=FILE`: the equals sign belongs to the name.
	const found = partPattern.exec(part)?.groups;
	if (!found?.name || (!part.startsWith("-") && !part.startsWith("+") && !found.values))
		throw new Error(`\`${whole}\` is no spelling of an option`);
	if (found.name.endsWith(",")) throw new Error(`\`${whole}\`: spellings are parted by a comma and a blank`);
	return {
		name: found.name,
		values: found.optional ? 1 : (found.values?.split(" ").length ?? 0),
		optional: found.optional !== undefined,
	};
}
