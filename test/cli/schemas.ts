/** The shipped schemas, as Ajv reads them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { root } from "./cli.js";

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
for (const name of [
	"diagnostic",
	"error",
	"request",
	"decision",
	"audit",
	"audit-report",
	"replay",
	"learn",
	"proof",
	"regions",
	"difference",
	"install",
	"doctor",
	"session",
	"approve",
	"bundle-refresh",
	"bundle-status",
	"bundle-verify",
	"fleet-beat",
	"fleet-report",
	"import",
	"export",
	"test-report",
	"lint-baseline",
	"format",
])
	ajv.addSchema(JSON.parse(readFileSync(join(root, "schemas", `${name}.schema.json`), "utf8")) as object);

/** What is wrong with a value by a schema, `report` in a schema by `diagnostic#/$defs/report`. */
export function valid(name: string, value: unknown): readonly string[] {
	const [file, part = ""] = name.split("#");
	const validate = ajv.getSchema(`${file}.schema.json${part === "" ? "" : `#${part}`}`);
	if (validate === undefined) throw new Error(`there is no schema ${name}`);
	return validate(value) === true
		? []
		: (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ""}`);
}
