/** Makes the facts about programs out of their YAML files: each is checked by its schema and translated. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { type ProgramNotation, readProgram } from "../../src/engine/knowledge/notation/notation.js";
import { writePrograms } from "../../src/engine/knowledge/notation/write-programs.js";
import type { Program } from "../../src/engine/knowledge/program.js";

const root = new URL("../../", import.meta.url);
const folder = new URL("src/engine/knowledge/programs/", root);
const target = "src/engine/knowledge/programs.generated.ts";

export default {
	name: "knowledge",
	files: [target],
	async generate(): Promise<Map<string, string>> {
		const text = writePrograms(readPrograms(), "scripts/generators/knowledge.ts");
		return new Map([[target, text]]);
	},
};

/** All programs, each checked by the schema and translated. */
export function readPrograms(): readonly Program[] {
	const schema = JSON.parse(readFileSync(new URL("schemas/knowledge.schema.json", root), "utf8"));
	const isValid = new Ajv2020({ allErrors: true, strictTypes: false }).compile<ProgramNotation>(schema);
	const names = new Map<string, string>();
	return readdirSync(fileURLToPath(folder))
		.filter((file) => file.endsWith(".yaml"))
		.sort()
		.map((file) => {
			const notation: unknown = parse(readFileSync(new URL(file, folder), "utf8"));
			if (!isValid(notation)) {
				const faults = (isValid.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
				throw new Error(`${file}: ${faults.join("; ")}`);
			}
			if (file !== `${notation.name}.yaml`) throw new Error(`${file}: it describes \`${notation.name}\``);
			const program = readProgram(notation);
			for (const name of [program.name, ...program.aliases]) {
				const other = names.get(name);
				if (other !== undefined) throw new Error(`\`${name}\` stands in ${other} and in ${file}`);
				names.set(name, file);
			}
			return program;
		});
}
