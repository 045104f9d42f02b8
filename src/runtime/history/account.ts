/** Who sits at this terminal: the account that logged in, whatever account its processes run as by now, and its groups, as the system knows them. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import type { Approver } from "../../engine/history/history.js";

/** Undefined where the system does not tell it. `login`: the number of the account that logged in, as the kernel tells it. */
export function accountHere(login = loginNumber()): Approver | undefined {
	const name = login === undefined ? ownName() : said(["-un", login]);
	const groups = name === undefined ? undefined : said(["-Gn", name]);
	if (name === undefined || groups === undefined) return undefined;
	return { by: name, groups: groups.split(/\s+/).filter((one) => one !== "") };
}

/** `sudo` and `su` leave it as it is. Undefined where nobody logged in. */
function loginNumber(): string | undefined {
	try {
		const number = readFileSync("/proc/self/loginuid", "latin1").trim();
		return /^\d+$/.test(number) && number !== none ? number : undefined;
	} catch {
		return undefined;
	}
}
const none = "4294967295";

function ownName(): string | undefined {
	try {
		return userInfo().username;
	} catch {
		return undefined;
	}
}

/** The answer of the system's own `id`: another one of the same name is not asked. */
function said(words: readonly string[]): string | undefined {
	const program = ["/usr/bin/id", "/bin/id"].find((path) => existsSync(path));
	if (program === undefined) return undefined;
	const { status, stdout } = spawnSync(program, words, { encoding: "utf8", env: {}, timeout: 10_000 });
	const text = status === 0 ? stdout.trim() : "";
	return text === "" ? undefined : text;
}
