import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** A plugin for bundles: sources keep their own `import.meta.url` inside one. */
export const ownUrls = {
	name: "own-urls",
	setup({ onLoad }) {
		onLoad({ filter: /\.ts$/ }, ({ path }) => {
			const text = readFileSync(path, "utf8");
			const url = JSON.stringify(pathToFileURL(path).href);
			return { loader: "ts", contents: text.replaceAll("import.meta.url", url) };
		});
	},
};
