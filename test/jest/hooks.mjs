/** How Node finds and reads the TypeScript of sources and tests. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "../../scripts/root.mjs";
import { madeOf, make, places } from "./made.mjs";

const [tests, ...sources] = places.map((place) => pathToFileURL(join(root, place) + sep).href);
const globals = new URL("globals.mjs", import.meta.url).href;
/** What stands in for these packages, as in `jest.config.js`. */
const packages = new Map([
	["fast-check", new URL("../fast-check.mjs", import.meta.url).href],
	["chevrotain", pathToFileURL(join(root, "node_modules/chevrotain/lib/chevrotain.mjs")).href],
]);
let apart = false;

export function initialize(options) {
	apart = options.apart;
}

export function resolve(specifier, context, next) {
	const { parentURL = "" } = context;
	if (!isOurs(parentURL)) return next(specifier, context);
	// Which file of tests it is loaded for.
	const { search } = new URL(parentURL);
	if (specifier === "@jest/globals") return { url: globals + search, shortCircuit: true };
	const stand = packages.get(specifier);
	if (stand !== undefined) return { url: stand, shortCircuit: true };
	if (!specifier.startsWith(".")) return next(specifier, context);
	const url = new URL(specifier, parentURL);
	// Sources import each other by the name of what they become.
	const source = new URL(url.href.replace(/\.js$/, ".ts"));
	const found = url.pathname.endsWith(".js") && existsSync(fileURLToPath(source)) ? source : url;
	if (isTypeScript(found.href) && (apart || found.href.startsWith(tests))) found.search = search;
	return { url: found.href, shortCircuit: true };
}

export async function load(url, context, next) {
	if (!isTypeScript(url)) return next(url, context);
	const path = fileURLToPath(url);
	const made = madeOf(path);
	if (!existsSync(made)) await make([path]);
	return { format: "module", source: await readFile(made), shortCircuit: true };
}

function isOurs(url) {
	return [tests, ...sources].some((place) => url.startsWith(place));
}

function isTypeScript(url) {
	return isOurs(url) && new URL(url).pathname.endsWith(".ts");
}
