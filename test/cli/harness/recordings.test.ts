/** What real harnesses told their hooks while sessions went on (`recordings`, by `e2e/sessions.mjs`), asked again: no fear and no count is lost but where a person begins anew. */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { hookAnswer } from "../../../src/cli/harness/hook-answer.js";
import { decidingPolicy } from "../../../src/cli/policy/deciding-policy.js";
import { type HookOptions, hookOptions } from "../../../src/cli/quick/hook-options.js";
import { hookedHarnesses } from "../../../src/runtime/harnesses/harnesses.js";
import { some } from "../../part.js";
import { folder, root } from "../cli.js";

const place = join(root, "test/cli/harness/recordings");
/** The policy under which it was recorded. */
const policy = `agent default {
	default deny
	syntax sequences
	environment accept *
	allow cat, curl, ls, ./nested
	allow wget granting write
	allow touch at most 2 per 1h
	allow mkdir at most 2 per session
	allow cp after exactly ls given
	deny curl after * touching private
	deny wget after * touching secret
}
`;

/** `by`: the process of the harness, and those of harnesses that started it, the nearest first. */
interface Told {
	readonly by: readonly string[];
	readonly said: unknown;
	readonly isOnlyHeard?: true;
}

interface Recording {
	readonly harness: string;
	readonly way: string;
	readonly version: string;
	readonly told: readonly Told[];
}

const recordings: readonly Recording[] = readdirSync(place).flatMap((harness) =>
	readdirSync(join(place, harness)).map((name) => {
		const [head, ...told] = readFileSync(join(place, harness, name), "utf8")
			.trim()
			.split("\n");
		return { ...(JSON.parse(head as string) as Recording), told: told.map((line) => JSON.parse(line) as Told) };
	}),
);

const standIns: ChildProcess[] = [];
afterEach(() => {
	for (const one of standIns.splice(0)) one.kill();
});

/** Processes that hang together as those of the recording did. */
function processes(): (by: readonly string[]) => Promise<number> {
	const known = new Map<string, number>();
	const tops = new Map<string, ChildProcess>();
	const said = (child: ChildProcess): Promise<number> => new Promise((resolve) => child.once("message", resolve));
	return async (by) => {
		const [top, ...path] = by.toReversed();
		let number = 0;
		for (let at = 0; at < by.length; at++) {
			const name = by[by.length - 1 - at] as string;
			if (!known.has(name)) {
				const parent = at === 0 ? fork(join(root, "test/cli/harness/stand-in.mjs")) : tops.get(top as string);
				if (parent === undefined) throw new Error(`nothing is known of ${top}`);
				if (at === 0) {
					tops.set(name, parent);
					standIns.push(parent);
				}
				const told = said(parent);
				if (at > 0) parent.send({ path: path.slice(0, at) });
				known.set(name, await told);
			}
			number = known.get(name) as number;
		}
		return number;
	};
}

/** What ran of the deeds behind what went on, by the first two words. */
async function ranIn({ harness: name, told }: Recording): Promise<Readonly<Record<string, boolean>>> {
	const harness = hookedHarnesses.find((one) => one.name === name);
	if (harness === undefined) throw new Error(`${name} is no harness`);
	const at = folder({ "policy.rules": policy, "workspace/private": "", "workspace/secret": "", "workspace/given": "" });
	const workspace = join(at, "workspace");
	mkdirSync(join(at, "state"), { mode: 0o700 });
	process.env.XDG_STATE_HOME = join(at, "state");
	const words = ["--harness", name, "--rules", join(at, "policy.rules"), "--workspace", workspace];
	const options = hookOptions(words) as HookOptions;
	const numberOf = processes();
	const ran: Record<string, boolean> = {};
	for (const { by, said, isOnlyHeard } of told) {
		if (isOnlyHeard === true) continue;
		const text = JSON.stringify(said).replaceAll("/PLACE", at);
		const starter = by.length === 0 ? undefined : await numberOf(by);
		const reply = await hookAnswer(
			{ ...options, ...(starter === undefined ? {} : { starter }) },
			Buffer.from(text),
			(names, work) => decidingPolicy(names, { work }),
		);
		const [deed] = /\b(?:curl -s|wget -q|touch t\d|mkdir d\d|cat \w+|ls given|cp given)\b/.exec(text) ?? [];
		if (deed !== undefined && isQuestion(said)) ran[deed] = harness.contract.hears(reply) === "runs";
	}
	return ran;
}

function isQuestion(said: unknown): boolean {
	return !/"(?:PostToolUse|PostToolUseFailure|SessionStart|tool_result|ended)"/.test(JSON.stringify(said));
}

/** Harnesses that say that a person began anew. */
const toldAnew = new Set(["claude-code", "codex", "qwen-code"]);

describe.each(recordings.map((one) => [one.harness, one.way, one] as const))("%s: %s", (harness, way, recording) => {
	const isAnew = way === "clear" && toldAnew.has(harness);
	const test_ = way === "nested" && !existsSync("/proc/self/stat") ? test.skip : test;

	test_("no fear and no count is lost", async () => {
		const ran = await ranIn(recording);
		expect(ran).toMatchObject({ "cat private": true, "touch t1": true, "mkdir d1": true, "ls given": true });
		expect(ran).toMatchObject({ "touch t2": true, "touch t3": false, "mkdir d3": isAnew, "curl -s": isAnew });
		// What is denied is so for what came before alone.
		const deeds = recording.told.filter(({ said }) => isQuestion(said) && /curl -s|wget -q/.test(JSON.stringify(said)));
		for (const { said } of some(deeds)) {
			const alone: unknown = JSON.parse(JSON.stringify(said).replace('"fork":true', '"fork":false'));
			expect(Object.values(await ranIn({ ...recording, told: [{ said: alone, by: [] }] }))).toEqual([true]);
		}
		if (ran["cat secret"] !== undefined) expect(ran).toMatchObject({ "cat secret": true, "wget -q": false });
	});
});

test("what goes on under another name, in another process, and is told by nobody is another session", async () => {
	const { told, ...rest } = recordings.find(
		({ harness, way }) => harness === "claude-code" && way === "resume",
	) as Recording;
	const first = told[0]?.by[0];
	const renamed = told
		.filter(({ said }) => !JSON.stringify(said).includes('"SessionStart"'))
		.map((one) =>
			one.by[0] === first ? one : { ...one, said: JSON.parse(JSON.stringify(one.said).replaceAll("id-1", "id-other")) },
		);
	const ran = await ranIn({ ...rest, told: renamed });
	expect(ran).toMatchObject({ "touch t2": true, "touch t3": false, "mkdir d3": true, "curl -s": true });
});

test("every way of the harnesses that can be played without an account is recorded", () => {
	const all = (ways: readonly string[]): readonly string[] => [...ways].sort();
	const played = new Map<string, string[]>();
	for (const { harness, way } of recordings) played.set(harness, [...(played.get(harness) ?? []), way]);
	const always = ["nested", "resume", "sub-agent"];
	for (const [harness, ways] of played)
		expect([harness, all(ways)]).toEqual([harness, all([...new Set([...always, ...ways])])]);
	expect(played.size).toBeGreaterThanOrEqual(5);
	for (const { name, sessions } of hookedHarnesses) {
		const versions = recordings.filter(({ harness }) => harness === name).map(({ version }) => version);
		expect([name, ...new Set(versions)]).toEqual(sessions === undefined ? [name] : [name, sessions.measured]);
	}
});
