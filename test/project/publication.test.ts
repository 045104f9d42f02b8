/** What is published: the tarball that `npm run package` makes. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import { folder, root } from "../cli/cli.js";

let at: string;
let size: number;
const json = (path: string) => JSON.parse(readFileSync(join(at, path), "utf8"));

beforeAll(() => {
	const out = folder();
	const made = spawnSync(process.execPath, ["scripts/package.mjs", "--to", out], { cwd: root, encoding: "utf8" });
	expect({ status: made.status, err: made.stderr }).toEqual({ status: 0, err: "" });
	const [tarball = ""] = readdirSync(out);
	size = readFileSync(join(out, tarball)).length;
	at = join(out, "package");
	expect(spawnSync("tar", ["xzf", tarball], { cwd: out }).status).toBe(0);
}, 240_000);

describe("the package", () => {
	test("is small: a megabyte more would be noticed by everybody who waits for an install", () => {
		expect(size).toBeLessThan(2_050_000);
	});

	test("holds what its manifest names, and nothing that only the repository needs", () => {
		const manifest = json("package.json");
		for (const path of [...manifest.files, ...manifest.man, ...Object.values<string>(manifest.bin)])
			expect({ path, isThere: existsSync(join(at, path)) }).toEqual({ path, isThere: true });
		for (const key of ["scripts", "devDependencies", "optionalDependencies", "overrides"])
			expect(manifest[key]).toBeUndefined();
	});

	test("installs nothing beside it: what it depends on it brings, and the rest is optional", () => {
		const { dependencies, bundleDependencies, peerDependencies, peerDependenciesMeta } = json("package.json");
		expect(Object.keys(dependencies)).toEqual(bundleDependencies);
		for (const [name, version] of Object.entries(dependencies)) {
			const standIn = json(`node_modules/${name}/package.json`);
			expect([standIn.name, standIn.version, standIn.scripts]).toEqual([name, version, undefined]);
			expect(readdirSync(join(at, "node_modules", name)).filter((file) => /\.[cm]?js$/.test(file))).toEqual([]);
			for (const below of Object.keys(standIn.dependencies))
				expect(existsSync(join(at, "node_modules", name, "node_modules", below, "package.json"))).toBe(true);
		}
		for (const name of Object.keys(peerDependencies)) expect(peerDependenciesMeta[name]).toEqual({ optional: true });
	});

	test("has its code once: what `import` and `require` are given is the same", async () => {
		for (const name of ["index", "authoring"]) {
			const asModule = await import(join(at, `dist/${name}.js`));
			const file = join(at, `dist/${name}.cjs`);
			const asked = spawnSync(process.execPath, ["-p", `Object.keys(require(${JSON.stringify(file)})).sort().join()`], {
				encoding: "utf8",
			});
			expect(Object.keys(asModule).sort().join()).toBe(asked.stdout.trim());
		}
	});
});

describe("the bill of materials", () => {
	const text = { type: "string", minLength: 1 };
	/** Of the schema of CycloneDX 1.6, all that ours uses. */
	const component = {
		type: "object",
		required: ["type", "bom-ref", "name", "version", "licenses", "purl"],
		additionalProperties: false,
		properties: {
			type: { enum: ["application", "library"] },
			"bom-ref": text,
			group: { type: "string", pattern: "^@" },
			name: { type: "string", pattern: "^[^@/]+$" },
			version: text,
			scope: { enum: ["required", "optional", "excluded"] },
			hashes: {
				type: "array",
				minItems: 1,
				items: {
					type: "object",
					required: ["alg", "content"],
					additionalProperties: false,
					properties: { alg: { const: "SHA-512" }, content: { type: "string", pattern: "^[a-f0-9]{128}$" } },
				},
			},
			licenses: {
				type: "array",
				minItems: 1,
				items: {
					oneOf: [
						{
							type: "object",
							required: ["license"],
							additionalProperties: false,
							properties: {
								license: { type: "object", required: ["id"], additionalProperties: false, properties: { id: text } },
							},
						},
						{ type: "object", required: ["expression"], additionalProperties: false, properties: { expression: text } },
					],
				},
			},
			purl: { type: "string", pattern: "^pkg:npm/(%40[^/]+/)?[^@/]+@[^@]+$" },
			properties: {
				type: "array",
				items: {
					type: "object",
					required: ["name", "value"],
					additionalProperties: false,
					properties: { name: text, value: text },
				},
			},
		},
	};
	const shape = {
		type: "object",
		required: ["bomFormat", "specVersion", "version", "metadata", "components", "dependencies"],
		additionalProperties: false,
		properties: {
			$schema: { const: "http://cyclonedx.org/schema/bom-1.6.schema.json" },
			bomFormat: { const: "CycloneDX" },
			specVersion: { const: "1.6" },
			version: { type: "integer", minimum: 1 },
			metadata: { type: "object", required: ["component"], additionalProperties: false, properties: { component } },
			components: { type: "array", minItems: 30, uniqueItems: true, items: component },
			dependencies: {
				type: "array",
				items: {
					type: "object",
					required: ["ref"],
					additionalProperties: false,
					properties: { ref: text, dependsOn: { type: "array", uniqueItems: true, items: text } },
				},
			},
		},
	};

	test("has the shape of CycloneDX 1.6, and each reference leads somewhere", () => {
		const bom = json("dist/sbom.cdx.json");
		const isValid = new Ajv({ allErrors: true }).compile(shape);
		expect({ valid: isValid(bom), errors: isValid.errors }).toEqual({ valid: true, errors: null });
		const refs = [bom.metadata.component, ...bom.components].map((one) => one["bom-ref"]);
		expect(new Set(refs).size).toBe(refs.length);
		for (const { ref, dependsOn = [] } of bom.dependencies)
			for (const one of [ref, ...dependsOn]) expect(refs).toContain(one);
	});

	test("names each package whose licence is in the list of licences, with its checksum", () => {
		const { components } = json("dist/sbom.cdx.json") as {
			components: { group?: string; name: string; version: string; hashes?: unknown[] }[];
		};
		const named = components.map(
			({ group, name, version }) => `${group === undefined ? "" : `${group}/`}${name} ${version}`,
		);
		const licences = readFileSync(join(at, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
		const bundled = [...licences.matchAll(/^-{80}\n(\S+ \S+) \(/gm)].map(([, one]) => one);
		expect(bundled.length).toBeGreaterThan(30);
		for (const one of bundled) expect(named).toContain(one);
		expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([]);
	});
});

describe("the manual pages", () => {
	const pages = () => json("package.json").man as string[];

	test("are one for each verb, and one for the program by each of its names", () => {
		const verbs = readdirSync(join(root, "docs/verbs")).map((name) => `rules-${basename(name, ".md")}.1`);
		expect(pages().map((path) => basename(path))).toEqual([...verbs, "bylaw.1", "rules.1"].sort());
	});

	test("say name, use, exit status and examples", () => {
		for (const path of pages().filter((path) => /rules-/.test(path))) {
			const text = readFileSync(join(at, path), "utf8");
			for (const section of ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", '"EXIT STATUS"', "EXAMPLES"])
				expect({ path, section, has: text.includes(`\n.SH ${section}\n`) }).toEqual({ path, section, has: true });
			expect(text).not.toMatch(/^\.(?!TH|SH|PP|TP|B|BR|I|nf|fi|so)\S*/m);
			expect(text).not.toMatch(/\]\(|`/);
		}
	});

	const hasGroff = spawnSync("groff", ["--version"]).status === 0;
	(hasGroff ? test : test.skip)("are read by groff without a warning", () => {
		for (const path of pages().filter((path) => !/bylaw\.1$/.test(path))) {
			const { status, stderr } = spawnSync("groff", ["-man", "-Tutf8", "-ww", "-z", join(at, path)], {
				encoding: "utf8",
			});
			expect({ path, status, stderr }).toEqual({ path, status: 0, stderr: "" });
		}
	});
});
