/** The facts about programs as the sources have them, as data. */
import { build } from "esbuild";

/** Pairs of a name and a program, and the other names. `shared`: settings of all bundles. */
export async function facts(shared) {
	const bundle = await build({
		...shared,
		entryPoints: ["src/engine/knowledge/programs.generated.ts"],
		format: "esm",
		outfile: "facts.js",
		banner: {},
		metafile: false,
	});
	const url = `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].text).toString("base64")}`;
	const { programs, aliases } = await import(url);
	return { programs: Object.entries(programs).map(([name, make]) => [name, make()]), aliases };
}
