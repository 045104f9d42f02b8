/** A tool's JSON Schema in the shape that schema libraries share (Standard Schema with JSON Schema), which the AI SDK takes from version 6 on. */
import type { ObjectSchema } from "../tool.js";

/** What of Standard Schema is used. */
export interface StandardSchema<Value> {
	readonly "~standard": {
		readonly version: 1;
		readonly vendor: string;
		readonly validate: (value: unknown) => { readonly value: Value };
		readonly jsonSchema: {
			readonly input: (options: unknown) => Record<string, unknown>;
			readonly output: (options: unknown) => Record<string, unknown>;
		};
		readonly types?: { readonly input: Value; readonly output: Value };
	};
}

/** The schema. It lets everything through: what does not fit is answered by the tool, in the same words as everywhere. */
export function standardSchema<Value>(schema: ObjectSchema): StandardSchema<Value> {
	// The SDK writes into what it gets.
	const copy = (): Record<string, unknown> => structuredClone(schema) as unknown as Record<string, unknown>;
	return {
		"~standard": {
			version: 1,
			vendor: "bylaw",
			validate: (value) => ({ value: value as Value }),
			jsonSchema: { input: copy, output: copy },
		},
	};
}
