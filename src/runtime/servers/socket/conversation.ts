/**
 * One client at a socket: its lines are answered in their order. It is read no faster than it takes its answers, so that a slow one holds little memory,
 * and it never keeps the others waiting for long.
 */
import type { Socket } from "node:net";
import { type AnswerRequest, type LineAnswerer, longestLine } from "../lines/answer-lines.js";
import { type InputLine, lineSplitter } from "../lines/split-lines.js";

export interface Conversation {
	/** Reads no more, answers what was read, and ends. */
	readonly finish: () => void;
}

/** Answers are handed on when so much has come together. UTF-16 units. */
const enough = 65_536;
/** After so long the others get their turn. Milliseconds. */
const longestTurn = 5;

/**
 * Talks to a client until it goes. `current`: how requests are answered that have come by now. `asked`: called whenever whole lines have come, and when
 * the client has taken answers that it was slow to take.
 */
export function converse(
	socket: Socket,
	answerer: LineAnswerer,
	current: () => AnswerRequest,
	asked: () => void,
): Conversation {
	const splitter = lineSplitter(longestLine);
	let lines: readonly InputLine[] = [];
	let next = 0;
	let isEnding = false;
	let isWaiting = false;

	const work = (): void => {
		isWaiting = false;
		if (socket.destroyed) return;
		try {
			const answerTo = answerer.turn(current());
			const end = performance.now() + longestTurn;
			let answers = "";
			while (next < lines.length) {
				answers += answerTo(lines[next++] as InputLine).text;
				if (answers.length >= enough || performance.now() > end) break;
			}
			const isTaken = answers === "" || socket.write(answers);
			if (!isTaken) wait(() => socket.once("drain", taken));
			else if (next < lines.length) wait(() => setImmediate(work));
			// Whatever it still sends is read by nobody.
			else if (isEnding) socket.end(() => socket.destroy());
			else socket.resume();
		} catch {
			// Who gets no answer runs nothing.
			socket.destroy();
		}
	};
	const taken = (): void => {
		asked();
		work();
	};
	const wait = (until: () => void): void => {
		isWaiting = true;
		socket.pause();
		until();
	};
	const say = (more: readonly InputLine[]): void => {
		lines = next < lines.length ? [...lines.slice(next), ...more] : more;
		next = 0;
		if (!isWaiting) work();
	};
	const finish = (): void => {
		if (isEnding) return;
		isEnding = true;
		socket.pause();
		say([]);
	};
	socket.on("data", (bytes) => {
		const whole = splitter.take(bytes);
		if (whole.length > 0) asked();
		say(whole);
	});
	socket.on("end", () => {
		if (isEnding) return;
		isEnding = true;
		say(splitter.rest());
	});
	// It went away, perhaps in the middle of a line.
	socket.on("error", () => socket.destroy());
	return { finish };
}
