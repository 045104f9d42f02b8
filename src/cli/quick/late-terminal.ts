/** Standard output and error, opened when there is something to print: many runs have nothing to say, and streams are slow to start. */
import { openTerminal, type Terminal } from "../terminal/terminal.js";

export function lateTerminal(): Terminal {
	let opened: Terminal | undefined;
	const terminal = (): Terminal => {
		opened ??= openTerminal();
		return opened;
	};
	return {
		print: async (text) => {
			if (text !== "") await terminal().print(text);
		},
		complain: async (text) => {
			if (text !== "") await terminal().complain(text);
		},
		closed: () => opened?.closed() ?? false,
		fault: () => opened?.fault(),
		flush: async () => opened?.flush(),
		get colour() {
			return terminal().colour;
		},
	};
}
