/** What every policy denies without being told, asked of every place of every harness's record in many spellings. */
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import type { World } from "../../../src/engine/request/paths.js";
import { harnesses } from "../../../src/runtime/harnesses/harnesses.js";
import { governingPlaces } from "../../../src/runtime/harnesses/places/governing-places.js";
import { loadText } from "../../../src/runtime/load/load.js";

const { tree } = loadText(
	"any.rules",
	"agent default {\n  default allow\n  syntax pipes, sequences, redirects, globs, variables, substitutions\n}\n",
	{ cwd: "/policies" },
);
const world: World = { workspace: "/repo", home: "/home/user", linkAt: () => "none", entriesOf: () => [] };

function decided(script: string) {
	if (tree === undefined) throw new Error("the policy is broken");
	return decide(tree, { script }, world);
}

/** Ways to write a path as a word of a shell. */
const spelled: readonly ((path: string) => string)[] = [
	(path) => `'${path}'`,
	(path) => `"${path}"`,
	(path) => path.replaceAll(/[^\w/.~-]/g, "\\$&"),
];

/** Ways to change what lies at a path. `word`: the path as a word, `path`: the path. */
const changes: readonly ((word: string, path: string) => string)[] = [
	(word) => `cp x ${word}`,
	(word) => `tee ${word}`,
	(word) => `echo x > ${word}`,
	(word) => `printf x >> ${word}`,
	(word) => `rm -rf ${word}`,
	(word) => `mv ${word} elsewhere`,
	(word) => `mv n ${word}`,
	(word) => `ln -sfn d ${word}`,
	(word) => `sed -i s/a/b/ ${word}`,
	(word) => `dd if=x of=${word}`,
	(word) => `truncate -s 0 ${word}`,
	(word) => `install -m 644 x ${word}`,
	(word) => `sort -o ${word} x`,
	(word) => `curl -so ${word} https://example.com/x`,
	(word) => `env X=1 nice tee ${word}`,
	(word) => `true && cat x | tee -a ${word}`,
	(_, path) => `cd '${path.slice(0, path.lastIndexOf("/")) || "/"}' && tee '${path.slice(path.lastIndexOf("/") + 1)}'`,
];

const project = harnesses.flatMap(({ name, places }) =>
	places.project.map((place) => [name, `/repo/${place}`] as const),
);
const home = harnesses.flatMap(({ name, places }) =>
	places.home.map((place) => [name, `/home/user/${place}`] as const),
);
const system = harnesses.flatMap(({ name, places }) => places.system.map((place) => [name, place] as const));

describe.each([...new Map([...project, ...home, ...system].map(([name, place]) => [place, name]))])(
	"%s of %s",
	(path) => {
		test("is not changed, in any spelling", () => {
			const passed = changes.flatMap((change) =>
				[
					path,
					`${path}/inner.json`,
					`${path.slice(0, path.lastIndexOf("/"))}/x/../${path.slice(path.lastIndexOf("/") + 1)}`,
				].flatMap((one) =>
					spelled.map((spell) => change(spell(one), one)).filter((script) => decided(script).effect !== "deny"),
				),
			);
			expect(passed).toEqual([]);
		});

		test("may be read", () => {
			expect(decided(`cat '${path}'`).effect).toBe("allow");
		});
	},
);

test("a folder that holds some of it is not replaced, and what else lies there may be written", () => {
	for (const folder of harnesses.flatMap(({ places }) => places.folders ?? [])) {
		for (const script of [`rm -rf ${folder}`, `mv n ${folder}`, `ln -sfn d ${folder}`, `cp -r n ${folder}`])
			expect({ script, effect: decided(script).effect }).toEqual({ script, effect: "deny" });
		expect(decided(`tee ${folder}/worktrees/a/x`).effect).toBe("allow");
	}
});

test("the keys and the state are neither read nor written", () => {
	for (const place of governingPlaces().hidden) {
		const path = place.replace(/^~/, "/home/user");
		for (const script of [
			`cat '${path}/key'`,
			`ls '${path}'`,
			`cp '${path}/key' x`,
			`tee '${path}/policy-1'`,
			`tar cf x '${path}'`,
		])
			expect({ script, effect: decided(script).effect }).toEqual({ script, effect: "deny" });
	}
});

describe("what the world tells", () => {
	const telling: World = {
		...world,
		own: { governing: ["/var/log/agents/decisions.jsonl"], state: ["/srv/cache/bylaw"] },
	};
	const ask = (script: string): string => {
		if (tree === undefined) throw new Error("the policy is broken");
		return decide(tree, { script }, telling).effect;
	};
	test("a log that somebody named is read and not written", () => {
		expect(ask("cat /var/log/agents/decisions.jsonl")).toBe("allow");
		expect(ask("tee /var/log/agents/decisions.jsonl")).toBe("deny");
		expect(ask("tee /var/log/agents/other")).toBe("allow");
	});
	test("a cache that a variable moved is neither", () => {
		expect(ask("cat /srv/cache/bylaw/key")).toBe("deny");
		expect(ask("tee /srv/cache/bylaw/key")).toBe("deny");
		expect(decided("tee /srv/cache/bylaw/key").effect).toBe("allow");
	});
	test("the policy's own file is not written, whatever it is called", () => {
		expect(ask("tee /policies/any.rules")).toBe("deny");
		expect(ask("cat /policies/any.rules")).toBe("allow");
	});
});
