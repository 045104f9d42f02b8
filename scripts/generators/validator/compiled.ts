/** A validator compiled ahead from a schema: what ships neither loads Ajv nor evaluates code. */
import type { Options } from "ajv/dist/2020.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { build } from "esbuild";

/** The code of a module that exports a validator for each name; `references`: where in the schemas it begins. */
export async function compiled(
	schemas: readonly object[],
	references: Readonly<Record<string, string>>,
	options: Options = {},
): Promise<string> {
	const ajv = new Ajv2020({
		schemas: [...schemas],
		allErrors: true,
		strictTypes: false,
		strictRequired: false,
		messages: false,
		code: { source: true, esm: true },
		...options,
	});
	const code = (standalone as unknown as (ajv: unknown, references: unknown) => string)(ajv, references);
	const bundled = await build({
		stdin: { contents: code, resolveDir: process.cwd(), loader: "js" },
		bundle: true,
		write: false,
		format: "esm",
		platform: "neutral",
		mainFields: ["main"],
		target: "es2022",
		minifySyntax: true,
		minifyWhitespace: true,
		legalComments: "none",
	});
	const [output] = bundled.outputFiles;
	if (output === undefined || /\brequire\(|^import /m.test(output.text))
		throw new Error("the validator still imports something");
	return output.text;
}
