/** `rules approve`: the questions that wait for certain people, and the answers of whoever sits at the terminal. */
import { Argument } from "commander";
import { refusal } from "../../engine/decide/decide.js";
import { saidOfConsent } from "../../engine/decide/explain/past-text.js";
import type { Decisions } from "../../engine/decide/tree.js";
import { pastTests } from "../../engine/history/event-tests.js";
import type { Approver } from "../../engine/history/history.js";
import { joinParts } from "../../language/diagnostic/join-words.js";
import { visible } from "../../language/diagnostic/render-visible.js";
import { didYouMean } from "../../language/diagnostic/suggest.js";
import { accountHere } from "../../runtime/history/account.js";
import {
	giveApproval,
	listQuestions,
	type Refused,
	type ShownQuestion,
	withdrawApproval,
} from "../../runtime/history/approvals.js";
import { harnessProcess } from "../../runtime/history/harness-process.js";
import type { HistoryOf } from "../../runtime/history/place.js";
import { realWorld } from "../../runtime/load/world.js";
import { chosenAudit } from "../audit/audit-choice.js";
import { knowing } from "../known-values.js";
import { chosenPolicy, definePolicy, type PolicyOptions } from "../policy/policy-choice.js";
import { wholePolicy } from "../policy/whole-policy.js";
import { exit, WrongQuestion } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

interface Options extends PolicyOptions {
	readonly workspace?: string;
	readonly anySession?: true;
	readonly audit?: string;
	readonly json?: true;
}

const actions = ["list", "give", "withdraw"];

export const approve: Verb = {
	define: (command) => {
		const action = knowing(new Argument("<list|give|withdraw>"), () => actions);
		definePolicy(command.usage("list|give ID|withdraw ID [options]").addArgument(action).argument("[ID]"))
			.option("--workspace <FOLDER>", "the project that the question is about (default: this folder)")
			.option(
				"--any-session",
				"of `give`: the yes is good for the same request of any session, not of the one that asked",
			)
			.option("--audit <FILE>", "of `give`: put the yes on record, in the log that has the question (or its settings)")
			.option("--json", "print it as JSON");
	},
	examples: [
		["rules approve list", "what waits for people, and who said yes"],
		["rules approve give 3fa1c2", "say yes to that request, as whoever logged in here"],
		["rules approve withdraw 3fa1c2", "take the own yes back"],
	],
	run: async (command, { terminal }) => {
		const [what = "", id] = command.args;
		if (!actions.includes(what))
			throw new WrongQuestion(
				`\`approve ${what}\` is nothing that can be done`,
				didYouMean(what, actions) ?? "say `list`, `give` or `withdraw`",
			);
		if (what !== "list" && id === undefined)
			throw new WrongQuestion(`\`approve ${what}\` says no question`, "`rules approve list` shows their IDs");
		if (what === "list" && id !== undefined)
			throw new WrongQuestion("`approve list` lists all questions", "leave the ID out");
		const options = command.opts<Options>();
		const names = chosenPolicy(options);
		const decisions = await wholePolicy(names, terminal);
		if (decisions === undefined) return exit.wrong;
		if (!pastTests(decisions).some(({ kind }) => kind === "consent"))
			throw new WrongQuestion(
				"no rule of the policy waits for certain people",
				"`ask of GROUP COMMAND` does; a plain `ask` is answered where it is asked",
			);
		const of = { policy: names, cwd: process.cwd(), workspace: realWorld(options.workspace ?? ".").workspace };
		if (what === "list") {
			const waiting = listQuestions(of, decisions);
			await terminal.print(
				options.json === true
					? `${JSON.stringify({ workspace: of.workspace, questions: waiting.map(questionRecord) })}\n`
					: listText(waiting, of),
			);
			return exit.yes;
		}
		const person = whoAnswers();
		const asker = harnessProcess();
		if (what === "withdraw") {
			const taken = withdrawApproval(of, decisions, id as string, { person, asker });
			if (typeof taken === "string") throw refused(taken, id as string, person);
			await terminal.print(
				options.json === true
					? `${JSON.stringify({ id, by: person.by, withdrawn: taken })}\n`
					: taken === 0
						? `${visible(person.by)} said no yes to ${visible(id as string)} that stands\n`
						: `${visible(id as string)}: the yes of ${visible(person.by)} is taken back\n`,
			);
			return taken === 0 ? exit.no : exit.yes;
		}
		const given = giveApproval(of, decisions, id as string, { person, isOfAny: options.anySession === true, asker });
		if (typeof given === "string") throw refused(given, id as string, person);
		for (const warning of await recorded(options.audit, given, decisions, person))
			await terminal.complain(`warning: ${visible(warning)}\n`);
		await terminal.print(
			options.json === true ? `${JSON.stringify(questionRecord(given))}\n` : `${questionText(given).join("\n")}\n`,
		);
		return exit.yes;
	},
};

/** Who sits here. Throws where nobody does, or the system does not say who. */
function whoAnswers(): Approver {
	if (process.stdin.isTTY !== true)
		throw new WrongQuestion("only a person may answer for a group", "run it in a terminal of your own");
	const person = accountHere();
	if (person !== undefined) return person;
	throw new WrongQuestion(
		"the system does not say who you are, and to which groups you belong",
		"approvals can be told to the library or to `rules serve` instead",
	);
}

function refused(why: Refused, id: string, { by, groups }: Approver): WrongQuestion {
	const who = `you are \`${visible(by)}\`, of ${joinParts(
		groups.map((group) => `\`${visible(group)}\``),
		"and",
	)}`;
	switch (why) {
		case "unknown":
			return new WrongQuestion(`no question \`${visible(id)}\` waits here`, "`rules approve list` shows those that do");
		case "nameless":
			return new WrongQuestion(
				`nobody can say yes to \`${visible(id)}\`: it holds words that can't be known before it runs`,
				"have the agent say them outright",
			);
		case "too-long":
			return new WrongQuestion(
				`\`${visible(id)}\` is longer than what can be shown, so nobody says yes to it here`,
				"have the agent write it into a file, and run that",
			);
		case "below":
			return new WrongQuestion(
				"an agent's harness started this, and only a person may answer",
				"run it in a terminal of your own",
			);
		case "not-asked":
			return new WrongQuestion(`\`${visible(id)}\` does not wait for you: ${who}`, "groups are those of the system");
		case "own-session":
			return new WrongQuestion(
				`\`${visible(id)}\` waits for several people, none of them whoever runs its session, and that is you`,
				"others answer as themselves: `sudo -u YOU rules approve give ID` in a login of their own",
			);
	}
}

/** Puts the yes on record beside its question. What there is to be said of that. */
async function recorded(
	log: string | undefined,
	{ record, agent }: ShownQuestion,
	decisions: Decisions,
	{ by, groups }: Approver,
): Promise<readonly string[]> {
	if (log === undefined) return [];
	if (record === undefined)
		return ["the yes is not on record: its question is not, so there is nothing to put it beside"];
	const audit = await chosenAudit(log);
	try {
		const question = { ...refusal(decisions, undefined, "rule", ""), agent };
		return audit.approved({ argv: [] }, { decision: question, id: record }, by, groups).warnings;
	} finally {
		audit.close();
	}
}

function listText(waiting: readonly ShownQuestion[], { workspace }: HistoryOf): string {
	if (waiting.length === 0) return `nothing waits for people in ${visible(workspace)}\n`;
	return `${waiting.map((one) => questionText(one).join("\n")).join("\n")}\n`;
}

function questionText(question: ShownQuestion): readonly string[] {
	const { id, text, isCut, cwd, agent, session, at, asks, given, worst, isAnswered, request } = question;
	const from = session === undefined ? "" : `, session ${visible(session)}`;
	const waits =
		request === undefined
			? ["nobody can say yes to it: it holds words that can't be known before it runs"]
			: isAnswered
				? ["it is answered: asked again, it is let through"]
				: asks.length === 0
					? ["no rule asks for this any more"]
					: asks.map((one) => saidOfConsent({ kind: "consent", people: one.needed, ...one }, one.yes));
	return [
		`${id}  ${momentText(at)}  \`${visible(text)}\`${isCut ? " and more, which is not shown" : ""}`,
		`        in ${visible(cwd)}, agent ${visible(agent)}${from}`,
		...waits.map((one) => `        ${visible(one)}`),
		...(worst === undefined ? [] : [`        worst: ${visible(worst)}`]),
		...given.map((one) => `        yes: ${visible(one.by)}, ${momentText(one.at)}${one.isUsed ? ", used" : ""}`),
	];
}

/** For programs; schemas/approve.schema.json describes it. */
function questionRecord({ request, at, given, asks, isCut, isAnswered, ...others }: ShownQuestion): object {
	return {
		...others,
		...(isCut ? { cut: true } : {}),
		...(request === undefined ? { nameless: true } : {}),
		at: new Date(at).toISOString(),
		answered: isAnswered,
		asks: asks.map(({ holds, ...one }) => ({ ...one, for: typeof holds === "number" ? holds / 1000 : holds })),
		given: given.map(({ isUsed, at: then, ...one }) => ({
			...one,
			at: new Date(then).toISOString(),
			...(isUsed ? { used: true } : {}),
		})),
	};
}

function momentText(at: number): string {
	return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}
