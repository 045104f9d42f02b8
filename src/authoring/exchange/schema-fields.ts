/** The fields of a tool's input by its JSON schema, nested ones with dots, as a call has them for options; and which of them hold paths. */
import { callOptions } from "../../engine/request/calls.js";
import type { Json } from "../../language/source/json-tree.js";

export interface Field {
	/** As the option is called, without its dashes. */
	readonly name: string;
	/** By its name, its format or its description. What a schema says makes it stricter, never looser: everything that may be a path is one. */
	readonly isPath: boolean;
}

/** `unsaid`: fields of which the schema does not say what they hold. */
export function schemaFields(schema: Json): { readonly fields: readonly Field[]; readonly unsaid: readonly string[] } {
	const found = new Map<string, boolean>();
	const unsaid = new Set<string>();
	let left = mostSchemas;
	const visit = (one: Json, name: string, isPath: boolean, depth: number): void => {
		if (!isObject(one) || depth > deepest || --left < 0) {
			unsaid.add(name);
			return;
		}
		const { $ref, properties, items, prefixItems, type } = one;
		const parts = [
			...["anyOf", "oneOf", "allOf"].flatMap((key) => listOf(one[key])),
			...(typeof $ref === "string" ? [referred(schema, $ref)] : []),
		];
		const isNamedSo = isPath || saysPath(one);
		for (const part of parts) visit(part, name, isNamedSo, depth + 1);
		const own = isObject(properties) ? Object.entries(properties) : [];
		for (const [key, value] of own) {
			// A call has the key in the same spelling.
			// A key that is no plain name is said as a value as well, before it.
			const option = callOptions({ [key]: "" })?.at(-1) ?? "";
			const spelt = option.slice("--".length, -"=".length);
			const full = name === "" ? spelt : `${name}.${spelt}`;
			if (spelt === "" || key === "") unsaid.add(full);
			else visit(value, full, isNamedSo || isPathName(key), depth + 1);
		}
		const elements = [...listOf(prefixItems), ...(isObject(items) ? [items] : [])];
		for (const item of elements) visit(item, name, isNamedSo, depth + 1);
		if (name === "" || own.length > 0 || elements.length > 0) return;
		if (isScalar(one, type)) found.set(name, found.get(name) === true || isNamedSo);
		else if (parts.length === 0) unsaid.add(name);
	};
	visit(schema, "", false, 0);
	const fields = [...found].map(([name, isPath]) => ({ name, isPath }));
	return { fields: fields.filter(({ name }) => !unsaid.has(name)), unsaid: [...unsaid].filter((name) => name !== "") };
}

/** Deeper, or more of it, is not gone through. */
const deepest = 24;
const mostSchemas = 5_000;

type Fields = Readonly<Record<string, Json>>;

function isObject(value: Json | undefined): value is Fields {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: Json | undefined): readonly Json[] {
	return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** Does it hold a text, a number and the like, and nothing that has fields? */
function isScalar(schema: Fields, type: Json | undefined): boolean {
	const types = typeof type === "string" ? [type] : listOf(type);
	if (types.length > 0) return types.every((one) => typeof one === "string" && scalars.includes(one));
	return schema.enum !== undefined
		? listOf(schema.enum).every((one) => !isObject(one) && !Array.isArray(one))
		: "const" in schema;
}
const scalars: readonly string[] = ["string", "number", "integer", "boolean", "null"];

/** A part of the same schema: `#/$defs/Point`. */
function referred(schema: Json, reference: string): Json {
	if (!reference.startsWith("#")) return null;
	let found: Json | undefined = schema;
	for (const step of reference.split("/").slice(1))
		found = isObject(found) ? found[step.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
	return found ?? null;
}

/** A text of which the schema says that it is a path, or an address, which may be a file's. */
function saysPath({ format, description, title }: Fields): boolean {
	return (
		(typeof format === "string" && pathWords.test(format)) ||
		[description, title].some(
			(text) => typeof text === "string" && /\b(?:path|file|folder|director(?:y|ies)|ur[il])s?\b/i.test(text),
		)
	);
}

/** Is it called as fields are that hold a path? Its words are parted by signs or capitals. */
function isPathName(name: string): boolean {
	return pathWords.test(name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll(/[^A-Za-z0-9]+/g, " "));
}
const pathWords =
	/\b(?:(?:file|dir)?(?:path|name(?<=filename))s?|files?|dirs?|director(?:y|ies)|folders?|cwd|workdir|root|src|source|dest|destination|target|location|input|output|glob|ur[il]s?)\b/i;
