/**
 * What Jest runs in place of a TypeScript file: what swc makes of it, with JavaScript's own names at hand. Jest runs
 * modules in a context in which looking up `Map` or `Array` takes a hundred times as long as elsewhere, which is a
 * quarter of the time of tests that compute. So each module takes those that it names once, when it is loaded. Names that
 * tests may put something else in place of, such as `Date` and `setTimeout`, are left alone.
 */
import { createHash } from "node:crypto";
import swc from "@swc/jest";

const names = [
	...["Array", "BigInt", "Boolean", "Infinity", "JSON", "Map", "Math", "NaN", "Number", "Object", "RegExp", "Set"],
	...["String", "Symbol", "WeakMap", "WeakSet", "Error", "RangeError", "SyntaxError", "TypeError"],
	...["Float64Array", "Int32Array", "Uint8Array", "Uint16Array", "Uint32Array"],
];

/** Bump this when `withNames` makes something else of the same file: what was made before is kept between runs. */
const version = 1;

export default { createTransformer };

function createTransformer(options) {
	const { process, processAsync, getCacheKey } = swc.createTransformer(options);
	return {
		process: (text, path, more) => withNames(process(text, path, more)),
		processAsync: async (text, path, more) => withNames(await processAsync(text, path, more)),
		getCacheKey: (...given) =>
			createHash("sha256")
				.update(JSON.stringify([version, names, getCacheKey(...given)]))
				.digest("hex"),
	};
}

/** On the first line, so that every line keeps its number. A name that is declared by the file itself is not taken. */
function withNames(made) {
	const taken = names.filter(
		(name) =>
			new RegExp(`\\b${name}\\b`).test(made.code) &&
			!new RegExp(`^(import\\b.*|(export )?(const|let|var|function|class) +)\\b${name}\\b`, "m").test(made.code),
	);
	return taken.length === 0 ? made : { ...made, code: `const { ${taken.join(", ")} } = globalThis; ${made.code}` };
}
