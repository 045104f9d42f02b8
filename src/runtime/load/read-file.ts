/**
 * Reads one policy file as text, or says why not. Only regular files of a bounded size are read.
 */
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** Larger files are not read. Bytes. YAML costs many times more to read than the language's own notation. */
export const largestPolicy = 4 * 1024 * 1024;
export const largestYaml = 1024 * 1024;

export type FileText = { readonly text: string } | { readonly message: string; readonly help: string };

export function readPolicyText(path: string): FileText {
	let descriptor: number;
	try {
		// A pipe must not make the reader wait.
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	} catch (error) {
		return failure(error);
	}
	try {
		const stats = fstatSync(descriptor);
		if (stats.isDirectory()) return { message: "this is a folder, not a policy file", help: "name the file in it" };
		if (!stats.isFile()) return { message: "this is no regular file", help: "name a `.rules` or `.rules.yaml` file" };
		const largest = /\.ya?ml$/.test(path) ? largestYaml : largestPolicy;
		if (stats.size > largest) {
			return {
				message: `this file is larger than ${largest / 1024 / 1024} MiB, which is no policy`,
				help: "split it into files that import each other",
			};
		}
		const bytes = readFileSync(descriptor);
		if (!isUtf8(bytes)) return { message: "this file is not UTF-8 text", help: "a policy is a text file in UTF-8" };
		return { text: bytes.toString("utf8") };
	} catch (error) {
		return failure(error);
	} finally {
		closeSync(descriptor);
	}
}

function failure(error: unknown): FileText {
	const code = (error as NodeJS.ErrnoException).code;
	switch (code) {
		case "ENOENT":
		case "ENOTDIR":
			return { message: "there is no such file", help: "check the path" };
		case "EACCES":
		case "EPERM":
			return { message: "this file may not be read", help: "check its permissions" };
		case "EISDIR":
			return { message: "this is a folder, not a policy file", help: "name the file in it" };
		case "ELOOP":
			return { message: "the path leads through a loop of links", help: "check the links" };
		case "ENAMETOOLONG":
			return { message: "the path is too long", help: "check the path" };
		default:
			return { message: `this file can't be read (${code ?? "unknown reason"})`, help: "check the path" };
	}
}
