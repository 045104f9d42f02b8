/**
 * A hook's answer: reads what a harness says in its dialect, has the commands in it decided, and answers in the same dialect. Whatever can't be
 * read or decided is denied, in the way in which that harness stops the tool.
 */

import { isUtf8 } from "node:buffer";
import { isAbsolute, resolve } from "node:path";
import { isStricter } from "../../../engine/decide/combine.js";
import { refusal } from "../../../engine/decide/decide.js";
import type { Decision } from "../../../engine/decide/decision.js";
import { questionText } from "../../../engine/decide/explain/question-text.js";
import { governs as isGoverned } from "../../../engine/decide/governed.js";
import type { Decisions } from "../../../engine/decide/tree.js";
import type { Request } from "../../../engine/request/request.js";
import { visible } from "../../../language/diagnostic/render-visible.js";
import type { Hand } from "../../../language/policy/hands.js";
import type { Asker, Dialect, Fields, FileText, News, Reply, ToolUse, Variables, Verdict } from "../dialect/dialect.js";
import { isFields } from "../dialect/read-tool-call.js";
import { askIfInteractive } from "./ask-if-interactive.js";
import { type ShellCall, shellCallOf } from "./shell-call.js";
import { toolUseOf } from "./tool-call.js";

/** More than this is not read. Bytes. */
export const mostInput = 8 * 1024 * 1024;

/** What a hook is told when it is registered. */
export interface HookSettings {
	/** Who asks, whatever the harness says. */
	readonly agent?: string;
	/** What paths of the policy are relative to. */
	readonly workspace?: string;
	/** Nudges do not hold. */
	readonly force?: true;
	/** An allowed command is a question for nobody else. */
	readonly alone?: true;
}

/** A question for a policy. */
export interface HookQuestion {
	readonly input: Fields;
	readonly call: Extract<ShellCall, { kind: "commands" | "none" }>;
	/** What the tool does besides, as commands of reserved names. */
	readonly use: ToolUse;
	/** Absolute: where the commands would run, and what paths of the policy are relative to. */
	readonly cwd: string;
	readonly workspace: string;
	/** The agent's name, as the harness tells it. */
	readonly told?: string;
	/** The permission mode, as the harness tells it. */
	readonly mode?: string;
	/** Its session began as a copy of another one. */
	readonly isFork?: true;
	/** Whose call it is, as the harness tells it. */
	readonly asker?: Asker;
	/** The harness's name of the call. */
	readonly name?: string;
	/** The call returns before what it starts has ended. */
	readonly background?: true;
	readonly settings: HookSettings;
}

/** What a harness tells, and asks nothing. */
export interface HookNews {
	readonly input: Fields;
	readonly news: Exclude<News, { kind: "none" }>;
	readonly workspace: string;
}

/** What is asked, or the answer where no policy is needed for it. `cwd`: the folder of this process. */
export function readHook(
	dialect: Dialect,
	bytes: Buffer,
	settings: HookSettings,
	{
		variables,
		cwd: own,
		fileText = () => undefined,
	}: { readonly variables: Variables; readonly cwd: string; readonly fileText?: FileText },
): HookQuestion | HookNews | Reply {
	const input = parsed(bytes);
	if (typeof input === "string") return denial(dialect, notUnderstood(dialect, input));
	const news = dialect.news?.(input);
	if (news !== undefined) {
		const workspace = settings.workspace ?? newsFolder(dialect, input, variables, own, fileText);
		return news.kind === "none" || workspace === undefined ? nothingSaid(dialect, input) : { input, news, workspace };
	}
	const denied = (why: string): Reply => denial(dialect, notUnderstood(dialect, why), input);
	const told = dialect.read(input, variables, own, fileText);
	if (typeof told === "string") return denied(told);
	const call = shellCallOf(told, dialect);
	const use = toolUseOf(told, dialect);
	switch (call.kind) {
		case "unclear":
			return denied(call.why);
		case "input":
			return dialect.answer({ kind: "ask", reason: `\`${visible(told.tool)}\` ${unknowable}` }, input);
		case "none":
		case "commands": {
			if (call.kind === "none" && "commands" in use && use.commands.length === 0)
				return dialect.answer({ kind: "none" }, input);
			const project = told.project ?? told.cwd ?? own;
			for (const folder of [told.cwd ?? own, project])
				if (!isAbsolute(folder) || folder.includes("\0")) return denied(`the folder \`${folder}\` is not absolute`);
			const cwd = resolve(told.cwd ?? own, (call.kind === "none" ? undefined : call.folder) ?? ".");
			return {
				input,
				call,
				use,
				cwd,
				workspace: settings.workspace ?? resolve(project),
				...(told.agent === undefined ? {} : { told: told.agent }),
				...(told.mode === undefined ? {} : { mode: told.mode }),
				...(told.isFork === undefined ? {} : { isFork: told.isFork }),
				...(told.asker === undefined ? {} : { asker: told.asker }),
				...(told.call === undefined ? {} : { name: told.call }),
				...(told.background === undefined ? {} : { background: told.background }),
				settings,
			};
		}
	}
}

/** The answer to what asks nothing. */
export function nothingSaid(dialect: Dialect, input: Fields): Reply {
	return dialect.answer({ kind: "none" }, input);
}

/** The project's folder, as a question of the same harness would tell it. */
function newsFolder(
	dialect: Dialect,
	input: Fields,
	variables: Variables,
	own: string,
	fileText: FileText,
): string | undefined {
	const asked = {
		...input,
		...{ hook_event_name: "PreToolUse", tool_name: "none", tool_input: {} },
		...{ tool: "none", args: {}, tool_call: { name: "none", input: {} } },
	};
	const told = dialect.read(asked, variables, own, fileText);
	if (typeof told === "string") return undefined;
	const project = told.project ?? told.cwd ?? own;
	return isAbsolute(project) && !project.includes("\0") ? resolve(project) : undefined;
}

/** Decides one request of a question, and records it. */
export type DecideOne = (request: Request) => Decision;

/** The answer to a question. `home`: where `~` leads. `record`: gives the decision that stands when it was recorded. `remarks`: what there is to be said then of the records. */
export function answerHook(
	dialect: Dialect,
	{ call, use, cwd, told, mode, settings, input }: HookQuestion,
	decisions: Decisions,
	{
		decide,
		record,
		remarks = () => [],
		home,
	}: {
		readonly decide: DecideOne;
		readonly record: (request: Request, decision: Decision) => Decision;
		readonly remarks?: () => readonly string[];
		readonly home?: string;
	},
): Reply {
	const agent = settings.agent ?? (told !== undefined && Object.hasOwn(decisions.agents, told) ? told : "default");
	const facts = { harness: dialect.name, ...(mode === undefined ? {} : { mode }) };
	let strictest: Decision | undefined;
	const take = (request: Request, made: Decision): void => {
		const decision = record(request, made);
		if (strictest === undefined || isStricter(decision.effect, strictest.effect)) strictest = decision;
	};
	for (const command of call.kind === "none" ? [] : call.commands) {
		const force = settings.force === true || isForced(command.script);
		const request = {
			agent,
			cwd,
			facts,
			...(force ? { force } : {}),
			...(call.kind === "none" || call.env === undefined ? {} : { env: call.env }),
			...command,
		} as Request;
		const first = decide(request);
		take(request, call.kind === "none" ? first : seen(first, call, request, decisions, home));
	}
	const isShell = call.kind === "commands";
	if ("unclear" in use) {
		// Nobody knows what it does, and only who governs it has a say.
		if (governs(decisions, agent, use.hand)) return denial(dialect, notUnderstood(dialect, use.unclear), input);
	} else if (use.commands.length > 0) {
		const request: Request = {
			agent,
			cwd,
			facts,
			...(settings.force === true ? { force: true } : {}),
			call: use.commands,
		};
		const made = decide(request);
		if (made.code !== "ungoverned") take(request, made);
	}
	if (strictest === undefined && isShell) return denial(dialect, notUnderstood(dialect, "it holds no command"), input);
	const verdict: Verdict =
		strictest === undefined ? { kind: "none" } : verdictOf(strictest, settings.alone === true, isShell);
	return remarking(dialect, dialect.answer(verdict, input), strictest?.effect ?? "allow", remarks());
}

/** Do the rules of the agent decide calls of this hand? Where there is no such agent, everything is denied. */
function governs({ agents }: Decisions, agent: string, hand: Hand): boolean {
	const own = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
	return own === undefined || isGoverned(own.agent, hand);
}

/**
 * An answer with what there is to be said of its records. Where the harness has no field for it, it stands on standard error, if the command may
 * run: beside a denial there could be taken for its reason what stands there.
 */
function remarking({ remark }: Dialect, reply: Reply, effect: Decision["effect"], remarks: readonly string[]): Reply {
	if (remarks.length === 0 || reply.code !== 0) return reply;
	const text = shown([...new Set(remarks)].join("\n"));
	if (remark === undefined) return effect === "allow" ? { ...reply, stderr: `warning: ${text}\n` } : reply;
	const answer = JSON.parse(reply.stdout) as Fields;
	return { ...reply, stdout: `${JSON.stringify({ ...answer, [remark]: text })}\n` };
}

/** An answer that stops the tool and says why. `input`: what was read, where it could be. */
export function denial(dialect: Dialect, reason: string, input: Fields = {}): Reply {
	return dialect.answer({ kind: "deny", reason: shown(reason) }, input);
}

function notUnderstood({ title }: Dialect, why: string): string {
	return `what ${title} asks can't be understood, so it is denied: ${why}`;
}

function parsed(bytes: Buffer): Fields | string {
	if (bytes.length === 0) return "standard input is empty";
	if (bytes.length > mostInput) return `standard input is larger than ${mostInput / 1024 / 1024} MiB`;
	if (!isUtf8(bytes)) return "standard input is not UTF-8 text";
	try {
		// Some put a mark of the order of bytes before it.
		const value: unknown = JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
		return isFields(value) ? value : "standard input is no JSON object";
	} catch {
		return "standard input is no JSON";
	}
}

/** An agent forces what it was nudged away from by a comment at the end of the command. */
function isForced(script: string | undefined): boolean {
	return script !== undefined && /(?:^|\s)#\s*force\s*$/.test(script);
}

/** A decision about a command of a shell, where more is told to it than stands there. */
function seen(
	decision: Decision,
	call: Extract<ShellCall, { kind: "commands" }>,
	request: Request,
	decisions: Decisions,
	home: string | undefined,
): Decision {
	if (call.isWritten) return written(decision, request, decisions);
	return call.mayBeDriven ? askIfInteractive(decision, request, decisions, home) : decision;
}

/** What would be allowed to a shell is a question, since nobody knows that it is one. */
function written(decision: Decision, request: Request, decisions: Decisions): Decision {
	if (decision.effect !== "allow") return decision;
	return { ...refusal(decisions, request, "unreadable", `This ${unknowable}`), effect: "ask" };
}
const unknowable = "writes to a program that runs: what it makes of it can't be known.";

/** `byText`: a repeat can say that it is meant, as a comment of a command can. */
function verdictOf(decision: Decision, alone: boolean, byText: boolean): Verdict {
	const { effect, message, approvals } = decision;
	const reason = (): string => shown(message);
	// A harness asks whoever sits before it, and that is none of the people who are waited for.
	if (approvals !== undefined) return { kind: "deny", reason: reason() };
	switch (effect) {
		case "allow":
			return { kind: "allow", alone };
		case "ask":
			return { kind: "ask", reason: reason(), question: shown(questionText(decision)) };
		case "nudge":
			return {
				kind: "deny",
				reason: byText ? `${reason()} If it has to be this command, repeat it with \`# force\` at its end.` : reason(),
			};
		case "deny":
			return { kind: "deny", reason: reason() };
	}
}

/** A message as terminals may show it, no longer than a pipe holds. Never none: a denial without a reason is no answer to some, and the command runs. */
function shown(message: string): string {
	if (message.trim() === "") return "The policy says so, and gives no reason.";
	const text = message.length > longest ? `${message.slice(0, longest)}…` : message;
	return text.split("\n").map(visible).join("\n");
}
const longest = 4_000;
