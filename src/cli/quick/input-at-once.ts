/** Standard input, read without a stream, which takes longer to load than most questions take to answer. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/**
 * What standard input holds: of a file, and on Linux of a pipe. `late`: a pipe did not end in time. Undefined where it takes a stream, such as for a socket, a read of
 * which would wait for ever. `most`: not many more bytes are read. `mayWait`: is there time left?
 */
export function inputAtOnce(most: number, mayWait: () => boolean): Buffer | "late" | undefined {
	const stats = fstatSync(0);
	if (stats.isFile()) return readAll(0, most, mayWait);
	if (process.platform !== "linux" || !stats.isFIFO()) return undefined;
	let pipe: number;
	try {
		// The same pipe, opened by itself: that it does not wait is nothing that others who read from it notice.
		pipe = openSync("/proc/self/fd/0", constants.O_RDONLY | constants.O_NONBLOCK);
	} catch {
		return undefined;
	}
	try {
		return readAll(pipe, most, mayWait);
	} finally {
		closeSync(pipe);
	}
}

function readAll(file: number, most: number, mayWait: () => boolean): Buffer | "late" {
	const chunks: Buffer[] = [];
	let size = 0;
	let sleeper: Int32Array | undefined;
	while (size <= most) {
		const chunk = Buffer.allocUnsafe(chunkSize);
		try {
			const count = readSync(file, chunk, 0, chunkSize, null);
			if (count === 0) break;
			chunks.push(chunk.subarray(0, count));
			size += count;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
			if (!mayWait()) return "late";
			sleeper ??= new Int32Array(new SharedArrayBuffer(4));
			Atomics.wait(sleeper, 0, 0, pause);
		}
	}
	return Buffer.concat(chunks);
}

const chunkSize = 64 * 1024;
/** Between two looks at a pipe in which nothing has come yet. Milliseconds. */
const pause = 1;
