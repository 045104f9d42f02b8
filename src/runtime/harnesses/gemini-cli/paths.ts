/** What Gemini CLI makes of a path that its tools are given, after the hook was asked: read in 0.61.0, and tried. */
import { isAbsolute, normalize, resolve } from "node:path";
import type { Fields } from "../dialect/dialect.js";
import { isFields } from "../dialect/read-tool-call.js";

/** `vault%2Fx` is also `vault/x`: once the path is whole, it is decoded as an address is. */
export function pathReadings(path: string): readonly string[] {
	try {
		const folded = normalize(path);
		const decoded = decodeURIComponent(folded);
		if (decoded === folded) return [path];
		// What was relative before stays so.
		return [path, isAbsolute(path) ? decoded : `./${decoded}`];
	} catch {
		// What can't be decoded stays as it is.
		return [path];
	}
}

/** `@vault/x` is also `vault/x`: without the sign, where nothing lies there with it. */
export function filePathReadings(path: string): readonly string[] {
	const bare = path.startsWith("@") ? path.slice(1).replace(/^[\\/]+/, "") : "";
	return [path, ...(bare === "" ? [] : [bare])].flatMap(pathReadings);
}

/**
 * The arguments with which an allowed call is to be made anew; undefined where it may stay. These tools follow links before the hook is asked, and calls of the same turn may have
 * changed them since. `replace` also takes a relative path that is not there for the one file of the workspace whose path ends so; a whole path it takes as it is.
 */
export function inputAnew({ tool_name, tool_input, cwd }: Fields): Fields | undefined {
	if (typeof tool_name !== "string" || !followsEarly.has(tool_name) || !isFields(tool_input)) return undefined;
	const { file_path } = tool_input;
	return tool_name === "replace" && typeof file_path === "string" && typeof cwd === "string"
		? { ...tool_input, file_path: resolve(cwd, file_path) }
		: tool_input;
}
const followsEarly = new Set(["read_file", "write_file", "replace"]);

/** It fetches a file of GitHub from where its bytes are. */
export function rawAddress(address: URL): string | undefined {
	if (address.hostname !== "github.com" || !address.pathname.includes("/blob/")) return undefined;
	const raw = new URL(address);
	raw.hostname = "raw.githubusercontent.com";
	raw.pathname = raw.pathname.replace(/^(\/[^/]+\/[^/]+\/)blob\//, "$1");
	return raw.href;
}
