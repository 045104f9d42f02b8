/**
 * Checks every import in `grammar` and `src` against scripts/checks/layers.mjs, types included.
 * It counts what it read against the files on disk: a check that silently reads nothing would always be content.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { root as here } from "../root.mjs";
import { importsOf } from "./imports.mjs";
import { entryPoints, packages, pureModules, rooms, worldly } from "./layers.mjs";

const { values: options } = parseArgs({ options: { root: { type: "string", default: here } } });
const root = options.root;
const faults = [];
let modules = 0;

for (const folder of ["grammar", "src"]) readFolder(folder);
countAgain();

for (const { file, line, message, help } of faults) console.error(`${file}:${line}: ${message}\n\t${help}`);
if (faults.length === 0) console.log(`layers: ${modules} modules, every import in order`);
else console.error(`layers: ${faults.length} ${faults.length === 1 ? "fault" : "faults"} in ${modules} modules`);
process.exitCode = faults.length === 0 ? 0 : 1;

function readFolder(folder) {
	if (!existsSync(join(root, folder))) return;
	for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
		const path = join(folder, entry.name);
		const room = roomOf(path.split(sep).join("/").replace(/\.ts$/, ".js"));
		if (entry.isDirectory()) readFolder(path);
		else if (path.endsWith(".ts") && room !== undefined) readModule(path, room);
	}
}

function readModule(path, room) {
	modules++;
	const file = path.split(sep).join("/");
	for (const { specifier, line } of importsOf(readFileSync(join(root, path), "utf8"), file)) {
		const fault = faultOf(path, room, specifier);
		if (fault !== undefined) faults.push({ file, line, ...fault });
	}
}

function faultOf(path, room, specifier) {
	if (specifier === undefined)
		return {
			message: "imports what it computes at run time",
			help: "Write the name as a plain string: a computed one can be neither checked nor bundled.",
		};
	return specifier.startsWith(".") ? relativeFault(path, room, specifier) : packageFault(room, specifier);
}

function relativeFault(path, room, specifier) {
	const target = relative(root, join(root, dirname(path), specifier));
	const shown = target.split(sep).join("/");
	const other = roomOf(shown);
	if (other === undefined)
		return {
			message: `imports \`${shown}\`, which is in no room`,
			help: "Code that ships lies in `grammar` or in a room of `src`; move what is shared there.",
		};
	if (!existsSync(join(root, target.replace(/\.js$/, ".ts"))) || !specifier.endsWith(".js"))
		return {
			message: `imports \`${specifier}\`, which is no file`,
			help: "Name the file that it becomes: `./x.js` for `x.ts`.",
		};
	if (isEntry(other))
		return {
			message: `imports \`${shown}\`, a public entry point`,
			help: "Import what is meant from its own file: the entry points are for users of the package.",
		};
	if (rank(other) <= rank(room)) return undefined;
	return {
		message: `\`${room}\` imports from \`${other}\`, a later room`,
		help: `Move what both need to the lowest room whose subject it is, or let \`${other}\` call this file. The order: ${rooms.join(", ")}.`,
	};
}

function rank(room) {
	return rooms.indexOf(room);
}

function isEntry(room) {
	return Object.values(entryPoints).includes(room);
}

/** The room of `src/engine/decide/tree.js` is `engine/decide`. */
function roomOf(target) {
	if (target.startsWith("grammar/")) return "grammar";
	const entry = Object.entries(entryPoints).find(([file]) => file.replace(/\.ts$/, ".js") === target);
	if (entry !== undefined) return entry[1];
	const fitting = rooms.filter(
		(room) => !isEntry(room) && (target.startsWith(`src/${room}/`) || target === `src/${room}.js`),
	);
	return fitting.sort((a, b) => b.length - a.length)[0];
}

function packageFault(room, specifier) {
	if (specifier.startsWith("node:") || builtinModules.includes(specifier)) return builtinFault(room, specifier);
	const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
	const allowed = Object.hasOwn(packages, name) ? packages[name] : undefined;
	if (allowed === undefined)
		return {
			message: `imports the package \`${name}\`, which no room may`,
			help: "Do without it, or say in scripts/checks/layers.mjs which room needs it and in docs/dependencies.md why.",
		};
	if (allowed.includes(room)) return undefined;
	return {
		message: `\`${room}\` imports the package \`${name}\``,
		help:
			allowed.length === 0
				? "Only scripts use it; what ships is generated beforehand."
				: `Only ${allowed.map((other) => `\`${other}\``).join(" and ")} may; call what is there, or change scripts/checks/layers.mjs and say why.`,
	};
}

function builtinFault(room, specifier) {
	if (!specifier.startsWith("node:"))
		return {
			message: `imports \`${specifier}\``,
			help: `Write \`node:${specifier}\`: then it can't be mistaken for a package.`,
		};
	const name = specifier.slice("node:".length).split("/", 1)[0];
	if (worldly.includes(room) || pureModules.includes(name)) return undefined;
	return {
		message: `\`${room}\` imports \`${specifier}\``,
		help: `Only ${worldly.join(", ")} touch the world; take what is needed from there as an argument.`,
	};
}

/** Counts the files in another way than they were read in: whole trees, whatever the rooms are called. */
function countAgain() {
	const onDisk = ["grammar", "src"]
		.filter((folder) => existsSync(join(root, folder)))
		.flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
		.map((path) => path.split(sep).join("/"))
		.filter((path) => path.endsWith(".ts"));
	for (const path of onDisk.filter((path) => roomOf(path.replace(/\.ts$/, ".js")) === undefined))
		faults.push({
			file: path,
			line: 1,
			message: "lies in no room",
			help: `Move it to one of ${rooms.join(", ")}, or add its folder to scripts/checks/layers.mjs and to docs/architecture.md.`,
		});
	if (onDisk.length === 0)
		faults.push({
			file: "src",
			line: 1,
			message: "holds no module",
			help: "Run the check in the repository's folder.",
		});
	else if (onDisk.length !== modules)
		faults.push({
			file: "src",
			line: 1,
			message: `${onDisk.length} modules on disk, but ${modules} read`,
			help: "A module outside the rooms is not checked; see the faults above.",
		});
}
