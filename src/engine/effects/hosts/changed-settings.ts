/** May a command change the settings of a repository that another one of the same script reads? */
import type { ReadCommand } from "../commands.js";
import { plainPowers, powersBeyond } from "../powers-used.js";

/** What git does to files and branches, and not to its settings but for which of the remotes a branch has. */
const harmless: ReadonlySet<string | undefined> = new Set([
	"add",
	"commit",
	"diff",
	"fetch",
	"log",
	"ls-files",
	"ls-remote",
	"pull",
	"push",
	"rev-parse",
	"show",
	"status",
]);

export function mayChangeSettings({ command, args }: ReadCommand): boolean {
	const { program } = args;
	if (program === undefined) return true;
	if (command.redirects.some(({ access, target }) => access !== "read" && !isPlainTarget(target))) return true;
	if (program.name === "git") return !harmless.has(args.subcommand);
	const powers = [...plainPowers(args), ...powersBeyond(args).map(({ power }) => power)];
	return powers.some((power) => power !== "network" && power !== "secrets");
}

function isPlainTarget(target: ReadCommand["command"]["redirects"][number]["target"]): boolean {
	return target.kind === "known" && /^\/dev\/(?:null|stdout|stderr|tty)$/.test(target.text);
}
