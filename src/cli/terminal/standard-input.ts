/** Standard input: whole, or line by line as it comes. */
import { isUtf8 } from "node:buffer";
import { fstatSync } from "node:fs";
import { type InputLine, lineSplitter } from "../../runtime/servers/lines/split-lines.js";
import { systemError, WrongQuestion } from "./exit.js";

/** All of standard input. */
export async function wholeInput(most: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of chunksOf()) {
		size += chunk.length;
		if (size > most)
			throw new WrongQuestion(
				`standard input is larger than ${most / 1024 / 1024} MiB`,
				"give less, or put it into a file",
			);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** All of standard input as text. */
export async function wholeText(most: number): Promise<string> {
	const bytes = await wholeInput(most);
	if (isUtf8(bytes)) return bytes.toString("utf8");
	throw new WrongQuestion("standard input is not UTF-8 text", "give a policy as text in UTF-8");
}

/** The lines of standard input, or of other bytes, as many at a time as have come. A longer line than `longest` bytes is read over. */
export async function* inputLines(
	longest: number,
	chunks: AsyncIterable<Buffer> = chunksOf(),
): AsyncGenerator<readonly InputLine[]> {
	const splitter = lineSplitter(longest);
	for await (const chunk of chunks) {
		const lines = splitter.take(chunk);
		if (lines.length > 0) yield lines;
	}
	const rest = splitter.rest();
	if (rest.length > 0) yield rest;
}

/** The bytes of standard input, as they come. */
export async function* chunksOf(): AsyncGenerator<Buffer> {
	// Node reads a folder as if it were empty.
	if (fstatSync(0).isDirectory()) throw new WrongQuestion("standard input is a folder", "give a file or a pipe");
	try {
		for await (const chunk of process.stdin) yield chunk as Buffer;
	} catch (error) {
		const code = systemError(error)?.code;
		if (code === undefined) throw error;
		throw new WrongQuestion(`standard input can't be read (${code})`, "check where it comes from");
	}
}
