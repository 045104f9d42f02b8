/**
 * The policy as it is on the disk now, for servers that outlive a policy. Its files are looked at again before every batch of requests, so that no
 * request is answered by a policy that was changed before it came. A policy that breaks denies everything until it is mended.
 */
import { resolve } from "node:path";
import { refusal } from "../../engine/decide/decide.js";
import type { Decisions } from "../../engine/decide/tree.js";
import { pastTests } from "../../engine/history/event-tests.js";
import { type BrokenCompiled, isCompiledFile, readyDecisions } from "../load/decisions.js";
import { type Loaded, load } from "../load/load.js";
import { brokenRecord } from "./decision-record.js";
import { type AnswerRequest, answerBy, answerWith } from "./lines/answer-lines.js";
import { decisionFieldsText } from "./lines/decision-text.js";
import { type ServedHistory, servedHistory } from "./lines/served-history.js";
import { type Watched, watchedWithBundles } from "./watched-disk.js";

/** A policy that can't be used, and why. */
export type Unusable =
	| { readonly kind: "source"; readonly loaded: Loaded }
	| { readonly kind: "compiled"; readonly broken: BrokenCompiled }
	/** The system refused something. */
	| { readonly kind: "fault"; readonly why: string };

export interface CurrentPolicy {
	/** How requests are answered that have come by now. */
	readonly answer: () => AnswerRequest;
	/** Why it can't be used, if it can't. */
	readonly unusable: () => Unusable | undefined;
}

/** Keeps up with a policy. `cwd`: the folder that the names are relative to. */
export function currentPolicy(names: readonly string[], cwd: string): CurrentPolicy {
	const history = servedHistory(names, cwd);
	let state = readPolicy(names, cwd, history);
	const look = (): State => {
		if (!state.isUnchanged()) state = readPolicy(names, cwd, history);
		return state;
	};
	return { answer: () => look().answer, unusable: () => look().unusable };
}

interface State {
	readonly answer: AnswerRequest;
	readonly unusable?: Unusable;
	readonly isUnchanged: () => boolean;
}

function readPolicy(names: readonly string[], cwd: string, history: ServedHistory): State {
	const { disk, isUnchanged } = watchedWithBundles(names, cwd);
	try {
		const read = policyOf(names, cwd, disk);
		if ("unusable" in read) return { answer: denial(read.unusable), unusable: read.unusable, isUnchanged };
		const asksPast = pastTests(read.decisions).length > 0;
		return { answer: asksPast ? answerWith(read.decisions, history) : answerBy(read.decisions), isUnchanged };
	} catch (error) {
		const unusable: Unusable = { kind: "fault", why: error instanceof Error ? error.message : String(error) };
		// What was not read to its end can't be watched.
		return { answer: denial(unusable), unusable, isUnchanged: () => false };
	}
}

function policyOf(
	names: readonly string[],
	cwd: string,
	disk: Watched["disk"],
): { readonly decisions: Decisions } | { readonly unusable: Unusable } {
	const compiled = names.map((name) => resolve(cwd, name)).filter(isCompiledFile);
	if (compiled.length > 0) {
		for (const path of compiled) disk.text(path);
		const ready = readyDecisions(names, cwd);
		if (ready !== undefined)
			return "fault" in ready ? { unusable: { kind: "compiled", broken: ready } } : { decisions: ready };
	}
	const loaded = load(names, { cwd, disk });
	return loaded.tree === undefined ? { unusable: { kind: "source", loaded } } : { decisions: loaded.tree };
}

/** Says to every request why the policy can't be used. */
function denial(unusable: Unusable): AnswerRequest {
	switch (unusable.kind) {
		case "source": {
			const { message, diagnostics } = brokenRecord(unusable.loaded, { argv: [""] });
			const found = JSON.stringify(diagnostics);
			return (request) =>
				`${decisionFieldsText(refusal(undefined, request, "broken-policy", message))},"diagnostics":${found}`;
		}
		case "compiled": {
			const { file, fault } = unusable.broken;
			return denialBecause(`\`${file}\`: ${fault}`);
		}
		case "fault":
			return denialBecause(unusable.why);
	}
}

function denialBecause(why: string): AnswerRequest {
	const message = `the policy can't be used, so nothing is allowed: ${why}`;
	return (request) => decisionFieldsText(refusal(undefined, request, "broken-policy", message));
}
