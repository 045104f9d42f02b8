/** `nobody-answers`: a question for a person, of an agent that runs where nobody is there. */
import type { Statement } from "../../../language/syntax/statements.js";
import type { LintContext, StatedStatement } from "../lint-context.js";
import type { TextLint } from "../lint-record.js";

export const nobodyAnswers: TextLint = {
	name: "nobody-answers",
	family: "agents",
	severity: "warning",
	summary: "a policy for jobs that nobody watches asks a person",
	looksAt: "text",
	check: (subject) => {
		/** By the file, and the agent or group in it. */
		const known = new Map<string, string | undefined>();
		return subject.ownStatements().flatMap((stated) => {
			const asked = questionIn(stated.statement);
			if (asked === undefined) return [];
			const place = `${stated.file.file}\0${stated.owner}`;
			if (!known.has(place)) known.set(place, unattended(stated, subject));
			const said = known.get(place);
			if (said === undefined) return [];
			return [
				{
					message: `\`${asked}\` waits for a person, and ${said}: nobody is there to answer`,
					span: stated.statement.span,
					help:
						asked === "ask"
							? "write `deny`, or `allow` what the job is to do; where nobody answers, a question is a denial that comes late"
							: `write \`${asked.replace("ask", "deny")}\`: where nobody answers, a question is a denial that comes late`,
				},
			];
		});
	},
};

function questionIn(statement: Statement): string | undefined {
	switch (statement.kind) {
		case "rule":
			// People who are named answer from where they are.
			return statement.keyword === "ask" && statement.people === undefined ? "ask" : undefined;
		case "setting":
			return statement.form === "effect" && statement.word.text === "ask" ? `${statement.keyword} ask` : undefined;
		default:
			return undefined;
	}
}

/** What says so: the name of the agent, or the comment above it or at the head of its file. */
function unattended({ owner, file }: StatedStatement, subject: LintContext): string | undefined {
	if (jobName.test(owner)) return `the agent is called \`${owner}\``;
	const block = file.statements.find(
		(one) => (one.kind === "agent" || one.kind === "group") && one.name.text === owner,
	);
	const above = [block?.comments?.before ?? [], headOf(file.file, subject)];
	for (const lines of above) {
		const found = saysSo.exec(lines.map((line) => line.replace(/^#+\s*/, "")).join(" "));
		if (found !== null) return `the comment says \`${found[0]}\``;
	}
	return undefined;
}

/** The comments before the first statement: those above the first of several agents are that agent's. */
function headOf(file: string, subject: LintContext): readonly string[] {
	const blocks = subject.statements().filter(({ statement, file: own }) => own.file === file && isBlock(statement));
	const begins = subject.statements().find((one) => one.file.file === file);
	if (blocks.length > 1 && begins !== undefined && isBlock(begins.statement)) return [];
	const first = subject.statements().find((one) => one.file.file === file)?.statement.span.start ?? 0;
	return subject
		.comments(file)
		.flatMap(({ text, start }) => (start < first && !text.includes("lint-ignore") ? [text] : []));
}

function isBlock({ kind }: Statement): boolean {
	return kind === "agent" || kind === "group";
}

/** Names are words joined by `-`, `_` or `.`. */
const jobName =
	/(?:^|[-_.])(?:ci|cicd|jobs?|pipelines?|nightly|cron|cronjob|batch|unattended|headless|scheduled|scheduler|autonomous|bot)(?=$|[-_.])/i;

/** In a sentence it takes more than the word to be sure what is meant. */
const saysSo =
	/\b(?:unattended|non-?interactive(?:ly)?|no(?:body|[- ]one) (?:is (?:there|watching|around|awake|present)|watches|answers|looks|sits|can answer)|(?:without|no) (?:a |any )?(?:person|people|human|humans|operator|terminal)(?: (?:is|there|to answer))?|(?:runs?|running|started|works?) (?:in|from|by|as) (?:a |the |our )?(?:ci|cron|pipeline|nightly|batch|scheduler|scheduled)|(?:ci|nightly|release|build|deploy(?:ment)?|cron|batch|scheduled|backup|night) (?:jobs?|pipelines?|runners?|runs?|bots?)(?= of\b|[.:,;]|$))/i;
