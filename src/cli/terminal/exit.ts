/**
 * How the command line ends: 0 the answer is yes, 1 the answer is no, 2 the question was wrong.
 */
import { visible } from "../../language/diagnostic/render-visible.js";
import { NoHome } from "../../runtime/load/home-folder.js";

export const exit = {
	yes: 0,
	no: 1,
	wrong: 2,
	/** `rules run`, as `timeout` and shells say it. */
	timedOut: 124,
	notPermitted: 126,
	notStarted: 127,
	/** Plus the signal's number. */
	bySignal: 128,
} as const;

/** The question was wrong: what was asked can't be answered. `help` says what to do. */
export class WrongQuestion extends Error {
	override readonly name = "WrongQuestion";
	constructor(
		message: string,
		readonly help?: string,
	) {
		super(message);
	}
}

/** What is printed for an error that ends a verb. Whatever was not foreseen is a fault of ours and says so. */
export function complaint(error: unknown, debug: boolean): string {
	if (error instanceof WrongQuestion) {
		return `error: ${visible(error.message)}\n${error.help === undefined ? "" : `help: ${visible(error.help)}\n`}`;
	}
	if (error instanceof NoHome) return `error: ${visible(error.message)}\nhelp: ${error.help}\n`;
	if (systemError(error)?.syscall === "uv_cwd")
		return "error: the working folder is gone\nhelp: go to a folder that exists\n";
	const what = error instanceof Error ? error.message : String(error);
	const stack = debug && error instanceof Error ? `${error.stack}\n` : "";
	const lines = `error: this is a fault of bylaw: ${visible(what.split("\n")[0] ?? "")}; please report it with the command, the policy and what \`rules --version\` says\n`;
	return `${lines}${stack}`;
}

/** An error that the operating system gave, such as ENOENT. */
export function systemError(error: unknown): NodeJS.ErrnoException | undefined {
	return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string" ? error : undefined;
}

/** A question that is wrong because the operating system refused something: `doing` completes "can't be …". */
export function refusedBySystem(error: unknown, path: string, doing: string): unknown {
	const code = systemError(error)?.code;
	return code === undefined
		? error
		: new WrongQuestion(
				`\`${path}\` can't be ${doing}: ${reasons[code] ?? code}`,
				"check the path and its permissions",
			);
}

const reasons: Readonly<Record<string, string>> = {
	EACCES: "permission denied",
	EDQUOT: "the quota is used up",
	EEXIST: "it exists already",
	EISDIR: "it is a folder",
	ELOOP: "the path leads through a loop of links",
	ENAMETOOLONG: "the path is too long",
	ENOENT: "there is no such file or folder",
	ENOSPC: "the disk is full",
	ENOTDIR: "a part of the path is no folder",
	EPERM: "permission denied",
	EROFS: "the file system is read-only",
};
