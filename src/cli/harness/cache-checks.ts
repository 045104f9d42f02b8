/** What is kept from one process to the next, and whether it counts: for `rules doctor`. */
import { realpathSync } from "node:fs";
import { compiledText } from "../../engine/decide/compiled/write-compiled.js";
import { activeBundle, timeText } from "../../runtime/load/active-bundle.js";
import { isBundleName } from "../../runtime/load/bundle-settings.js";
import { cachedPolicy, foreignSource, keptText } from "../../runtime/load/cache.js";
import { cachePlace } from "../../runtime/load/cache-place.js";
import { compiledAmong } from "../../runtime/load/decisions.js";
import { load } from "../../runtime/load/load.js";
import { couldHaveWritten } from "../../runtime/load/rights.js";
import { keepSigned, signedFile } from "../../runtime/load/signed-files.js";
import type { Check } from "./check.js";

/** Where policies that were compiled are kept, and where the program's own compiled code is. */
export function cacheChecks(): readonly Check[] {
	return [cacheCheck(), codeCheck()];
}

function cacheCheck(): Check {
	const place = cachePlace();
	if ("refused" in place) return check("cache", "doubtful", `${compiledAnew}: ${place.refused}`);
	const mark = Buffer.from(String(Date.now()));
	keepSigned("doctor", mark);
	return signedFile("doctor")?.equals(mark) === true
		? check("cache", "good", `policies that are yours to write are kept compiled in \`${place.folder}\``)
		: check("cache", "doubtful", `${compiledAnew}: \`${place.folder}\` can't be written, or is not yours alone`);
}

const compiledAnew = "policies are compiled for each command anew";

function codeCheck(): Check {
	const { NODE_COMPILE_CACHE } = process.env;
	if (NODE_COMPILE_CACHE)
		return check(
			"code",
			"doubtful",
			`\`NODE_COMPILE_CACHE\` is set: from version 22 on Node runs what lies in \`${NODE_COMPILE_CACHE}\` in place of the program's code, whoever wrote it; take it out where hooks are started`,
		);
	const program = ownProgram();
	if (!couldHaveWritten(program))
		return check(
			"code",
			"good",
			`no compiled code of the program is kept or run, since \`${program}\` is not yours to write`,
		);
	return "refused" in cachePlace()
		? check("code", "good", "no compiled code of the program is kept or run")
		: check("code", "good", `compiled code of the program is kept there, since \`${program}\` is yours to write`);
}

/** What is asked for the policy of these names, found before anything of it is kept anew. `project`: where the hook works. */
export function policyReading(names: readonly string[], project: string): () => Check {
	const work = [project];
	const isCompiled = compiledAmong(names) !== undefined;
	const kept = cachedPolicy(names, project, { work }) && keptText(names, project, { work });
	return () => {
		const name = `\`${names.join("`, `")}\``;
		const bundle = names.find(isBundleName);
		if (bundle !== undefined) return bundleReading(bundle, names);
		if (isCompiled) return reading(name, "compiled by `rules compile`", names);
		const { tree, sources, roots } = load(names, { cwd: project });
		const imported = [...sources.keys()].filter((file) => !roots.includes(file));
		const all = imported.length === 0 ? name : `${name} with \`${imported.join("`, `")}\``;
		if (kept !== undefined) {
			if (tree !== undefined && kept.equals(Buffer.from(compiledText(tree))))
				return check("policy", "good", `${all}, ready`);
			return check("policy", "bad", `${all}: what is kept of it is not what its source says; ${howToForget()}`);
		}
		const foreign = foreignSource(names, project);
		if (foreign !== undefined)
			return reading(
				all,
				`read from its source each time: \`${foreign}\` is not yours to write, so nothing that you keep counts for it (\`rules compile\` helps)`,
				names,
			);
		const place = cachePlace(work);
		const why = "refused" in place ? ` each time: ${place.refused}` : "";
		return check("policy", "good", `${all}, read from its source${why}`);
	};
}

/** What is active of a bundle, and how old it is. */
function bundleReading(file: string, names: readonly string[]): Check {
	const active = activeBundle(file, process.cwd());
	if ("fault" in active) return check("policy", "bad", `\`${file}\`: ${active.fault}; ${active.help}`);
	const { manifest, state, why, isElsewhere } = active;
	const what = `release ${(isElsewhere ? manifest.others?.release : undefined) ?? manifest.release} of channel \`${manifest.channel}\``;
	if (state === "expired") return check("policy", "bad", `\`${file}\`: ${what} has expired: ${why}`);
	if (state === "stale") return check("policy", "doubtful", `\`${file}\`: ${what} is stale: ${why}`);
	return reading(`\`${file}\``, `${what}, which holds until ${timeText(manifest.expires)}`, names);
}

/** A policy that is kept from its user is decided by a program that should be, too. */
function reading(name: string, how: string, names: readonly string[]): Check {
	const program = ownProgram();
	const isKeptFromUser = names.some((one) => foreignSource([one], process.cwd()) !== undefined);
	return isKeptFromUser && couldHaveWritten(program)
		? check(
				"policy",
				"doubtful",
				`${name}, ${how}; but the program that decides by it, \`${program}\`, is yours to write`,
			)
		: check("policy", "good", `${name}, ${how}`);
}

function howToForget(): string {
	const place = cachePlace();
	return "refused" in place ? "nothing of it counts" : `take \`${place.folder}\` away, and find out who wrote it`;
}

function ownProgram(): string {
	return realpathSync(process.argv[1] as string);
}

function check(name: Check["name"], verdict: Check["verdict"], message: string): Check {
	return { name, verdict, message };
}
