/** Which names a piece of a bundle exports that something assigns to after they were declared: whoever takes such a value once has an old one. */
import { parseSync, traverse } from "@babel/core";

/** Throws where there is one. `text`: an ES module, as esbuild writes it. */
export function assertLasting(name, text) {
	const changed = [];
	traverse(parseSync(text, { sourceType: "module", configFile: false, babelrc: false }), {
		Program(path) {
			for (const statement of path.node.body)
				if (statement.type === "ExportNamedDeclaration")
					for (const { local, exported } of statement.specifiers) {
						const found = path.scope.getBinding(local.name);
						if (found === undefined || found.constantViolations.length > 0) changed.push(exported.name);
					}
			path.stop();
		},
	});
	if (changed.length > 0)
		throw new Error(`${name} exports what changes later, which others take once (bundles.mjs): ${changed.join(", ")}`);
}
