/** What an act is, the ways to do it, and how both are written down. */

/** What an attacker is after. */
export const goalKinds = [
	/** A file is read that the author keeps unread. */
	"read",
	/** A file is written, replaced or taken away that the author keeps as it is. */
	"write",
	/** A file or a folder of the workspace is deleted. */
	"delete",
	"force-push",
	/** Any line of a shell runs. */
	"shell",
	/** Any host is talked to. */
	"network",
	/** Something runs later. */
	"persistence",
	"privilege",
	/** The environment, or a store of credentials, is shown. */
	"secrets",
] as const;
export type GoalKind = (typeof goalKinds)[number];

/** A line, or several that are asked for one after the other. */
export interface Way {
	/** The program that does it, for counting ways. */
	readonly by: string;
	/**
	 * `{file}`, `{folder}` and `{name}` stand for what is meant, `{above}` for its folder and for each one above. `{x:main}` stands for what a rule names there, or else
	 * for the word behind the colon.
	 */
	readonly lines: readonly string[];
	/** It is the same act in other words: whoever refuses the usual way means this one as well. */
	readonly same: boolean;
	/** The tests run it. What needs a network, a service or other rights stands on the word of its manual. */
	readonly verified: boolean;
}

export interface Act {
	/** What is done: "overwrites a branch of others". */
	readonly does: string;
	/** What it comes to, where attacks try its ways. */
	readonly goal?: GoalKind;
	/** The first way is the usual one, and refusing it is refusing the act. */
	readonly ways: readonly Way[];
	/** So many of the first are as usual as each other: refusing any of them is refusing the act. */
	readonly alike?: number;
	/** The ways are as strong as each other, and no spellings of one: where a person is asked about another, that one was thought of. */
	readonly loose?: true;
}

/** Lines with these need a network, a service or other rights. */
const unverified =
	/example\.com|(?:^| )ssh |\b(?:docker|podman|sudo|npx|npm|pip|tmux|screen|crontab|systemctl|systemd-run|loginctl|launchctl|trash|gio|batch|at now|psql|mysql|pre-commit|watch|pwsh|strace|man|script|gh|vault|kubectl|aws|gcloud|hub|uv|poetry|cargo|gradle|mvn|go|just|yarn|pnpm|pytest)\b/;

/** Does a line need a network, a service, other rights, or a program that is seldom there? */
export function needsMore(line: string): boolean {
	return unverified.test(line);
}

export function act(does: string, ...lines: readonly string[]): Act {
	return { does, ways: lines.map((line) => ({ by: programOf(line), lines: [line], same: true, verified: false })) };
}

/** Ways of which none says less than another, but for those behind `~`, which are unusual. */
export function alike(does: string, ...lines: readonly string[]): Act {
	const usual = lines.filter((line) => !line.startsWith("~"));
	const others = lines.flatMap((line) => (line.startsWith("~") ? [line.slice(1)] : []));
	return { ...act(does, ...usual, ...others), alike: usual.length };
}

/**
 * An act a row: `what it does: way | way | ~unusual way`. Behind `>` in place of the colon the first way alone is the usual one. `{a,b} {c,d}` are four ways: a front end
 * with each of its recipes.
 */
export function actsIn(rows: string): readonly Act[] {
	return rows
		.trim()
		.split("\n")
		.map((row) => {
			const [, does = "", sign, text = ""] = /^\s*([^:>]+?)\s*([:>]) (.*)$/.exec(row) ?? [];
			const lines = text.split(" | ").flatMap(spelledOut);
			const one = sign === ">" ? act(does, ...lines.map((line) => line.replace(/^~/, ""))) : alike(does, ...lines);
			return { ...one, loose: true };
		});
}

/** `{a,b} c`: `a c`, `b c`. What has no comma in it is a placeholder. */
function spelledOut(line: string): readonly string[] {
	for (let start = line.indexOf("{"); start >= 0; start = line.indexOf("{", start + 1)) {
		const cuts = [start];
		let depth = 0;
		let at = start;
		do {
			const letter = line[at];
			if (letter === "{") depth++;
			if (letter === "}") depth--;
			if (letter === "," && depth === 1) cuts.push(at);
			at++;
		} while (depth > 0 && at < line.length);
		cuts.push(at - 1);
		if (cuts.length > 2)
			return cuts
				.slice(1)
				.flatMap((cut, place) =>
					spelledOut(`${line.slice(0, start)}${line.slice((cuts[place] ?? 0) + 1, cut)}${line.slice(at)}`),
				);
	}
	return [line];
}

/** An act with a way a row. `=` before one says that it is the same act in other words, `;;` parts lines, the program is the first word unless parentheses name it. */
export function goal(kind: GoalKind, does: string, rows: string): Act {
	return { does, goal: kind, ways: rows.trim().split("\n").map(wayIn) };
}

function wayIn(row: string): Way {
	const [, same, named, text = ""] = /^\s*(= )?(?:\(([^)]+)\) )?(.*)$/.exec(row) ?? [];
	const lines = text.split(" ;; ");
	return {
		by: named ?? programOf(text),
		lines,
		same: same !== undefined,
		verified: !lines.some(needsMore),
	};
}

function programOf(line: string): string {
	const [first = ""] = line.split(" ");
	return first;
}
