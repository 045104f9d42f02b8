/**
 * What decides commands, by the quickest way: a compiled policy, one that is active of a bundle, one that was kept from the last time, or the policy's source.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isCompiled, readCompiled } from "../../engine/decide/compiled/compiled-text.js";
import type { Decisions } from "../../engine/decide/tree.js";
import { type ActiveBundle, activeBundle, type BundledDecisions, recordedBundle, timeText } from "./active-bundle.js";
import { isBundleName } from "./bundle-settings.js";
import { cachedPolicy } from "./cache.js";
import { isPolicyName } from "./find-policy.js";
import { policyPaths } from "./policy-paths.js";

/** Why a compiled policy can't be used. */
export interface BrokenCompiled {
	readonly file: string;
	readonly fault: string;
	readonly help: string;
}

/** What decides, without a look at a policy's source; undefined where the source has to be read. `cwd`: where names are relative to. `work`: folders in which what is decided works. */
export function readyDecisions(
	names: readonly string[],
	cwd: string,
	work: readonly string[] = [],
): Decisions | BrokenCompiled | undefined {
	return compiledAmong(names, cwd) ?? cachedPolicy(names, cwd, { work });
}

/** The compiled policy that is named, which stands alone; undefined where only sources are named. `cwd`: where is worked. */
export function compiledAmong(names: readonly string[], cwd?: string): Decisions | BrokenCompiled | undefined {
	const compiled = names.find((name) => !isPolicyName(name) && isCompiledFile(name));
	if (compiled === undefined) return undefined;
	if (names.length === 1)
		return isBundleName(compiled) ? activeDecisions(compiled, cwd ?? process.cwd()) : compiledFile(compiled);
	return {
		file: compiled,
		fault: "a compiled policy is whole: it can't be one policy with others",
		help: "name it alone, or compile them together: `rules compile FILE FILE -o OUT.json`",
	};
}

/** Larger ones are not read. Bytes. */
const largestCompiled = 512 * 1024 * 1024;

/** Does this file hold a compiled policy, or does it say where one is active? */
export function isCompiledFile(path: string): boolean {
	if (isBundleName(path)) return true;
	let descriptor: number;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
	} catch {
		return false;
	}
	try {
		const start = Buffer.alloc(64);
		return fstatSync(descriptor).isFile() && readSync(descriptor, start) > 0 && isCompiled(start);
	} catch {
		return false;
	} finally {
		closeSync(descriptor);
	}
}

/** What is active of a bundle, as it holds now for what works in this folder. */
function activeDecisions(file: string, cwd: string): BundledDecisions | BrokenCompiled {
	const active = activeBundle(file, cwd);
	if ("fault" in active) return { file, ...active };
	const { settings, decides, why = "" } = active;
	const help = `run \`rules bundle refresh ${settings.file}\`, and look at \`rules bundle status\``;
	if (decides === undefined)
		return {
			file,
			fault: `these rules have expired, so nothing is allowed: ${why} (it is ${timeText(Date.now())})`,
			help,
		};
	const read = compiledFile(decides.path, decides.checksum);
	// What the agent may not change: the settings, the root, what is active and the floor.
	return "fault" in read
		? { ...read, help }
		: {
				...read,
				policyPaths: [settings.file, settings.root, settings.state, settings.floor],
				...recordedBundle(active),
				...shadowIn(active),
			};
}

/** A release beside the one that decides. It is read when somebody asks. */
function shadowIn({ manifest, shadow: file }: ActiveBundle): Pick<BundledDecisions, "shadow"> {
	const { shadow } = manifest;
	if (shadow === undefined || file === undefined) return {};
	let known: Decisions | undefined;
	const read = (): Decisions | BrokenCompiled => {
		const policy = known ?? compiledFile(file.path, file.checksum);
		if (!("fault" in policy)) known = policy;
		return policy;
	};
	return { shadow: { version: shadow.release, digest: shadow.target, read } };
}

/** Reads the file of a compiled policy. `checksum`: the one that it must have. */
function compiledFile(path: string, checksum?: string): Decisions | BrokenCompiled {
	const broken = (fault: string, help: string): BrokenCompiled => ({ file: path, fault, help });
	try {
		const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
		try {
			const stats = fstatSync(descriptor);
			if (!stats.isFile()) return broken("this is no regular file", "name a file that `rules compile` wrote");
			if (stats.size > largestCompiled)
				return broken("this file is too large", "name a file that `rules compile` wrote");
			const bytes = readFileSync(descriptor);
			if (checksum !== undefined && compiledChecksum(bytes) !== checksum)
				return broken("this is not the policy that was verified", "name a file that `rules compile` wrote");
			const read = readCompiled(bytes);
			return "fault" in read
				? broken(read.fault, read.help)
				: { ...read, policyPaths: [resolve(path), ...policyPaths(read.files, dirname(path))] };
		} finally {
			closeSync(descriptor);
		}
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? "unknown reason";
		return broken(`this file can't be read (${code})`, "check the path");
	}
}

/** The checksum in the head of a compiled policy, which reading it holds against the rest. */
export function compiledChecksum(bytes: Uint8Array): string | undefined {
	return /^[^\n]{0,60}"sha256":"([0-9a-f]{64})",\n/.exec(Buffer.from(bytes.subarray(0, 200)).toString("latin1"))?.[1];
}
