/** The hosts that commands talk to, by their words. */
import { describe, expect, test } from "@jest/globals";
import { explain } from "../../../src/engine/decide/explain/explain.js";
import { loadText } from "../../../src/runtime/load/load.js";

const { tree } = loadText(
	"policy.rules",
	"agent default {\n  default deny\n  syntax globs, pipes, sequences, redirects, variables, substitutions\n  environment accept *\n}\n",
);
const world = { workspace: "/w", home: "/home/u", linkAt: () => "none" as const, entriesOf: () => [] };

/** Hosts of all commands of a script: those in doubt with a `?` behind them, a lone one where none is known. */
function hosts(script: string): readonly string[] {
	if (tree === undefined) throw new Error("the policy is broken");
	return explain(tree, { script }, world).commands.flatMap(({ effects }) =>
		effects.flatMap(({ effect, sure, what }) => (effect === "reaches" ? [`${what ?? ""}${sure ? "" : "?"}`] : [])),
	);
}

describe("hosts", () => {
	test.each([
		["curl 'https://Example.org:8443/a?b'", ["example.org"]],
		["curl https://example.org/a?b", ["example.org?"]],
		["curl -s example.org/a", ["example.org"]],
		["curl --proxy http://proxy.corp:3128 https://u:p@example.org./", ["example.org", "proxy.corp"]],
		["curl -H 'A: b' 'http://[::1]:80/'", ["::1"]],
		["wget -q ftp://files.example/a.tar", ["?", "files.example"]],
		["scp a u@build.corp:/tmp/", ["build.corp"]],
		["scp build.corp:a .", ["build.corp"]],
		["rsync -a src/ mirror:backup", ["mirror"]],
		["ssh -p 22 u@shell.corp uptime", ["shell.corp"]],
		["ping -c 1 198.51.100.7", ["198.51.100.7"]],
		["nc -w 1 example.org 80", ["example.org"]],
		["git clone git@forge.corp:a/b.git", ["forge.corp"]],
		["git clone https://forge.corp/a/b", ["forge.corp"]],
		["psql -h db.corp -c 'select 1'", ["db.corp"]],
		["redis-cli -h cache.corp get a", ["cache.corp"]],
	])("%s", (script, expected) => {
		expect([...hosts(script)].sort()).toEqual(expected);
	});

	test.each([
		["git push origin main", "a remote stands in a file"],
		["git fetch", "so does the remote that is meant by default"],
		["kubectl get pods", "a cluster stands in a setting"],
	])("%s: a host that can't be known, since %s", (script) => {
		expect(hosts(script)).toEqual(["?"]);
	});

	test("settings that nobody can read may say others than the usual hosts", () => {
		expect(hosts("gh pr list")).toEqual(["github.com", "*.github.com", "?"]);
	});

	test.each([['curl "$URL"'], ['ssh "$HOST" ls']])("%s: a word that can't be known may be any host", (script) => {
		expect(hosts(script)).toContain("?");
	});

	test("the beginning of a word that can't be known may say the host", () => {
		expect(hosts('curl "https://example.org/$ID"')).toContain("example.org");
	});

	test.each([
		["echo https://example.org"],
		["grep -r http://example.org ."],
		["ls -l"],
		["git log --grep https://x.y"],
	])("%s talks to nobody", (script) => {
		expect(hosts(script)).toEqual([]);
	});

	test("what a program that nobody knows does with an address is in doubt", () => {
		expect(hosts("frobnicate https://example.org").filter((one) => !one.endsWith("?"))).toEqual([]);
	});
});
