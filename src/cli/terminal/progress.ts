/** How far a long reading has come: a line on standard error that is drawn over, where that is a terminal. */

export interface Progress {
	/** Tells of so many bytes more. */
	readonly add: (bytes: number) => void;
	/** Takes the line away. */
	readonly end: () => void;
}

/** Milliseconds before a reading counts as long, and between two drawings. */
const patience = 1000;
const pause = 200;

/** The progress of a reading of so many bytes, or of nobody knows how many. Silent off a terminal, and for a short reading. */
export function progress(
	what: string,
	total: number | undefined,
	stream: Pick<NodeJS.WriteStream, "isTTY" | "columns" | "write"> = process.stderr,
	clock: () => number = Date.now,
): Progress {
	if (stream.isTTY !== true || process.env.TERM === "dumb") return { add: () => {}, end: () => {} };
	let done = 0;
	let next = clock() + patience;
	let shown = false;
	return {
		add: (bytes) => {
			done += bytes;
			if (clock() < next) return;
			next = clock() + pause;
			shown = true;
			stream.write(`\r\u001b[K${progressLine(what, done, total).slice(0, (stream.columns || 80) - 1)}`);
		},
		end: () => {
			if (shown) stream.write("\r\u001b[K");
		},
	};
}

/** `replaying ████████░░░░░░░░░░░░  40 %`; what was read where the end is not known. */
export function progressLine(what: string, done: number, total: number | undefined): string {
	if (total === undefined || total <= 0) return `${what} ${(done / 1024 / 1024).toFixed(1)} MiB`;
	// A file may grow while it is read.
	const part = Math.min(1, done / total);
	const full = Math.floor(part * width);
	return `${what} ${"█".repeat(full)}${"░".repeat(width - full)} ${String(Math.floor(part * 100)).padStart(3)} %`;
}

const width = 20;
