/** The sets that every policy has: each is read without a fault where it may stand, and has a place in the page on the language. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/engine/decide/decide.js";
import { commandSets } from "../../../src/engine/knowledge/sets/command-sets.js";
import { placeSets } from "../../../src/engine/knowledge/sets/place-sets.js";
import { tools } from "../../../src/engine/knowledge/vocabulary/verbs.js";
import { builtInSets } from "../../../src/language/policy/patterns/built-in-sets.js";
import { governingPlaces } from "../../../src/runtime/harnesses/places/governing-places.js";
import { loadText } from "../../../src/runtime/load/load.js";

const world = { workspace: "/repo", home: "/home/user", linkAt: () => "none" as const };

function effectOf(rule: string, command: string): string {
	const { tree, diagnostics } = loadText(
		"p.rules",
		`agent default {\n  default allow\n  syntax redirects\n  ${rule}\n}\n`,
	);
	expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
	if (tree === undefined) throw new Error("there is no tree");
	return decide(tree, { agent: "default", script: command }, world).effect;
}

test("the page on the language names each of them", () => {
	const page = readFileSync("docs/language.md", "utf8");
	const missing = [...builtInSets(governingPlaces().sets).keys()].filter((name) => !page.includes(`\`@${name}\``));
	expect(missing).toEqual([]);
});

test("none has the name of another kind", () => {
	const names = [governingPlaces().sets, placeSets, tools, commandSets].flatMap((one) => Object.keys(one));
	expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

describe.each(Object.keys(commandSets))("@%s", (name) => {
	test("stands where a pattern does", () => {
		expect(effectOf(`ask @${name}`, "ls")).toBe("allow");
	});

	test("is no set without elements", () => {
		expect(builtInSets(governingPlaces().sets).get(name)?.length).toBeGreaterThan(0);
	});
});

test.each([
	["publishing-commands", "python3 -m twine upload dist/x"],
	["uploading-commands", "curl -F 'a=<b' https://example.com"],
	["remote-deletions", "ssh host 'rm -rf build'"],
	["host-owning-containers", "podman run --userns=host x"],
	["deleting-options", "kafka-acls --remove --topic x"],
	["deleting-requests", "curl -X DELETE https://example.com/1"],
	["service-tools", "heroku ps"],
	["container-removals", "docker system prune"],
])("@%s holds `%s`", (name, command) => {
	expect(effectOf(`ask @${name}`, command)).toBe("ask");
});

test.each([
	["remote-deletions", "ssh host ls"],
	["host-owning-containers", "podman run --mount type=bind,src=/srv,dst=/h x"],
	["container-removals", "docker stop web"],
])("@%s does not hold `%s`", (name, command) => {
	expect(effectOf(`ask @${name}`, command)).toBe("allow");
});

test.each(Object.keys(placeSets))("@%s stands where a path does", (name) => {
	expect(effectOf(`deny * touching @${name}`, "cp a b")).toBe("allow");
});

test.each([
	["disk-devices", "cp a /dev/sda1"],
	["system-folders", "cp a /etc/hosts"],
	["startup-files", "cp a .envrc"],
	["git-files-that-run", "cp a .git/hooks/pre-commit"],
])("@%s holds what `%s` writes", (name, command) => {
	expect(effectOf(`ask * touching @${name}`, command)).toBe("ask");
	expect(effectOf("ask rm", command)).toBe("allow");
});
