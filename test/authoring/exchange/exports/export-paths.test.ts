/** Where files may be changed or read, and which hosts may be fetched, as harnesses' permissions: no more than the policy, links and the folder of the session included. */
import { describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { exportable } from "../../../../src/authoring/exchange/exports/exportable.js";
import { exported } from "../../../../src/authoring/exchange/exports/exports.js";
import { importClaudePermissions } from "../../../../src/authoring/exchange/imports/claude-permissions.js";
import { decide } from "../../../../src/engine/decide/decide.js";
import { tries } from "../../../part.js";
import { imported, treeOf } from "../imported-answers.js";

// A busy machine takes its time.
jest.setTimeout(240_000);

interface Permissions {
	readonly allow: readonly string[];
	readonly deny: readonly string[];
}

function claudes(policy: string) {
	const tree = treeOf(policy);
	const own = tree.agents.default;
	if (own === undefined) throw new Error("no agent");
	const said = exportable(tree, "default", own);
	const { text, remarks } = exported("claude-code", said);
	return { tree, said, text, remarks, permissions: JSON.parse(text).permissions as Permissions };
}

function policyOf(body: string): string {
	return `agent default {\n default deny\n ${body}\n}\n`;
}

test.each<[string, readonly string[]]>([
	["govern files\n allow file.write, file.edit within src", ["Edit(/src)", "Edit(/src/**)"]],
	["govern files\n allow file.write, file.edit within .", ["Edit(/**)"]],
	[
		"govern files\n allow file.write, file.edit within /srv/out, ~/notes",
		["Edit(//srv/out)", "Edit(//srv/out/**)", "Edit(~/notes)", "Edit(~/notes/**)"],
	],
	["govern files\n allow file.write, file.edit\n constrain writes of * to out", ["Edit(/out)", "Edit(/out/**)"]],
	["govern files\n allow file.write, file.edit within src\n deny * touching **/.env", ["Edit(/src)", "Edit(/src/**)"]],
	["govern files\n allow file.read, file.list, file.search within docs", ["Read(/docs)", "Read(/docs/**)"]],
	// Each permission is for several calls at once.
	["govern files\n allow file.write within src", []],
	["govern files\n allow file.read within src", []],
	// A search would go through what is denied.
	["govern files\n allow file.read, file.list, file.search within src\n deny * touching **/.env", []],
	["govern files\n allow file.read, file.list, file.search within src\n deny file.search /.*key.*/", []],
	// No permission says these.
	["govern files\n allow file.write, file.edit within src, !src/gen", []],
	['govern files\n allow file.write, file.edit within "src/*.ts"', []],
	["govern files\n allow file.write, file.edit within src/*.ts", []],
	["govern files\n allow file.write, file.edit within src when branch is main", []],
	["govern files\n allow file.write, file.edit within src\n deny file.edit /.*lock.*/", []],
	["govern files\n ask file.write, file.edit within src", []],
	["govern web\n allow file.write, file.edit within src", []],
])("Claude Code may: %s", (body, allow) => {
	expect(claudes(policyOf(body)).permissions.allow).toEqual(allow);
});

test("what governs is denied beside what may be edited, and a rule that is said whole is not told", () => {
	const { permissions, remarks } = claudes(policyOf("govern files\n allow file.write, file.edit within ."));
	expect(permissions.deny).toEqual(
		expect.arrayContaining(["Edit(//**/.claude/settings.json)", "Edit(//**/policy.rules)", "Edit(//**/*.rules)"]),
	);
	expect(remarks.some(({ place }) => place.startsWith("policy.rules"))).toBe(false);
	expect(remarks).toContainEqual(
		expect.objectContaining({ verdict: "tighter", message: expect.stringContaining(".claude/settings.json") }),
	);
	expect(remarks).toContainEqual(
		expect.objectContaining({ verdict: "looser", message: expect.stringContaining("behind `>`") }),
	);
	const withRedirects = claudes(policyOf("syntax redirects\n govern files\n allow file.write, file.edit within ."));
	expect(withRedirects.remarks.some(({ message }) => message.includes("behind `>`"))).toBe(false);
});

test("a rule of which a part is said is told", () => {
	const { remarks } = claudes(policyOf("govern files\n allow file.write, file.edit within src, src2/*.ts"));
	expect(remarks.some(({ place, message }) => place === "policy.rules:4" && message.includes("`file.write`"))).toBe(
		true,
	);
});

/** As Claude Code's documents have it: a pattern as git reads its ignore files, from the root, the home, the project or the folder of the session. */
function fits(pattern: string, path: string, cwd: string): boolean {
	const absolute = pattern.startsWith("//")
		? pattern.slice(1)
		: pattern.startsWith("~/")
			? `/home/user/${pattern.slice(2)}`
			: pattern.startsWith("/")
				? `/workspace${pattern}`
				: `${cwd}/${pattern.replace(/^\.\//, "")}`;
	const source = absolute
		.split("/")
		.map((part) => (part === "**" ? "**" : part.replaceAll(/[.+]/g, "\\$&").replaceAll("*", "[^/]*")))
		.join("/")
		.replaceAll("/**/", "/(?:.*/)?")
		.replaceAll("/**", "/.*");
	// A folder that fits takes all below it along.
	return new RegExp(`^${source}(?:/.*)?$`).test(path);
}

/** An allowed path and what it leads to must both fit; of what is denied one is enough. */
function allows({ allow, deny }: Permissions, tool: string, path: string, target: string, cwd: string): boolean {
	const rules = (list: readonly string[]): readonly string[] =>
		list.flatMap((rule) => (rule.startsWith(`${tool}(`) ? [rule.slice(tool.length + 1, -1)] : []));
	const isIn = (list: readonly string[], one: string): boolean =>
		rules(list).some((pattern) => fits(pattern, one, cwd));
	if ([path, target].some((one) => isIn(deny, one)) || deny.includes(tool)) return false;
	return [path, target].every((one) => isIn(allow, one));
}

const calls = { Edit: ["file.write", "file.edit"], Read: ["file.read", "file.list", "file.search"] } as const;
const files = [
	"/workspace/src/a.ts",
	"/workspace/src/.env",
	"/workspace/src/gen/x",
	"/workspace/a",
	"/workspace/sub/src/a",
	"/workspace/out/policy.rules",
	"/workspace/src/.claude/settings.json",
	"/workspace/.mcp.json",
	"/workspace/out/team.rules",
	"/workspace/keys/k",
	"/srv/docs/x",
	"/home/user/notes/n",
	"/home/user/.claude.json",
	"/etc/passwd",
] as const;

/** Every file, under its own name and behind a link that lies in an open folder; in sessions that begin elsewhere, too. */
function expectNoMore(policy: string): number {
	const { tree, permissions } = claudes(policy);
	let allowed = 0;
	for (const target of files)
		for (const path of [target, "/workspace/src/link", "/srv/docs/link"])
			for (const cwd of ["/workspace", "/workspace/sub"])
				for (const tool of ["Edit", "Read"] as const) {
					if (!allows(permissions, tool, path, target, cwd)) continue;
					const world = {
						workspace: "/workspace",
						home: "/home/user",
						linkAt: (one: string) => (one === path && path !== target ? { target } : ("none" as const)),
						entriesOf: () => [],
					};
					for (const name of calls[tool]) {
						const call = name === "file.search" ? [name, "x", path] : [name, path];
						const told = [policy, call, target, cwd, permissions.allow];
						expect([told, decide(tree, { call }, world).effect]).toEqual([told, "allow"]);
						allowed++;
					}
				}
	return allowed;
}

test("what is written lets no path through that the policy does not: held against the documented matching", () => {
	const found = [
		"govern files\n allow file.write, file.edit within .\n deny * touching **/.env, keys",
		"govern files\n allow file.write, file.edit within src, out, ~/notes",
		"govern files\n allow file.read, file.list, file.search within ., /srv/docs",
		"govern all\n allow file.write, file.edit\n constrain writes of * to src, /srv/docs\n deny file.write touching src/gen",
	].map((body) => expectNoMore(policyOf(body)));
	expect(found.every((allowed) => allowed > 0)).toBe(true);
});

const place = fc.constantFrom("src", "out", ".", "/srv/docs", "~/notes", "src/gen", "src/*.ts");
const rule = fc.oneof(
	fc
		.uniqueArray(place, { minLength: 1, maxLength: 2 })
		.map((paths) => `allow file.write, file.edit within ${paths.join(", ")}`),
	place.map((path) => `allow file.read, file.list, file.search within ${path}`),
	place.map((path) => `constrain writes of * to ${path}`),
	place.map((path) => `constrain reads of file.* to ${path}`),
	fc.constantFrom(
		"allow file.write, file.edit, file.read",
		"deny * touching **/.env",
		"deny file.edit touching src/gen",
		"deny * using write, delete touching keys",
		"deny file.search",
		"ask file.write touching out",
		"self writable",
	),
);

describe("whatever the policy", () => {
	test("what is written is no more, by the documented matching and read back again", () => {
		fc.assert(
			fc.property(fc.uniqueArray(rule, { minLength: 1, maxLength: 4 }), (rules) => {
				const writable = rules.includes("self writable") ? "self writable\n" : "";
				const body = rules.filter((one) => one !== "self writable").join("\n ");
				const policy = `${writable}${policyOf(`govern files\n ${body}`)}`;
				expectNoMore(policy);
				const { tree, text } = claudes(policy);
				const again = treeOf(
					imported(importClaudePermissions(text, ".claude/settings.json", { trusting: false })).policy,
				);
				const world = {
					workspace: "/workspace",
					home: "/home/user",
					linkAt: () => "none" as const,
					entriesOf: () => [],
				};
				for (const path of files)
					for (const name of calls.Edit) {
						const call = [name, path];
						const theirs = decide(again, { call }, world);
						if (theirs.code === "ungoverned" || theirs.effect !== "allow") continue;
						expect([policy, call, decide(tree, { call }, world).effect]).toEqual([policy, call, "allow"]);
					}
			}),
			{ numRuns: Number(process.env.EXPORT_RUNS ?? tries(12)) },
		);
	});
});

const fetched = [
	"https://docs.example/a",
	"http://docs.example",
	"https://docs.example:8443/",
	"https://a.corp.example/x",
	"https://a.b.corp.example/x",
	"https://corp.example/",
	"https://evil.example/?docs.example/",
	"https://docs.example@evil.example/",
	"https://docs.example.evil.example/",
	"https://evil.example/.corp.example/",
	"https://10.0.0.1/",
] as const;

/** The host, as each of them finds it in an address. */
function fetches(format: string, text: string, url: string): boolean {
	const { hostname } = new URL(url);
	const data = JSON.parse(text);
	switch (format) {
		case "claude-code":
			return (data.permissions.allow as readonly string[]).some((one) => {
				const [, below, name] = /^WebFetch\(domain:(\*\.)?(.*)\)$/.exec(one) ?? [];
				if (name === undefined) return false;
				return below === undefined ? hostname === name : hostname.endsWith(`.${name}`);
			});
		case "amp":
			return (
				(data["amp.permissions"] as readonly { tool: string; matches?: { url?: string }; action: string }[]).find(
					({ tool, matches }) =>
						tool === "read_web_page" &&
						(matches === undefined || new RegExp((matches.url ?? "").slice(1, -1)).test(url)),
				)?.action === "allow"
			);
		case "zed":
			return ((data.agent.tool_permissions.tools.fetch.always_allow ?? []) as readonly { pattern: string }[]).some(
				({ pattern }) => new RegExp(pattern).test(url),
			);
		default: {
			const webfetch = data.permission.webfetch as string | Readonly<Record<string, string>>;
			if (typeof webfetch === "string") return webfetch === "allow";
			const last = Object.entries(webfetch)
				.filter(([glob]) => new RegExp(`^${glob.replaceAll(/[.?]/g, "\\$&").replaceAll("*", ".*")}$`).test(url))
				.at(-1);
			return last?.[1] === "allow";
		}
	}
}

describe.each(["claude-code", "amp", "zed", "opencode", "kilo-code"] as const)("hosts for %s", (format) => {
	test.each<[string, readonly string[]]>([
		["allow web.fetch at docs.example", ["https://docs.example/a"]],
		["allow web.fetch\n constrain network of * to docs.example", ["https://docs.example/a"]],
		["allow web.fetch at docs.example\n deny web.fetch reaching evil.example", ["https://docs.example/a"]],
		["allow web.fetch at docs.example, 10.0.0.1, docs.example:8443", ["https://docs.example/a"]],
		[
			"allow web.fetch at *.corp.example",
			format === "opencode" || format === "kilo-code" ? [] : ["https://a.corp.example/x"],
		],
		["allow web.fetch at *.corp.example\n deny web.fetch reaching a.corp.example", []],
		["allow web.fetch at docs.example\n deny web.fetch reaching *.example", []],
		["allow web.fetch at docs.example\n deny web.fetch /.*private.*/", []],
		["allow web.fetch at docs.example:8443", []],
		["allow web.fetch at docs.example when branch is main", []],
	])("%s", (body, open) => {
		const policy = policyOf(`govern web\n ${body}`);
		const tree = treeOf(policy);
		const own = tree.agents.default;
		if (own === undefined) throw new Error("no agent");
		const { text } = exported(format, exportable(tree, "default", own));
		const world = { workspace: "/workspace", home: "/home/user", linkAt: () => "none" as const, entriesOf: () => [] };
		for (const url of open) expect([url, fetches(format, text, url)]).toEqual([url, true]);
		for (const url of fetched) {
			if (!fetches(format, text, url)) continue;
			const effect = decide(tree, { call: ["web.fetch", url] }, world).effect;
			expect([policy, url, text, effect]).toEqual([policy, url, text, "allow"]);
		}
	});
});

test("a host of which nothing is said is told, the others are not", () => {
	const { remarks } = claudes(policyOf("govern web\n allow web.fetch at docs.example, 10.0.0.1"));
	const told = remarks.filter(({ place }) => place.startsWith("policy.rules")).map(({ message }) => message);
	expect(told).toEqual([expect.stringContaining("`web.fetch at 10.0.0.1`")]);
	expect(told[0]).not.toContain("docs.example");
});
