/** `rules audit`: a decision log for people and for checks: is it whole, what came lately, what was one decision, what are the numbers; and the logs of many machines. */
import { Argument, Option } from "commander";
import { readyQuestions } from "../../authoring/archive/questions.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import type { IngestQuestion } from "../audit/audit-ingest.js";
import type { LogQuestion } from "../audit/audit-log-choice.js";
import type { QueryQuestion } from "../audit/audit-query.js";
import type { ShipQuestion } from "../audit/audit-ship.js";
import { knowing } from "../known-values.js";
import { count, duration, optionOf } from "../options.js";
import { rulesRecord } from "../quick/shared-options.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Context, Verb } from "../verb.js";

type Options = Omit<LogQuestion, "log"> &
	Omit<IngestQuestion, "logs"> &
	Omit<QueryQuestion, "sql"> &
	Omit<ShipQuestion, "log">;

/** What can be done with a log, and which options that takes. */
const actions = {
	verify: ["json", "key", "holds"],
	tail: ["json", "agent", "session", "effect", "program", "since", "lines", "follow"],
	show: ["json"],
	stats: ["json", "agent", "session", "effect", "program", "since"],
	ingest: ["json", "to", "machine", "key", "whole"],
	ship: ["json", "to", "headers", "machine", "deadline", "once", "every"],
	query: ["json", "csv", "in", "ask", "since", "rules"],
} as const satisfies Readonly<Record<string, readonly (keyof Options)[]>>;
type Action = keyof typeof actions;

export const audit: Verb = {
	define: (command) => {
		command
			.usage("(verify | tail | show | stats | ship | ingest | query) [LOG | SQL] [ID | LOG...] [options]")
			.addArgument(knowing(new Argument("<ACTION>", "what to do"), () => Object.keys(actions)))
			.argument(
				"[LOG]",
				"a decision log, or the settings that name one (`NAME.audit.yaml`); `-` is standard input; of `query`: the question in SQL",
			)
			.argument("[MORE...]", "of `show`: the decision's id, or how it begins; of `ingest`: further logs")
			.option("--agent <AGENT>", "only what this agent asked")
			.option("--session <ID>", "only what was asked in this session of a harness, and in those that belong to it")
			.addOption(new Option("--effect <EFFECT>", "only what was decided so").choices(["allow", "ask", "nudge", "deny"]))
			.option("--program <NAME>", "only requests that run this program")
			.option("--since <TIME>", "only what is no older: `30m`, `12h`, `7d`, or a date such as `2026-01-31T12:00Z`")
			.option("--lines <NUMBER>", "of `tail`: how many decisions (default: 10)", count)
			.option("--follow", "of `tail`: goes on as the log grows")
			.option("--key <FILE>", "of `verify` and `ingest`: the key that the log was written with")
			.option("--holds <HASH>", "of `verify`: the hash of a line that was kept elsewhere; the log must still hold it")
			.option(
				"--to <FOLDER|URL>",
				"of `ingest`: the archive that the records go into; of `ship`: a folder, or a receiver of OTLP over HTTP",
			)
			.option("--machine <NAME>", "of `ingest` and `ship`: the machine of records that do not say theirs")
			.option("--whole", "of `ingest`: reads logs from their beginning, and not from where they were read up to before")
			.option("--headers <FILE>", "of `ship`: headers for the receiver, one a line")
			.option("--once", "of `ship`: sends what is there, and ends (so it is when nothing is said)")
			.addOption(new Option("--every <TIME>", "of `ship`: goes on, and sends what is new so often").argParser(duration))
			.addOption(
				new Option("--deadline <TIME>", "of `ship`: how long it is tried at most (default: `60s`)").argParser(duration),
			)
			.option("--in <FOLDER>", "of `query`: the archive that is asked")
			.addOption(
				new Option("--ask <NAME>", "of `query`: a question that is ready").choices(
					readyQuestions.map(({ name }) => name),
				),
			)
			.addOption(
				optionOf(rulesRecord("of `query --ask silent-rules`: the policy; the nearest `policy.rules` when absent")),
			)
			.option("--csv", "of `query`: print the answer as CSV")
			.option("--json", "print the answer as JSON; of `tail`, a line for each record");
	},
	examples: [
		["rules audit verify log.jsonl", "was anything changed, taken out or cut off?"],
		["rules audit tail --follow --effect deny log.jsonl", "what is refused, as it comes"],
		["rules audit show log.jsonl 5d41402a", "one decision, and what came of it"],
		["rules audit stats --since 7d log.jsonl", "the week in numbers"],
		["rules audit ship log.jsonl --to https://otel.example --every 1m", "what is new goes to a receiver of OTLP"],
		["rules audit ingest logs/*.jsonl --to archive", "the logs of many machines, as Parquet by day"],
		["rules audit query --in archive --ask denied-most", "what all of them are refused most"],
		["rules audit query --in archive 'select agent, count(*) from decisions group by agent'", "a question in SQL"],
	],
	run: async (command, context) => {
		const options = command.opts<Options>();
		const [name = "", ...words] = command.args;
		const action = actionOf(name);
		const strange = (Object.keys(options) as (keyof Options)[]).find(
			(option) => !(actions[action] as readonly (keyof Options)[]).includes(option),
		);
		if (strange !== undefined)
			throw new WrongQuestion(
				`\`--${strange}\` does not belong to \`rules audit ${action}\``,
				`it takes ${actions[action].map((one) => `\`--${one}\``).join(", ")}`,
			);
		return answered(action, words, options, context);
	},
};

async function answered(
	action: Action,
	words: readonly string[],
	options: Options,
	{ terminal }: Context,
): Promise<number> {
	if (action === "ingest" && words.length > 0)
		return (await import("../audit/audit-ingest.js")).auditIngest({ logs: words, ...options }, terminal);
	const [log, id, ...more] = words;
	if (action === "query") {
		if (id !== undefined)
			throw new WrongQuestion(`\`${id}\` does not belong to \`rules audit query\``, "put the SQL in quotes");
		const question = { ...options, ...(log === undefined ? {} : { sql: log }) };
		return (await import("../audit/audit-query.js")).auditQuery(question, terminal);
	}
	if (log === undefined)
		throw new WrongQuestion("it is not said which log", `name it: \`rules audit ${action} log.jsonl\``);
	if (action === "ship" && id === undefined)
		return (await import("../audit/audit-ship.js")).auditShip({ log, ...options }, terminal);
	if ((id !== undefined) !== (action === "show") || more.length > 0)
		throw action === "show"
			? new WrongQuestion("it is not said which decision", `give its id: \`rules audit show ${log} ID\``)
			: new WrongQuestion(`\`${id}\` does not belong to \`rules audit ${action}\``, "leave it out");
	const question: LogQuestion = { log, ...options };
	switch (action) {
		case "verify":
			return (await import("../audit/audit-verify.js")).auditVerify(question, terminal);
		case "tail":
			return (await import("../audit/audit-tail.js")).auditTail(question, terminal);
		case "show":
			return (await import("../audit/audit-show.js")).auditShow(question, id ?? "", terminal);
		case "ingest":
		case "ship":
		case "stats":
			await (await import("../audit/audit-stats.js")).auditStats(question, terminal);
			return exit.yes;
	}
}

function actionOf(name: string): Action {
	const names = Object.keys(actions) as Action[];
	const found = names.find((one) => one === name);
	if (found !== undefined) return found;
	throw new WrongQuestion(
		`\`${name}\` is nothing that can be done with a log`,
		didYouMean(name, names) ?? `there are ${names.map((one) => `\`${one}\``).join(", ")}`,
	);
}
