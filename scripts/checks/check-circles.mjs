/** Finds files that import each other in a circle, types included, in `grammar` and `src`. dependency-cruiser reads the imports. */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { cruise } from "dependency-cruiser";
import { root as here } from "../root.mjs";

const { values: options } = parseArgs({ options: { root: { type: "string", default: here } } });
process.chdir(options.root);
const folders = ["grammar", "src"].filter((folder) => existsSync(folder));
const { output } = await cruise(folders, {
	parser: "swc",
	doNotFollow: { path: "node_modules" },
	enhancedResolveOptions: { extensions: [".ts", ".js"] },
	ruleSet: { forbidden: [{ name: "no-circular", severity: "error", from: {}, to: { circular: true } }] },
	validate: true,
});
const { modules, summary } = output;
const read = modules.filter(({ source }) => source.endsWith(".ts")).length;
/** A circle is found from each of its files: once is enough. */
const circles = new Map(
	summary.violations.map(({ from, cycle = [] }) => {
		const files = cycle.map(({ name }) => name);
		return [[...files].sort().join(), [from, ...files]];
	}),
);
for (const files of circles.values()) console.error(`circle: ${files.join(" → ")}`);
if (read === 0) console.error("circles: no module was read: run the check in the repository's folder");
else if (circles.size === 0) console.log(`circles: none among ${read} modules`);
else
	console.error(
		`circles: ${circles.size} among ${read} modules\n\tMove what both need into a file of its own, or hand it over as an argument.`,
	);
process.exitCode = read > 0 && circles.size === 0 ? 0 : 1;
