/**
 * Findings of a policy that was linted before, kept in the user's cache folder with a signature. They stand for the very texts, the configuration, the day and the build
 * that they were found with, and say nothing of what is decided.
 */
import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import { lints as ownLints } from "../../authoring/lint/lints.js";
import type { Diagnostic } from "../../language/diagnostic/diagnostic.js";
import { engine } from "../../language/source/engine.js";
import { cachePlace } from "../../runtime/load/cache-place.js";
import { keepSigned, signedFile } from "../../runtime/load/signed-files.js";
import type { LintedPolicy, LintRunOptions } from "./linted-policy.js";

/** Why nothing can be kept, where that is so. */
export function cacheFault(policies: readonly LintedPolicy[]): string | undefined {
	const place = cachePlace(workOf(policies));
	return "refused" in place ? place.refused : undefined;
}

/** What was found before, or what `find` finds now. */
export function cachedFindings(
	policy: LintedPolicy,
	run: LintRunOptions,
	find: () => readonly Diagnostic[],
): readonly Diagnostic[] {
	// What a plugin finds, it may find anywhere; a broken policy is being written.
	if (policy.loaded.tree === undefined || policy.config.settings.lints !== ownLints || engine === "source")
		return find();
	const work = workOf([policy]);
	const name = `lint-${digest([process.cwd(), policy.names])}.json`;
	const key = keyOf(policy, run);
	const known = findingsIn(signedFile(name, work), key);
	if (known !== undefined) return known;
	const found = find();
	keepSigned(name, Buffer.from(JSON.stringify({ key, found })), work);
	return found;
}

function keyOf({ names, loaded, config }: LintedPolicy, { today, selection, attack }: LintRunOptions): string {
	const texts = (sources: LintedPolicy["loaded"]["sources"]): readonly unknown[] =>
		[...sources].map(([name, { text }]) => [name, text]);
	const chosen =
		selection === undefined
			? null
			: [selection.only === undefined ? null : [...selection.only], [...selection.skip], selection.level];
	return digest([
		engine,
		process.cwd(),
		names,
		loaded.roots,
		[...loaded.imports],
		texts(loaded.sources),
		config.path ?? null,
		texts(config.sources),
		today,
		attack === true,
		chosen,
	]);
}

function digest(value: unknown): string {
	return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

function findingsIn(bytes: Buffer | undefined, key: string): readonly Diagnostic[] | undefined {
	if (bytes === undefined) return undefined;
	try {
		const read = JSON.parse(bytes.toString("utf8")) as { readonly key?: unknown; readonly found?: unknown };
		return read.key === key && Array.isArray(read.found) ? (read.found as readonly Diagnostic[]) : undefined;
	} catch {
		return undefined;
	}
}

function workOf(policies: readonly LintedPolicy[]): readonly string[] {
	const roots = policies.flatMap(({ loaded }) => loaded.roots.filter((name) => !name.startsWith("pack:")));
	return [...new Set(roots.map((name) => dirname(resolve(name))))];
}
