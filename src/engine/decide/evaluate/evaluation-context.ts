/**
 * What tests are put to: one command, its arguments as read, its effects, and the request around it.
 */
import type { Consent, PastQuestion } from "../../../language/policy/test.js";
import type { ReadCommand } from "../../effects/commands.js";
import { type Effects, effectsOf } from "../../effects/effects.js";
import type { Arguments } from "../../request/arguments/arguments.js";
import type { World } from "../../request/paths.js";
import type { Command } from "../../request/request.js";
import type { Circumstances } from "./circumstances.js";
import type { Truth } from "./truth.js";

export interface EvaluationContext {
	readonly command: Command;
	readonly args: Arguments;
	/** What it does. */
	readonly effects: Effects;
	readonly world: World;
	readonly trust: readonly string[];
	readonly forced: boolean;
	readonly tools: readonly string[] | undefined;
	/** Absent: nothing is known of them. */
	readonly circumstances?: Circumstances | undefined;
	/** What happened before it. Absent: nobody knows. */
	readonly before?: Before | undefined;
	/** These paths, and what they may be copies of that another command of the request makes; undefined where that is too much. Absent: there is no other. */
	readonly copies?: ((paths: readonly string[]) => readonly string[] | undefined) | undefined;
}

/** What happened before a command, as tests ask it. */
export interface Before {
	readonly answer: (asks: PastQuestion, subject: EvaluationContext) => Truth;
	/** Why it is so, for whoever asked to run the command: the step that is missing and what spoilt it, or what closed the way. */
	readonly say?: (asks: PastQuestion, subject: EvaluationContext) => string;
	/** Those who said yes. */
	readonly consenting?: (asks: Consent, subject: EvaluationContext) => readonly string[];
}

/** What is the same for all commands of a request. */
export interface CommandContext {
	readonly world: World;
	readonly cwd: string | undefined;
	readonly trust: readonly string[];
	readonly forced: boolean;
	readonly tools: readonly string[] | undefined;
	readonly before?: Before | undefined;
	/** Absent: nothing is known of them. */
	readonly circumstances?: Circumstances | undefined;
	/** The world for whoever asks what settings say: what other commands may change of them is not known there. Absent: they change nothing. */
	readonly settings?: (() => World) | undefined;
	readonly copies?: EvaluationContext["copies"];
}

export function evaluationContextOf(
	read: ReadCommand,
	{ world, cwd, trust, forced, tools, circumstances, before, settings, copies }: CommandContext,
): EvaluationContext {
	return {
		command: read.command,
		args: read.args,
		effects: effectsOf(read, cwd, world, settings),
		world,
		trust,
		forced,
		tools,
		circumstances,
		before,
		copies,
	};
}
