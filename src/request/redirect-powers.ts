/** The powers that redirections bring: a file that is written is written, whoever fills it. */
import type { Arguments } from "./arguments.js";
import { isNoFile } from "./no-file.js";
import type { Redirect } from "./request.js";
import type { Use } from "./uses.js";

/** `write` for every file that is opened for writing, unless the command may write, or run code, in its plain use already. */
export function redirectPowers(redirects: readonly Redirect[], args: Arguments): readonly Use[] {
	const plain = args.usage?.powers ?? ["code"];
	if (plain.includes("write") || plain.includes("code")) return [];
	return redirects
		.filter(({ access, target }) => access !== "read" && !isNoFile(target))
		.map(({ target }) => ({ power: "write", sure: target.kind === "known" }));
}
