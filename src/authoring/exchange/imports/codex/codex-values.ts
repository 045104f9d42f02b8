/** Values of Codex's settings, each of the kind that Codex takes there. */
import type { TomlPlaceOf, TomlTable } from "../../../../runtime/harnesses/install/toml.js";

/** A value that Codex would not take. */
export class Wrong extends Error {
	constructor(
		message: string,
		readonly at: number,
	) {
		super(message);
	}
}

/** `place`: the keys above, with a dot behind. */
export class Values {
	constructor(readonly placeOf: TomlPlaceOf) {}

	/** The table of a key; undefined where there is none. */
	tableAt(table: TomlTable | undefined, key: string, place: string): TomlTable | undefined {
		if (table === undefined || !Object.hasOwn(table, key)) return undefined;
		const value = table[key];
		if (typeof value !== "object" || Array.isArray(value))
			throw new Wrong(`\`${place}${key}\` should be a table`, this.placeOf(table, key));
		return value as TomlTable;
	}

	truthAt(table: TomlTable | undefined, key: string, place: string): boolean | undefined {
		const value = table?.[key];
		if (table === undefined || value === undefined) return undefined;
		if (typeof value !== "boolean")
			throw new Wrong(`\`${place}${key}\` should be true or false`, this.placeOf(table, key));
		return value;
	}

	textsAt(table: TomlTable | undefined, key: string, place: string): readonly string[] | undefined {
		const value = table?.[key];
		if (table === undefined || value === undefined) return undefined;
		if (!Array.isArray(value) || !value.every((one) => typeof one === "string"))
			throw new Wrong(`\`${place}${key}\` should be a list of texts`, this.placeOf(table, key));
		return value as readonly string[];
	}
}

/** A folder that Codex names, as a path of a policy; undefined where none is written so. */
export function plainFolder(text: string): string | undefined {
	const path = text.replace(/(?<=.)\/+$/, "");
	return /^(?:~|\/)(?:\/?[\w.@+-]+)*$/.test(path) ? path : undefined;
}
