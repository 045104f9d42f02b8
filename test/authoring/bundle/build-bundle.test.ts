import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { type BuildOptions, buildBundle, renewBundles } from "../../../src/authoring/bundle/build-bundle.js";
import { makeKeys } from "../../../src/authoring/bundle/keys.js";
import { bundleBytes, packBundle } from "../../../src/authoring/bundle/pack-bundle.js";
import { prepareBundle } from "../../../src/authoring/bundle/prepare-bundle.js";
import { Repository } from "../../../src/authoring/bundle/repository.js";
import { packFile } from "../../../src/runtime/load/find-policy.js";
import { scratch, site } from "../../runtime/bundle/fleet.js";

function source(files: Readonly<Record<string, string>>): string {
	const folder = scratch();
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(join(folder, name, ".."), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
	return folder;
}

test("a bundle is whole: it holds what its policy imports, packs as well, and needs nothing of the machine", () => {
	const cwd = source({
		"teams/app/policy.rules":
			'import "../../common/base.rules"\nimport "read-only-chat"\nagent app {\n  default deny\n  allow ls\n}\n',
		"common/base.rules": "agent base {\n  default deny\n  allow cat\n}\n",
	});
	const bundle = packBundle({ policy: ["teams/app/policy.rules"], suites: [], cwd });
	expect([bundle.roots, Object.keys(bundle.files)]).toEqual([
		["teams/app/policy.rules"],
		["common/base.rules", "teams/app/policy.rules"],
	]);
	expect(bundle.packs["read-only-chat"]?.text).toBe(readFileSync(packFile("read-only-chat") as string, "utf8"));
	rmSync(cwd, { recursive: true });
	const made = prepareBundle(bundleBytes(bundle));
	expect(typeof made === "string" ? made : made.policy.slice(0, 26)).toBe('{"format":"bylaw-compiled"');
	expect(bundleBytes(bundle)).toEqual(bundleBytes(bundle));
});

test("what lies outside of a bundle is not read", () => {
	const cwd = source({ "policy.rules": 'import "/etc/bylaw/none.rules"\nagent default {\n  default deny\n}\n' });
	const made = prepareBundle(bundleBytes(packBundle({ policy: ["policy.rules"], suites: [], cwd })));
	expect(made).toMatch(/policy\.rules:1: .*there is no such file in the bundle/);
	for (const name of ["../x.rules", "/etc/x.rules", "a//b.rules", ""])
		expect(
			prepareBundle(
				Buffer.from(
					JSON.stringify({
						format: "bylaw-bundle",
						version: 1,
						roots: [],
						packs: {},
						suites: {},
						files: { [name]: "" },
					}),
				),
			),
		).toMatch(/^this is no bundle/);
});

test("a suite that fails, or an expectation or a claim, publishes nothing", () => {
	const home = scratch();
	const [folder, keys] = [join(home, "site"), join(home, "keys")];
	makeKeys(keys, ["root", "targets", "snapshot", "timestamp"]);
	const build = (files: Readonly<Record<string, string>>, more: Partial<BuildOptions> = {}) =>
		buildBundle(folder, {
			keys: [keys],
			channel: "stable",
			policy: ["policy.rules"],
			suites: [],
			cwd: source(files),
			...more,
		});
	const good = "agent default {\n  default deny\n  allow ls\n}\n";
	expect(() => build({ "policy.rules": `${good}agent x {\n  allow rm\n  never allow rm\n}\n` })).toThrow(
		"its own claim is not proved, policy.rules:7",
	);
	expect(() => build({ "policy.rules": good.replace("}", "  expect deny: ls\n}") })).toThrow(
		"its own expectation fails, policy.rules:4: `ls`",
	);
	const suite = "agents:\n  default:\n    deny:\n      - ls\n";
	expect(() => build({ "policy.rules": good, "a.suite.yaml": suite }, { suites: ["a.suite.yaml"] })).toThrow(/suite/);
	expect(() => build({ "policy.rules": "agent default {\n  allwo ls\n}\n" })).toThrow("policy.rules:2");
	expect(() => build({ "policy.rules": good }, { thresholds: { root: 2 } })).toThrow(
		"`root` can't take 2 signatures: it has 1 key",
	);
	expect(build({ "policy.rules": good })).toMatchObject({ release: 1, isNew: true, isPublished: true });
});

test("a role has no more targets than machines read", () => {
	const own = site();
	const repository = Repository.open(own.folder);
	const [target] = Object.values(repository.targets.targets);
	const many = (count: number) =>
		Object.fromEntries(
			Array.from({ length: count }, (_, at) => [`c${at}/policy.json`, target as NonNullable<typeof target>]),
		);
	const sign = (count: number) => () =>
		repository.signTargets("targets", { targets: many(count) }, { keys: [], now: 0, days: {} });
	expect(sign(501)).toThrow("would have 501 channels, and may have 500");
});

test("what expires soon is signed again by its keys, and told where they are not here", () => {
	const own = site();
	const none = join(scratch(), "online");
	mkdirSync(none, { mode: 0o700 });
	for (const name of readdirSync(own.keys).filter((one) => /^(?:timestamp|snapshot)\..*key$/.test(one)))
		writeFileSync(join(none, name), readFileSync(join(own.keys, name)), { mode: 0o600 });
	const day = 86_400_000;
	expect(renewBundles(own.folder, { keys: [none], now: Date.now() + 10 * day })).toEqual([]);
	expect(renewBundles(own.folder, { keys: [none], now: Date.now() + 70 * day }).map(({ role }) => role)).toEqual([
		"targets",
	]);
	expect(renewBundles(own.folder, { keys: [own.keys], now: Date.now() + 300 * day })).toEqual([]);
	expect([Repository.open(own.folder).root.version, Repository.open(own.folder).targets.version]).toEqual([2, 2]);
});
