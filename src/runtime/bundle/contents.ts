/** The files of a release on a machine: what was signed, and what was compiled of it. */
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { engine } from "../../language/source/engine.js";
import type { CompiledPart, Manifest, OtherRelease } from "../load/active-bundle.js";
import { compiledChecksum } from "../load/decisions.js";
import type { Choice, Others } from "./choose-release.js";
import { Refusal, type VerifiedContent } from "./verified-update.js";

/** What was made of a target: compiled, and tested. */
export interface Prepared {
	readonly policy: string;
	/** What decides when the bundle has expired. */
	readonly safe?: string;
	/** The policy with the agents of another release in it. */
	readonly mixed?: string;
}

/** The release before, whose agents are taken where the new one is not for them. */
export interface Beside {
	readonly bytes: Uint8Array;
	readonly release: number;
	/** Whom the new one is for, `*` for any text. */
	readonly agents: readonly string[];
}

/** Compiles a target and puts it to its tests; a text says why it can't be used. `ceiling`: the target of what was delegated to its signer at most. */
export type Prepare = (bytes: Uint8Array, ceiling?: Uint8Array, beside?: Beside) => Prepared | string;

/** A release on this machine. */
export interface Kept {
	readonly folder: string;
	readonly manifest: Manifest;
}

export type Parts = Pick<Manifest, "policy" | "safe" | "shadow" | "others" | "ceiling">;

const files = {
	active: "target.json",
	shadow: "shadow-target.json",
	others: "others-target.json",
	ceiling: "ceiling.json",
} as const;

/** Is what was kept this choice, whole, by this build? */
export function isKept(kept: Kept, choice: Choice): boolean {
	const { manifest } = kept;
	const { shadow, ceiling } = choice;
	return (
		manifest.engine === engine &&
		isSame(manifest, choice) &&
		manifest.shadow?.target === shadow?.sha256 &&
		manifest.ceiling === ceiling?.sha256 &&
		isWhole(kept)
	);
}

/** Does the choice decide as what is kept does? */
export function isSame({ target, others }: Manifest, choice: Choice): boolean {
	const { active, others: chosen } = choice;
	const names = [others, chosen].map((one) => JSON.stringify([one?.agents, one?.repositories]));
	return target === active.sha256 && others?.target === chosen?.content.sha256 && names[0] === names[1];
}

/** Is everything there, a shadow as well? */
export function isWhole({ folder, manifest }: Kept): boolean {
	return partsOf(manifest).every((part) => isThere(folder, part)) && canDecide({ folder, manifest });
}

/** Is everything there that decides? */
export function canDecide({ folder, manifest }: Kept): boolean {
	const { shadow: _, ...deciding } = manifest;
	return (
		partsOf(deciding).every((part) => isThere(folder, part)) &&
		digestOf(bytesOf(join(folder, files.active))) === manifest.target
	);
}

function isThere(folder: string, { file, checksum }: CompiledPart): boolean {
	const bytes = bytesOf(join(folder, file));
	return bytes !== undefined && compiledChecksum(bytes) === checksum && isSound(bytes, checksum);
}

function partsOf({ policy, safe, shadow, others }: Parts): readonly CompiledPart[] {
	return [policy, safe, shadow?.policy, others?.policy].filter((part) => part !== undefined);
}

/** The same releases: nothing is compiled again. */
export function carriedOver({ folder, manifest }: Kept, next: string): Parts {
	const { policy, safe, shadow, others, ceiling } = manifest;
	for (const { file } of partsOf(manifest)) copyFileSync(join(folder, file), join(next, file));
	const targets = [
		files.active,
		...(shadow === undefined ? [] : [files.shadow]),
		...(others === undefined ? [] : [files.others]),
		...(ceiling === undefined ? [] : [files.ceiling]),
	];
	for (const file of targets) copyFileSync(join(folder, file), join(next, file));
	return {
		policy,
		...(safe === undefined ? {} : { safe }),
		...(shadow === undefined ? {} : { shadow }),
		...(others === undefined ? {} : { others }),
		...(ceiling === undefined ? {} : { ceiling }),
	};
}

/** Compiles what decides, and what is a shadow beside it. What is wrong with a shadow is told, and stops nothing. */
export async function prepared(
	next: string,
	{ active, shadow, others, ceiling }: Choice,
	kept: Kept | undefined,
	prepare: Prepare,
): Promise<Parts & { readonly shadowFault?: string }> {
	const write = (file: string, text: string): CompiledPart => {
		writeFileSync(join(next, file), text);
		return { file, checksum: compiledChecksum(Buffer.from(text)) ?? "" };
	};
	const most = ceiling === undefined ? undefined : await contentOf(ceiling, kept);
	const bytes = await contentOf(active, kept);
	const before = others === undefined ? undefined : await contentOf(others.content, kept);
	const agents = others?.agents;
	const beside = before && agents && { bytes: before, release: others.content.release, agents };
	const made = preparedOf(active, bytes, most, prepare, beside);
	writeFileSync(join(next, files.active), bytes);
	if (most !== undefined) writeFileSync(join(next, files.ceiling), most);
	const parts = {
		policy: write("policy.json", made.mixed ?? made.policy),
		...(made.safe === undefined ? {} : { safe: write("safe.json", made.safe) }),
		...(others === undefined || before === undefined ? {} : { others: otherRelease(others, before) }),
		...(ceiling === undefined ? {} : { ceiling: ceiling.sha256 }),
	};
	if (shadow === undefined) return parts;
	try {
		const own = await contentOf(shadow, kept);
		const policy = write("shadow.json", preparedOf(shadow, own, most, prepare).policy);
		writeFileSync(join(next, files.shadow), own);
		return { ...parts, shadow: { release: shadow.release, target: shadow.sha256, policy } };
	} catch (error) {
		return { ...parts, shadowFault: error instanceof Error ? error.message : String(error) };
	}

	function otherRelease({ content, ...names }: Others, own: Buffer): OtherRelease {
		writeFileSync(join(next, files.others), own);
		const policy = write("others.json", preparedOf(content, own, most, prepare).policy);
		return { release: content.release, target: content.sha256, policy, ...names };
	}
}

/** From the disk where it is there already, whole. */
async function contentOf(
	{ sha256, bytes }: Pick<VerifiedContent, "sha256" | "bytes">,
	kept: Kept | undefined,
): Promise<Buffer> {
	if (kept !== undefined)
		for (const file of Object.values(files)) {
			const own = bytesOf(join(kept.folder, file));
			if (own !== undefined && digestOf(own) === sha256) return own;
		}
	return bytes();
}

function preparedOf(
	{ engine: signer, policy }: VerifiedContent,
	bytes: Buffer,
	ceiling: Buffer | undefined,
	prepare: Prepare,
	beside?: Beside,
): Prepared {
	const help = "build a release that is mended; the rules that are active stay";
	const made = prepare(bytes, ceiling, beside);
	if (typeof made === "string") throw new Refusal("broken-bundle", `the new rules can't be used: ${made}`, help);
	if (signer === engine && policy !== compiledChecksum(Buffer.from(made.policy)))
		throw new Refusal("broken-bundle", "the new rules compile to something else than what was signed", help);
	return made;
}

export function bytesOf(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch {
		return undefined;
	}
}

function digestOf(bytes: Buffer | undefined): string {
	return createHash("sha256")
		.update(bytes ?? "")
		.digest("hex");
}

function isSound(bytes: Buffer, checksum: string): boolean {
	return digestOf(bytes.subarray(bytes.indexOf(10) + 1)) === checksum;
}

export function isReadable(path: string): boolean {
	try {
		JSON.parse(readFileSync(path, "utf8"));
		return true;
	} catch {
		return false;
	}
}
