/** Does what a model wrote fit a tool's schema? For the few shapes that inputs have; what a schema says otherwise is a fault of ours. */
import type { ObjectSchema } from "./tool.js";

/** The parameter with which a model says that it was told of another tool, and wants this one all the same. */
export const forceProperty = {
	type: "boolean",
	default: false,
	description: "Runs the command in spite of advice to use another tool. It never overrides a denial.",
} as const;

/** One property of an input. */
interface Property {
	readonly type: "string" | "integer" | "number" | "boolean" | "array" | "object";
	readonly enum?: readonly string[];
	readonly minLength?: number;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly exclusiveMinimum?: number;
}

/** The input as a fresh object of its known properties, or what is wrong with it. Lists are of texts, objects of texts by name. */
export function readInput(input: unknown, { properties, required = [] }: ObjectSchema): Fields | string {
	const names = Object.keys(properties);
	const known = names.map((name) => `\`${name}\``).join(", ");
	if (!isPlainObject(input)) return `the input is an object with ${known}`;
	const strange = Object.keys(input).find((name) => !names.includes(name));
	if (strange !== undefined) return `there is no parameter \`${strange.slice(0, 100)}\`; there is ${known}`;
	const fields: Record<string, unknown> = {};
	for (const name of names) {
		const value = input[name];
		if (value === undefined) {
			if (required.includes(name)) return `\`${name}\` is missing`;
			continue;
		}
		const fault = propertyFault(value, properties[name] as Property);
		if (fault !== undefined) return `\`${name}\` is ${fault}`;
		fields[name] = copyOf(value);
	}
	return fields;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What it should be, where it is not. */
function propertyFault(value: unknown, property: Property): string | undefined {
	switch (property.type) {
		case "string":
			if (typeof value !== "string") return "a text";
			if (property.enum !== undefined && !property.enum.includes(value)) return `one of ${property.enum.join(", ")}`;
			return value.length < (property.minLength ?? 0) ? "a text that is not empty" : undefined;
		case "boolean":
			return typeof value === "boolean" ? undefined : "true or false";
		case "integer":
		case "number":
			return numberFault(value, property);
		case "array":
			return Array.isArray(value) && Array.from(value).every((one) => typeof one === "string")
				? undefined
				: "a list of texts";
		case "object":
			return isPlainObject(value) && Object.values(value).every((one) => typeof one === "string")
				? undefined
				: "an object of names and texts";
	}
}

function numberFault(value: unknown, { type, minimum, maximum, exclusiveMinimum }: Property): string | undefined {
	const fits =
		typeof value === "number" &&
		Number.isFinite(value) &&
		(type === "number" || Number.isInteger(value)) &&
		value >= (minimum ?? Number.NEGATIVE_INFINITY) &&
		value > (exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
		value <= (maximum ?? Number.POSITIVE_INFINITY);
	if (fits) return undefined;
	const kind = type === "integer" ? "a whole number" : "a number";
	const bounds = [
		...(minimum === undefined ? [] : [`${minimum} or more`]),
		...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
		...(maximum === undefined ? [] : [`${maximum} at most`]),
	];
	return [kind, ...bounds].join(", ");
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	// Of whichever realm: objects that were cloned may have another one's prototype.
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function copyOf(value: unknown): unknown {
	if (Array.isArray(value)) return [...value];
	return typeof value === "object" && value !== null ? { ...value } : value;
}
