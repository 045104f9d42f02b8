/**
 * The package as it is published, in a folder of its own. What it brings beside what was built: packs, schemas, the pages that the program shows, and for each package that is bundled
 * a folder with its name, version and licence, so that `npm ls`, `npm audit` and `npm sbom` see it where Bylaw is installed. Nothing of these is fetched, and nothing loads them.
 * Its `package.json` has nothing that only the repository needs.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../root.mjs";

/** Of the repository, what is shipped as it is. */
const shipped = ["dist", "rules", "schemas", "docs/lints", "docs/language.md", "ci/review.sh"];
const legal = ["README.md", "LICENSE", "NOTICE", "SECURITY.md"];

/** Fills the folder, which must be empty. */
export function stage(folder) {
	const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	for (const path of [...shipped, ...legal]) cpSync(join(root, path), join(folder, path), { recursive: true });
	const versions = standIns(folder);
	const {
		scripts: _,
		devDependencies: __,
		overrides: ___,
		files: ____,
		optionalDependencies: terminal,
		...kept
	} = manifest;
	const staged = {
		...kept,
		files: [...shipped, ...legal],
		man: readdirSync(join(root, "dist/man"))
			.sort()
			.map((name) => `./dist/man/${name}`),
		// With a script of its own to install it, which npm warns of: who wants a terminal brings it.
		peerDependencies: { ...kept.peerDependencies, ...terminal },
		peerDependenciesMeta: {
			...kept.peerDependenciesMeta,
			...Object.fromEntries(Object.keys(terminal).map((name) => [name, { optional: true }])),
		},
		dependencies: versions,
		bundleDependencies: Object.keys(versions),
	};
	write(join(folder, "package.json"), staged);
}

/** Makes the folders of what is bundled, where it lay for the build; the versions of those at the top by their names. */
function standIns(folder) {
	const { components } = JSON.parse(readFileSync(join(root, "dist/sbom.cdx.json"), "utf8"));
	const manifests = new Map();
	for (const one of components) {
		const path = one.properties?.find(({ name }) => name === "cdx:npm:package:path")?.value;
		if (path !== undefined) manifests.set(path, standIn(path.split("node_modules/").at(-1), one));
	}
	const versions = {};
	for (const [path, { name, version }] of manifests) {
		const above = path.slice(0, path.lastIndexOf("/node_modules/"));
		if (path === `node_modules/${name}`) versions[name] = version;
		else manifests.get(above).dependencies[name] = version;
	}
	for (const [path, manifest] of manifests) write(join(folder, path, "package.json"), manifest);
	return versions;
}

function standIn(name, { version, licenses: [{ license, expression }] }) {
	return {
		name,
		version,
		license: license?.id ?? expression,
		description:
			"Stands for the code of this package that is bundled in bylaw/dist. Its licence is in bylaw/dist/THIRD-PARTY-LICENSES.txt.",
		dependencies: {},
	};
}

function write(path, value) {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, `${JSON.stringify(value, null, "\t")}\n`);
}
