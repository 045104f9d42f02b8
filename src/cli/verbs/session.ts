/** `rules session`: what a session did, as far as it still matters, what that forbids now, and a person's word that lifts it. */
import { resolve } from "node:path";
import { Argument } from "commander";
import type { RuleRef } from "../../engine/decide/decision.js";
import type { HistoryEvent } from "../../engine/history/event.js";
import { pastTests } from "../../engine/history/event-tests.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { diskHistory, type ShownSession } from "../../runtime/history/disk-history.js";
import { harnessProcess } from "../../runtime/history/harness-process.js";
import { folderFor } from "../../runtime/history/place.js";
import { knowing } from "../known-values.js";
import { chosenPolicy, definePolicy, type PolicyOptions } from "../policy/policy-choice.js";
import { wholePolicy } from "../policy/whole-policy.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly workspace?: string;
	readonly json?: true;
}

const actions = ["show", "release"];

export const session: Verb = {
	define: (command) => {
		const action = knowing(new Argument("<show|release>"), () => actions);
		definePolicy(command.usage("show|release ID [options]").addArgument(action).argument("<ID>"))
			.option("--workspace <FOLDER>", "the project that the session works in (default: this folder)")
			.option("--json", "print it as JSON");
	},
	examples: [
		["rules session show 3f2a", "what the session did, and what that forbids now"],
		["rules session release 3f2a", "lift what it did, for rules that say `since released`"],
	],
	run: async (command, { terminal }) => {
		const [what, id] = command.args as [string, string];
		if (what !== "show" && what !== "release")
			throw new WrongQuestion(
				`\`session ${what}\` is nothing that can be asked`,
				didYouMean(what, actions) ?? "say `show` or `release`",
			);
		const options = command.opts<Options>();
		const names = chosenPolicy(options);
		const decisions = await wholePolicy(names, terminal);
		if (decisions === undefined) return exit.wrong;
		if (pastTests(decisions).length === 0)
			throw new WrongQuestion("the policy asks nothing about what happened before", "so no history is kept for it");
		const workspace = resolve(options.workspace ?? ".");
		const of = { policy: names, cwd: process.cwd(), workspace };
		const history = diskHistory(of);
		if (what === "release") {
			if (process.stdin.isTTY !== true)
				throw new WrongQuestion("only a person may release a session", "run it in a terminal of your own");
			if (!history.release(decisions, id, harnessProcess())) return await unknown();
			await terminal.print(
				options.json === true
					? `${JSON.stringify({ session: id, released: true })}\n`
					: `${visible(id)} is released: rules that say \`since released\` forget what it did before\n`,
			);
			return exit.yes;
		}
		const shown = history.show(decisions, id);
		if (shown === undefined) return await unknown();
		await terminal.print(
			options.json === true
				? `${JSON.stringify(sessionRecord(id, workspace, shown))}\n`
				: sessionText(id, workspace, shown),
		);
		return exit.yes;

		async function unknown(): Promise<number> {
			await terminal.complain(
				`nothing is kept of a session \`${visible(id)}\` in \`${visible(workspace)}\` (it would lie in \`${folderFor(of) ?? "a home folder"}\`)\n`,
			);
			return exit.no;
		}
	},
};

/** For programs; schemas/session.schema.json describes it. */
function sessionRecord(id: string, workspace: string, { isKnown, parts, events, standing }: ShownSession): object {
	return {
		session: id,
		workspace,
		known: isKnown,
		parts,
		events: events.map((event) => ({
			command: event.text,
			at: new Date(event.decided.wall).toISOString(),
			...(event.ended === undefined ? {} : { ended: new Date(event.ended.wall).toISOString() }),
			...(event.approval === undefined
				? { outcome: event.through ? event.ending : "denied" }
				: { outcome: "approved", ...(event.approval.by === undefined ? {} : { by: event.approval.by }) }),
			...(event.many === undefined ? {} : { many: true }),
		})),
		standing: standing.map(({ kind, asks, message, rules }) => ({ kind, asks, message, rules: rules.map(placeOf) })),
	};
}

function placeOf({ id, file, line }: RuleRef): object {
	return { id, file, line };
}

function sessionText(id: string, workspace: string, { isKnown, parts, events, standing }: ShownSession): string {
	const others = parts.filter((name) => name !== id && name !== "");
	const lines = [
		`${visible(id)} in ${visible(workspace)}${others.length === 0 ? "" : `, one with ${others.map(visible).join(", ")}`}`,
		...(isKnown
			? []
			: ["  what it did before can't be known: rules that fear something hold, and those that need something do not"]),
		...(events.length === 0
			? ["  it did nothing that a rule asks about"]
			: events.filter(({ text, through }) => text !== "" || through).map(eventLine)),
		...standing.map(({ kind, message, rules }) => {
			const where = rules.map(({ file, line }) => `${file}:${line}`).join(", ");
			return `${kind.padEnd(8)} ${visible(where)}: ${visible(message)}`;
		}),
	];
	return `${lines.join("\n")}\n`;
}

function eventLine({ text, decided, through, ending, many, approval }: HistoryEvent): string {
	const at = new Date(decided.wall).toISOString().slice(0, 16).replace("T", " ");
	if (text === "") return `  ${at}  it goes on from a session that nobody knows: anything may have happened there`;
	if (approval !== undefined) {
		const who = approval.by === undefined ? "somebody" : visible(approval.by);
		return `  ${at}  \`${visible(text)}\` was approved by ${who}${approval.isWithdrawn ? ", who took it back" : ""}`;
	}
	const how = !through
		? "was refused"
		: ending === "running"
			? "was let through"
			: ending === "unknown"
				? "ended, nobody knows how"
				: ending;
	return `  ${at}  ${many === undefined ? `\`${visible(text)}\`` : "several commands"} ${how}`;
}
