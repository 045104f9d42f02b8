/** cc-safety-net: its own rules, which come with it, and its function for other programs. It knows what is denied; everything else it lets pass. */
import { tmpdir } from "node:os";
import { checkCommand } from "cc-safety-net/api";

export function prepare() {
	return { decide: (command) => checkCommand({ command, cwd: tmpdir() }).kind };
}
