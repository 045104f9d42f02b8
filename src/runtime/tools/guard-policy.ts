/** What a guard decides by: the files of a policy, what was compiled of them, or what is active of a bundle at each moment. */
import { resolve } from "node:path";
import type { Decisions, Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import type { Request } from "../../engine/request/request.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { renderText } from "../../language/diagnostic/render-text.js";
import { bundleFields } from "../audit/bundle-fields.js";
import type { BundleFields } from "../audit/record.js";
import { activeBundle, bundleMark, bundleOf, recordedBundle } from "../load/active-bundle.js";
import { isBundleName } from "../load/bundle-settings.js";
import { type BrokenCompiled, compiledAmong } from "../load/decisions.js";
import { type Loaded, load } from "../load/load.js";

/** A policy that can't be used. `message` shows every error with its place. */
export class PolicyError extends Error {
	readonly diagnostics: readonly Diagnostic[];
	constructor(loaded: Pick<Loaded, "diagnostics" | "sources">) {
		super(`this policy can't be used:\n${renderText(loaded.diagnostics, loaded.sources, { colour: false })}`);
		this.name = "PolicyError";
		this.diagnostics = loaded.diagnostics;
	}
}

/** A policy: the names of files, folders and shipped packs, one compiled policy, what `load` or `loadText` made, or what decides already, such as another guard's `tree`. */
export type PolicySource = string | readonly string[] | Loaded | Decisions;

/** What decides now. */
export interface Now {
	/** What decides, or what decided last. */
	readonly tree: Decisions;
	/** Why nothing is allowed: of a bundle nothing is active that could decide. */
	readonly lapse?: string;
}

export interface Deciding {
	/** Of a bundle it is looked at what is active. */
	readonly now: () => Now;
	/** What a record says of the bundle. */
	readonly bundle: (request: Request, world: World) => BundleFields;
	/** What the policy goes by. */
	readonly names: readonly string[];
	readonly diagnostics: readonly Diagnostic[];
	readonly explaining: () => Tree;
}

/** Makes it ready. Throws a `PolicyError` for a policy with errors, and for a compiled one that can't be used. */
export function deciding(policy: PolicySource): Deciding {
	if (!isSource(policy))
		throw new TypeError(
			"`guard` wants a policy: the name of a file, a folder or a shipped pack, a list of names, or what `load` or `loadText` made",
		);
	if (typeof policy !== "string" && "sources" in policy) return decidingBy(policy);
	if (typeof policy !== "string" && "agents" in policy) return decidingAlone(policy);
	const names = typeof policy === "string" ? [policy] : policy;
	if (names.some(isBundleName)) return decidingByBundle(names, process.cwd());
	const compiled = compiledAmong(names);
	return compiled === undefined ? decidingBy(load(names), names) : decidingAlone(usable(compiled), names);
}

function isSource(policy: unknown): boolean {
	if (typeof policy !== "object" || policy === null) return typeof policy === "string";
	if (Array.isArray(policy)) return policy.every((name) => typeof name === "string");
	return "sources" in policy || "agents" in policy;
}

/** Throws a `PolicyError` for what can't be used. */
function usable(compiled: Decisions | BrokenCompiled): Decisions {
	if (!("fault" in compiled)) return compiled;
	const { file, fault, help } = compiled;
	const span = { file, start: 0, end: 0 };
	const diagnostic: Diagnostic = { code: "compiled-policy", severity: "error", message: fault, span, help };
	throw new PolicyError({ diagnostics: [diagnostic], sources: new Map() });
}

/** By what is active of a bundle: whenever that is something else it goes on with it. */
function decidingByBundle(names: readonly string[], cwd: string): Deciding {
	const [file = ""] = names.filter(isBundleName);
	const whole = names.map((name) => resolve(cwd, name));
	let mark: string | undefined = bundleMark(whole, cwd);
	let state: Now = { tree: usable(compiledAmong(whole, cwd) as Decisions | BrokenCompiled) };
	const now = (): Now => {
		const then = bundleMark(whole, cwd);
		if (then === mark) return state;
		const read = compiledAmong(whole, cwd) as Decisions | BrokenCompiled;
		const isBroken = "fault" in read;
		// What could not be read is read again.
		mark = isBroken ? undefined : then;
		state = isBroken ? { tree: state.tree, lapse: `${read.fault}; ${read.help}` } : { tree: read };
		return state;
	};
	const bundle: Deciding["bundle"] = (request, world) => {
		if (state.lapse === undefined) return bundleFields(state.tree, request, world);
		const active = activeBundle(resolve(cwd, file), cwd);
		return "fault" in active ? {} : bundleOf(recordedBundle(active), request.agent ?? "default");
	};
	return { now, bundle, names, diagnostics: [], explaining: cannotExplain };
}

function cannotExplain(): never {
	throw new TypeError("a compiled policy can't explain: load the file that it was compiled from");
}

/** By what was compiled. */
function decidingAlone(tree: Decisions, names = namesOf(tree)): Deciding {
	const bundle: Deciding["bundle"] = (request, world) => bundleFields(tree, request, world);
	return { now: () => ({ tree }), bundle, names, diagnostics: [], explaining: cannotExplain };
}

function decidingBy(loaded: Loaded, names?: readonly string[]): Deciding {
	const { tree, diagnostics } = loaded;
	if (tree === undefined) throw new PolicyError(loaded);
	return { ...decidingAlone(tree, names), diagnostics, explaining: () => tree };
}

/** Where nobody says a name: that of its first file. */
function namesOf({ policyPaths = [], files, digest }: Decisions): readonly string[] {
	return [policyPaths[0] ?? files[0] ?? digest];
}
