/** Compiles a bundle's policy and puts it to its own tests: its expectations, its claims and its suites, in a world that is the same on every machine. */
import { compiledText } from "../../engine/decide/compiled/write-compiled.js";
import type { Tree } from "../../engine/decide/tree.js";
import type { World } from "../../engine/request/paths.js";
import { hasErrors } from "../../language/diagnostic/diagnostic.js";
import { positionAt } from "../../language/source/source-file.js";
import type { Span } from "../../language/source/span.js";
import { type BundleFile, bundleDisk, bundleFolder, readBundleFile } from "../../runtime/bundle/bundle-file.js";
import type { Beside, Prepared } from "../../runtime/bundle/contents.js";
import { type Loaded, load } from "../../runtime/load/load.js";
import { readSuite } from "../suite/read-suite.js";
import { decideAll } from "../suite/run-tests.js";
import { mixedAgents } from "./mixed-agents.js";
import { aboveCeiling } from "./within-ceiling.js";

/** What decides by the bytes of a target, or why nothing does. `ceiling`: the target of what was delegated at most. */
export function prepareBundle(bytes: Uint8Array, ceiling?: Uint8Array, beside?: Beside): Prepared | string {
	const [bundle, most] = [readBundleFile(bytes), ceiling === undefined ? undefined : readBundleFile(ceiling)];
	const before = beside === undefined ? undefined : readBundleFile(beside.bytes);
	if (
		bundle === undefined ||
		(ceiling !== undefined && most === undefined) ||
		(beside !== undefined && before === undefined)
	)
		return "this is no bundle that this build of bylaw reads: install a newer one";
	const made = prepareFile(bundle, most);
	if (typeof made === "string" || beside === undefined || before === undefined) return made;
	const [own, other] = [loadedOf(bundle, bundle.roots).tree, loadedOf(before, before.roots).tree];
	if (own === undefined || other === undefined) return "it does not compile";
	const mixed = mixedAgents(own, other, beside);
	return typeof mixed === "string" ? mixed : { ...made, mixed: compiledText(mixed) };
}

export function prepareFile(bundle: BundleFile, ceiling?: BundleFile): Prepared | string {
	const most = ceiling === undefined ? undefined : compiled(ceiling, ceiling.roots, []);
	if (most !== undefined && "why" in most) return `what was delegated: ${most.why}`;
	const policy = compiled(bundle, bundle.roots, Object.entries(bundle.suites));
	if ("why" in policy) return policy.why;
	const above = most && aboveCeiling(most.tree, policy.tree, emptyWorld);
	if (above !== undefined) return above;
	if (bundle.safe === undefined) return { policy: policy.text };
	const safe = compiled(bundle, bundle.safe, []);
	if ("why" in safe) return `what is safe: ${safe.why}`;
	const unsafe = most && aboveCeiling(most.tree, safe.tree, emptyWorld);
	return unsafe === undefined ? { policy: policy.text, safe: safe.text } : `what is safe: ${unsafe}`;
}

/** Nothing lies in any folder here. */
export const emptyWorld: World & { readonly home: string } = {
	workspace: "/workspace",
	home: "/home/user",
	linkAt: () => "none",
	kindAt: () => "none",
	entriesOf: () => [],
};

type Compiled = { readonly text: string; readonly tree: Tree } | { readonly why: string };

function compiled(
	bundle: BundleFile,
	roots: readonly string[],
	suites: readonly (readonly [name: string, text: string])[],
): Compiled {
	const loaded = loadedOf(bundle, roots);
	const error = loaded.diagnostics.find(({ severity }) => severity === "error");
	if (loaded.tree === undefined)
		return { why: error === undefined ? "it does not compile" : `${placeText(loaded, error.span)}: ${error.message}` };
	const read = suites.map(([name, text]) => readSuite(name, text));
	const broken = read.flatMap(({ diagnostics }) => diagnostics);
	if (hasErrors(broken)) return { why: `${broken[0]?.span.file}: ${broken[0]?.message}` };
	const tested = decideAll(
		{ policies: [loaded], suites: read.map(({ value }) => ({ suite: value, under: loaded })) },
		emptyWorld,
	);
	const [fault] = tested.faults;
	if (fault !== undefined) return { why: `${fault.span.file}: ${fault.message}` };
	for (const { results, claims } of tested.policies) {
		const failed = results.find(({ passed }) => !passed);
		if (failed !== undefined)
			return {
				why: `its own expectation fails, ${placeText(loaded, failed.expectation.span)}: \`${failed.expectation.command}\``,
			};
		const open = claims.find(({ answer }) => answer.kind !== "proved");
		if (open !== undefined) return { why: `its own claim is not proved, ${placeText(loaded, open.claim.span)}` };
	}
	for (const { suite, results } of tested.suites) {
		const failed = results.find(({ passed }) => !passed);
		if (failed !== undefined)
			return {
				why: `its suite \`${suite.file}\` fails: \`${failed.decision.effect}\` in place of \`${failed.case.expected}\``,
			};
	}
	return { text: compiledText(loaded.tree), tree: loaded.tree };
}

function loadedOf(bundle: BundleFile, roots: readonly string[]): Loaded {
	return load(roots, { cwd: bundleFolder, disk: bundleDisk(bundle) });
}

function placeText({ sources }: Loaded, { file, start }: Span): string {
	const source = sources.get(file);
	return source === undefined ? file : `${file}:${positionAt(source, start).line}`;
}
