/**
 * Secrets are known from one table: each place, each shape and each name of it is known by everybody who asks about secrets. Who keeps a list of its own fails
 * here as soon as the table says more.
 */
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { anySymbolicWorld } from "../../../src/authoring/analysis/agent-model.js";
import { goalsOf } from "../../../src/authoring/attack/goals.js";
import { lint } from "../../../src/authoring/lint/lint.js";
import { lints } from "../../../src/authoring/lint/lints.js";
import { isSecretPlace } from "../../../src/authoring/lint/powers/secret-files.js";
import { decide } from "../../../src/engine/decide/decide.js";
import { namesSecretHowever } from "../../../src/engine/knowledge/secrets/secret-names.js";
import { knownPlaces, plainPlaces, withoutBraces } from "../../../src/engine/knowledge/secrets/secret-places.js";
import {
	credentialFiles,
	credentialFolders,
	keyFiles,
	mayNameSecret,
	namesSecret,
} from "../../../src/engine/knowledge/secrets/secrets.js";
import { maskOf } from "../../../src/runtime/audit/mask.js";
import { governingPlaces } from "../../../src/runtime/harnesses/places/governing-places.js";
import { allHarnessPlaces } from "../../../src/runtime/harnesses/places/places-by-harness.js";
import { load, loadText } from "../../../src/runtime/load/load.js";

const world = { workspace: anySymbolicWorld.workspace, home: "/home/user", linkAt: () => "none" as const };

/** A file at the place, as one types it. */
const fileAt = (place: string): string =>
	place
		.replace(/^\*\*\//, "")
		.replace(/^~/, world.home)
		.replaceAll(/\*+/g, "x");

/** As a policy writes it. */
const written = (place: string): string => (place.includes(" ") ? `"${place}"` : place);

test("a place of the table lies nowhere twice, and the known ones are among them", () => {
	const plain = [...credentialFiles, ...keyFiles].flatMap(withoutBraces);
	expect(plain.filter((place, at) => plain.indexOf(place) !== at)).toEqual([]);
	expect(knownPlaces.filter(({ file }) => !isSecretPlace(file))).toEqual([]);
	expect(knownPlaces.filter(({ place }) => !isSecretPlace(place))).toEqual([]);
});

test("what is no place of secrets is none", () => {
	for (const place of ["~", "/", "~/.config", "/etc", "~/notes", "src", "**/*.ts", "~/.sshd", "vault"])
		expect([place, isSecretPlace(place)]).toEqual([place, false]);
});

test("the packs' sets are the table, and what the records of harnesses say", () => {
	const ofHarnesses = allHarnessPlaces.flatMap(({ credentials = [] }) => credentials.map((place) => `~/${place}`));
	const { sets } = governingPlaces();
	expect(sets["credential-files"]).toEqual([...new Set([...credentialFiles, ...ofHarnesses])]);
	expect(sets["key-files"]).toEqual(keyFiles);
	expect(sets["credential-folders"]).toEqual(credentialFolders);
});

describe("each place of the table", () => {
	test.each(["guard", "ci", "developer", "locked", "read-only", "task-agent"])(
		"is out of reach under the pack `%s`",
		(pack) => {
			const { tree } = load(join("rules", `${pack}.rules`));
			if (tree === undefined) throw new Error("there is no tree");
			// `guard` lets what else lies in such a folder be read.
			const folders = pack === "guard" ? [] : credentialFolders.flatMap(withoutBraces);
			const places = [...credentialFiles, ...keyFiles].flatMap(withoutBraces);
			const files = [...places, ...folders, ...folders.map((folder) => `${folder}/x`)];
			const open = files.filter((place) => decide(tree, { argv: ["cat", fileAt(place)] }, world).effect === "allow");
			expect(open).toEqual([]);
		},
	);

	test("is one that attacks go for, and that the lint on readable secrets knows", () => {
		const readable = lints.filter(({ name }) => name === "readable-secrets");
		const missing = plainPlaces().flatMap((place) => {
			const text = `agent default {\n  default deny\n  deny * touching ${written(place)}\n  allow cat\n}\n`;
			const { policy, ...loaded } = loadText("policy.rules", text, { cwd: "/nowhere" });
			const rules = policy.agents.get("default")?.rules ?? [];
			const goals = rules.flatMap((rule) => goalsOf(rule)).filter(({ kind }) => kind === "read");
			const files = goals.flatMap(({ files: found }) => found);
			const isGoal = files.length > 0 && files.every(isSecretPlace);
			const found = lint({ policy, ...loaded }, { lints: readable }).map(({ code }) => code);
			return [
				...(isGoal ? [] : [`${place}: goals`]),
				...(found.includes("readable-secrets") ? [] : [`${place}: lint`]),
			];
		});
		expect(missing).toEqual([]);
	});
});

describe("each name of a secret", () => {
	const names = ["API_KEY", "GITHUB_TOKEN", "DB_PASSWORD", "PASS", "DEPLOY_KEY", "JWT", "SSHPASS", "LOGIN_PASSCODE"];
	const { tree } = loadText("policy.rules", "default allow\nsyntax variables\ndeny * using secrets\n", {
		cwd: "/nowhere",
	});

	test.each(names)("%s is one for the lints, the masking and the power", (name) => {
		if (tree === undefined) throw new Error("there is no tree");
		expect([namesSecret(name), mayNameSecret(name), namesSecretHowever(name.toLowerCase())]).toEqual([
			true,
			true,
			true,
		]);
		expect(decide(tree, { script: `echo "$${name}"` }, world).effect).toBe("deny");
		expect(decide(tree, { script: `awk 'BEGIN { print ENVIRON["${name}"] }'` }, world).effect).toBe("deny");
		const fields = {
			request: "",
			agent: "default",
			argv: ["make", `${name}=correct-horse`],
			effect: "allow",
			message: "",
		};
		expect(JSON.stringify(maskOf().decision(fields as never))).not.toContain("correct-horse");
		const { policy, ...loaded } = loadText("policy.rules", `default deny\nallow ls\nenvironment keep ${name}\n`, {
			cwd: "/nowhere",
		});
		expect(lint({ policy, ...loaded }).map(({ code }) => code)).toContain("secret-in-environment");
	});

	test.each(["HOME", "PWD", "OLDPWD", "CACHE_KEY", "PATH"])("%s is none", (name) => {
		expect(namesSecret(name)).toBe(false);
	});
});
