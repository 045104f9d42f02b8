/**
 * Packages of one house may hold the same piece, each in a file of its own with a hash in its name: the client and the server of MCP bring a validator of 150 KB each. Where the text is
 * the same but for such names, the piece is bundled once.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../root.mjs";

const first = join(root, "node_modules/@modelcontextprotocol/server/dist");
const second = join(root, "node_modules/@modelcontextprotocol/client/dist");
const hash = /-[\w-]{8}(?=\.mjs$)/;

/** A plugin of esbuild. */
export const samePieces = {
	name: "the same pieces once",
	setup: ({ onResolve }) =>
		onResolve({ filter: /^\.\/.*\.mjs$/ }, ({ path, importer }) => {
			const own = join(dirname(importer), path);
			if (dirname(own) !== second || !hash.test(own)) return undefined;
			const other = readdirSync(first).find((name) => hash.test(name) && bare(name) === bare(path.slice(2)));
			if (other === undefined || textOf(join(first, other)) !== textOf(own)) return undefined;
			return { path: join(first, other) };
		}),
};

const bare = (name) => name.replace(hash, "");

function textOf(path) {
	return readFileSync(path, "utf8").replaceAll(/(["'/=][\w/.-]+?)-[\w-]{8}(?=\.mjs\b)/g, "$1");
}
