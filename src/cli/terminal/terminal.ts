/**
 * Standard output and standard error: colour where a terminal is, nothing lost at the end, silence when nobody reads any more.
 */
import type { WriteStream } from "node:tty";
import { systemError } from "./exit.js";

export interface Terminal {
	/** Writes to standard output; done when the text has left. */
	readonly print: (text: string) => Promise<void>;
	/** Writes to standard error. */
	readonly complain: (text: string) => Promise<void>;
	/** Nobody reads standard output any more: what is still to come is of no use. */
	readonly closed: () => boolean;
	/** What went wrong with standard output, other than that nobody reads it. */
	readonly fault: () => string | undefined;
	/** Done when everything written so far has left, to both. */
	readonly flush: () => Promise<void>;
	readonly colour: { readonly out: boolean; readonly err: boolean };
	/** What is still to be told before the process ends with this code. */
	readonly ending?: (code: number) => Promise<void>;
}

/** The process's own standard output and error. */
export function openTerminal(): Terminal {
	const out = sink(process.stdout);
	const err = sink(process.stderr);
	return {
		print: out.write,
		complain: err.write,
		closed: out.closed,
		fault: out.fault,
		flush: async () => {
			await Promise.all([out.flush(), err.flush()]);
		},
		colour: { out: wantsColour(process.stdout, process.env), err: wantsColour(process.stderr, process.env) },
	};
}

/** Colour: never with NO_COLOR, always with FORCE_COLOR, otherwise on terminals that know it. */
export function wantsColour(
	stream: Pick<WriteStream, "isTTY">,
	environment: Readonly<Record<string, string | undefined>>,
): boolean {
	if (environment.NO_COLOR) return false;
	const forced = environment.FORCE_COLOR;
	if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
	return stream.isTTY === true && environment.TERM !== "dumb";
}

interface Sink {
	readonly write: (text: string) => Promise<void>;
	readonly flush: () => Promise<void>;
	readonly closed: () => boolean;
	readonly fault: () => string | undefined;
}

function sink(stream: NodeJS.WriteStream): Sink {
	let closed = false;
	let fault: string | undefined;
	let last = Promise.resolve();
	const failed = (error: Error): void => {
		closed = true;
		// The reader went away, as `| head -1` does: that is its good right.
		const code = systemError(error)?.code;
		if (code !== "EPIPE" && code !== "ERR_STREAM_DESTROYED") fault ??= code ?? error.message;
	};
	stream.on("error", failed);
	return {
		closed: () => closed,
		fault: () => fault,
		flush: () => last,
		write: (text) => {
			if (!closed && text !== "") {
				// Texts leave in their order: when the last one has left, all have.
				last = new Promise((resolve) => {
					stream.write(text, (error) => {
						if (error && !closed) failed(error);
						resolve();
					});
				});
			}
			return last;
		},
	};
}
