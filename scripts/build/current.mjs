/** Was `dist` built from what is here now, and is it as the build left it? `npm ci` builds, and the check need not do so again. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "../root.mjs";

/** Whatever a build may look at. Installed packages are those of the lock file. */
const inputs = [
	...["src", "grammar", "scripts", "rules", "schemas"],
	...["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"],
];
const mark = join(root, "node_modules/.cache/bylaw/built");

/** A hash of what a build looks at, and of the Node that builds. */
export function stateOfInputs() {
	return hashOf(inputs);
}

export function isCurrent() {
	return existsSync(mark) && existsSync(join(root, "dist")) && readFileSync(mark, "utf8") === text(stateOfInputs());
}

/** Says that a build is done of what was in this state before. */
export function markCurrent(before) {
	mkdirSync(dirname(mark), { recursive: true });
	writeFileSync(mark, text(before));
}

function text(before) {
	return `${before}\n${hashOf(["dist"])}\n`;
}

function hashOf(names) {
	const hash = createHash("sha256").update(process.version);
	for (const path of names.flatMap((name) => filesAt(join(root, name)))) {
		const content = readFileSync(path);
		hash.update(`${relative(root, path)}\0${content.length}\0`).update(content);
	}
	return hash.digest("hex");
}

/** The file itself, or all files in the folder. */
function filesAt(path) {
	try {
		return readdirSync(path, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.sort();
	} catch (error) {
		if (error.code === "ENOTDIR") return [path];
		throw error;
	}
}
