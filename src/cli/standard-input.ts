/** Standard input: whole, or line by line as it comes. */
import { isUtf8 } from "node:buffer";
import { fstatSync } from "node:fs";
import { systemError, WrongQuestion } from "./exit.js";

/** A line without its line break, or why it has no text. */
export type InputLine = { readonly text: string } | { readonly fault: "too long" | "not UTF-8" };

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
	let begun: Buffer[] = [];
	let size = 0;
	const take = (part: Buffer): void => {
		size += part.length;
		if (size <= longest) begun.push(part);
		else begun = [];
	};
	const finish = (): InputLine => {
		const line: InputLine =
			size > longest ? { fault: "too long" } : textOf(begun.length === 1 ? (begun[0] as Buffer) : Buffer.concat(begun));
		begun = [];
		size = 0;
		return line;
	};
	for await (const chunk of chunks) {
		const lines: InputLine[] = [];
		let start = 0;
		for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
			take(chunk.subarray(start, end));
			lines.push(finish());
			start = end + 1;
		}
		take(chunk.subarray(start));
		if (lines.length > 0) yield lines;
	}
	if (size > 0) yield [finish()];
}

function textOf(bytes: Buffer): InputLine {
	return isUtf8(bytes)
		? {
				text: bytes
					.toString("utf8")
					.replace(/^\ufeff/, "")
					.replace(/\r$/, ""),
			}
		: { fault: "not UTF-8" };
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
