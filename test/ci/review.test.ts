/** The steps of the action and of GitLab's template, on real repositories. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import { parseAllDocuments } from "yaml";
import { folder, program, root } from "../cli/cli.js";

const policy = `agent default {
  default deny
  allow git status, git diff
  expect deny: git push
}
`;
let rules: string;

beforeAll(() => {
	const at = folder({ rules: `#!/bin/sh\nexec '${process.execPath}' '${program()}' "$@"\n` });
	rules = join(at, "rules");
	chmodSync(rules, 0o755);
});

/** A repository with this policy, and the change to it that is reviewed. */
function repository(before: Record<string, string>, after: Record<string, string | undefined>): string {
	const at = folder(before);
	const git = (...words: readonly string[]) =>
		expect(spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: at }).status).toBe(0);
	git("init", "--quiet");
	git("add", "--all");
	git("commit", "--quiet", "--message", "before");
	git("tag", "before");
	for (const [name, text] of Object.entries(after)) {
		if (text === undefined) git("rm", "--quiet", name);
		else {
			mkdirSync(join(at, name, ".."), { recursive: true });
			writeFileSync(join(at, name), text);
		}
	}
	git("add", "--all");
	git("commit", "--quiet", "--allow-empty", "--message", "after");
	return at;
}

function reviewed(cwd: string, env: Readonly<Record<string, string>> = {}, verb = "review") {
	const done = spawnSync("bash", [join(root, "ci/review.sh"), verb], {
		cwd,
		encoding: "utf8",
		env: {
			PATH: process.env.PATH,
			HOME: cwd,
			BYLAW: rules,
			BYLAW_BASE: "before",
			BYLAW_OUT: join(cwd, "../out"),
			...env,
		},
	});
	const out = env.BYLAW_OUT ?? join(cwd, "../out");
	const text = (name: string): string => (existsSync(join(out, name)) ? readFileSync(join(out, name), "utf8") : "");
	return { code: done.status, said: done.stdout + done.stderr, comment: text("comment.md"), text, out };
}

/** Each in a folder of its own. */
const outside = (): Readonly<Record<string, string>> => ({ BYLAW_OUT: join(folder(), "out") });

describe("a change of a policy", () => {
	test("that widens it fails, and the comment shows by which command", () => {
		const at = repository(
			{ "policy.rules": policy },
			{ "policy.rules": policy.replace("git diff", "git").replace(/ {2}expect.*\n/, "") },
		);
		const { code, comment } = reviewed(at, outside());
		expect(code).toBe(1);
		expect(comment).toMatch(/^<!-- bylaw review -->\n### Policies\n/);
		expect(comment).toContain("**`policy.rules`: something got looser, or it is not settled that nothing did.**");
		expect(comment).toMatch(/looser: deny → allow\n {4}such as: git/);
		expect(comment).not.toMatch(/\/tmp\//);
		expect(
			spawnSync("git", ["worktree", "list"], { cwd: at, encoding: "utf8" }).stdout.trim().split("\n"),
		).toHaveLength(1);
		expect(spawnSync("git", ["status", "--porcelain"], { cwd: at, encoding: "utf8" }).stdout).toBe("");
	});

	test("that widens it is told alone where that is wanted", () => {
		const at = repository(
			{ "policy.rules": policy },
			{ "policy.rules": policy.replace("git diff", "git diff, git log") },
		);
		const { code, comment } = reviewed(at, { ...outside(), BYLAW_WIDENING: "tell" });
		expect(code).toBe(0);
		expect(comment).toContain("something got looser");
	});

	test("that narrows it passes, and the results are what others read", () => {
		const at = repository({ "policy.rules": policy }, { "policy.rules": policy.replace(", git diff", "") });
		const { code, comment, text, out } = reviewed(at, outside());
		expect({ code, comment }).toEqual({
			code: 0,
			comment: expect.stringContaining("`policy.rules`: nothing got looser"),
		});
		expect(comment).toContain("stricter: allow → deny");
		const sarif = JSON.parse(text("lint.sarif")) as object;
		const schema = JSON.parse(
			readFileSync(
				join(
					createRequire(import.meta.url).resolve("@microsoft/jest-sarif/package.json"),
					"../lib/schemas/sarif-2.1.0-rtm.5.json",
				),
				"utf8",
			),
		) as Record<string, unknown>;
		const { $schema: _draft, id: _address, ...read } = schema;
		expect(new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).validate(read, sarif)).toBe(true);
		expect(JSON.parse(text("gl-code-quality-report.json"))).toBeInstanceOf(Array);
		expect(text("policy.rules.junit.xml")).toContain("<testsuites");
		expect(readdirSync(out).sort()).toEqual([
			"comment.md",
			"gl-code-quality-report.json",
			"lint.sarif",
			"policy.rules.junit.xml",
		]);
	});

	test("with an error, or a test that fails, fails", () => {
		const at = repository(
			{ "policy.rules": policy },
			{
				"policy.rules": `${policy}allow @nothing\n`,
				"b/policy.rules": policy.replace("deny: git push", "allow: git push"),
			},
		);
		const { code, comment } = reviewed(at, outside());
		expect(code).toBe(1);
		expect(comment).toContain("**Lint: errors.**");
		expect(comment).toContain("unknown-set");
		expect(comment).toContain("**`b/policy.rules`: its tests fail.**");
		expect(comment).toContain("**`policy.rules` could not be compared.**");
	});

	test("that takes it away fails; one that is new has nothing to be compared with", () => {
		const at = repository({ "policy.rules": policy }, { "policy.rules": undefined, "new/policy.rules": policy });
		const { code, comment } = reviewed(at, outside());
		expect(code).toBe(1);
		expect(comment).toContain("**`policy.rules` is gone.**");
		expect(comment).toContain("`new/policy.rules` is new");
	});

	test("in what it imports is seen, as it was before", () => {
		const importing = "import ./team.rules\nagent default {\n  default deny\n  allow @team\n}\n";
		const at = repository(
			{ "policy.rules": importing, "team.rules": "set team = ls\n" },
			{ "team.rules": "set team = ls, rm\n" },
		);
		const { code, comment } = reviewed(at, outside());
		expect(code).toBe(1);
		expect(comment).toMatch(/such as: rm/);
	});
});

describe("what a change brings", () => {
	test("runs nothing: no plugin, no hook of git", () => {
		const at = repository(
			{ "policy.rules": policy },
			{
				"bylaw.config.yaml": "plugins: [./plugin.mjs]\n",
				"plugin.mjs": 'import { writeFileSync } from "node:fs"; writeFileSync("ran", ""); export const lints = [];\n',
				"hooks/post-checkout": "#!/bin/sh\ntouch ran\n",
			},
		);
		chmodSync(join(at, "hooks/post-checkout"), 0o755);
		spawnSync("git", ["config", "core.hooksPath", join(at, "hooks")], { cwd: at });
		expect(reviewed(at, outside()).code).toBe(0);
		expect(existsSync(join(at, "ran"))).toBe(false);
	});

	test("stays text in the comment: no fence ends early, no name of a file is markup", () => {
		const bad = `# \`\`\`\`\n${policy.replace("git diff", "git diff, git log")}`.replace(
			"}\n",
			'  deny rm because "```` <img src=x> @everyone"\n}\n',
		);
		const at = repository({ "a`<b>/policy.rules": policy }, { "a`<b>/policy.rules": bad });
		const { comment } = reviewed(at, outside());
		expect(comment).toContain("`a??b?/policy.rules`");
		const fences = comment.split("\n").filter((line) => /^`{3,}/.test(line));
		expect(fences.length % 2).toBe(0);
		expect(comment).not.toMatch(/^<img/m);
	});
});

test("without a commit to compare with nothing is compared, and one that git does not have is said", () => {
	const at = repository({ "policy.rules": policy }, {});
	const without = reviewed(at, { ...outside(), BYLAW_BASE: "" });
	expect(without.code).toBe(0);
	expect(without.comment).not.toContain("looser");
	const unknown = reviewed(at, { ...outside(), BYLAW_BASE: "0123456789abcdef0123456789abcdef01234567" });
	expect(unknown).toMatchObject({ code: 2, said: expect.stringContaining("fetch-depth: 0") });
	const option = reviewed(at, { ...outside(), BYLAW_BASE: "--help" });
	expect(option.code).toBe(2);
});

describe("the comment", () => {
	/** A `gh` that writes down what it is asked, and knows this comment. */
	const github = (known: string): string => {
		const bin = folder({
			gh: `#!/bin/sh\nprintf '%s\\n' "$*" >> "$0.asked"\ncase "$*" in *--jq*) printf '%s' '${known}' ;; esac\n`,
		});
		chmodSync(join(bin, "gh"), 0o755);
		return bin;
	};
	test.each([
		["is put below the change", "", "--method POST repos/o/r/issues/7/comments --field body=@"],
		["takes the place of the one before", "42\n43", "--method PATCH repos/o/r/issues/comments/42 --field body=@"],
	])("%s", (_, known, asked) => {
		const bin = github(known);
		const env = {
			PATH: `${bin}:${process.env.PATH}`,
			GITHUB_REPOSITORY: "o/r",
			BYLAW_GITHUB_CHANGE: "7",
			BYLAW_OUT: folder({ "comment.md": "x" }),
		};
		expect(reviewed(folder(), env, "comment").code).toBe(0);
		expect(readFileSync(join(bin, "gh.asked"), "utf8")).toContain(asked);
	});

	test("goes to the log where there is no change", () => {
		const { code, said } = reviewed(folder(), { BYLAW_OUT: folder({ "comment.md": "### Policies" }) }, "comment");
		expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining("### Policies") });
	});
});

test.each([
	"action.yml",
	"ci/gitlab.yml",
	".pre-commit-hooks.yaml",
	".github/workflows/release.yml",
	".github/workflows/nightly.yml",
])("%s is YAML, and what it starts is there", (name) => {
	const text = readFileSync(join(root, name), "utf8");
	const documents = parseAllDocuments(text);
	expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
	for (const [path] of text.matchAll(/(?:ci\/review\.sh|\.ci\/\w+)/g)) expect(existsSync(join(root, path))).toBe(true);
});

test("hooks for pre-commit bring this version", () => {
	const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
	const [document] = parseAllDocuments(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8"));
	const hooks = document?.toJS() as readonly { id: string; entry: string }[];
	expect(hooks.map(({ entry }) => entry)).toEqual(
		["lint", "fmt", "test"].map((verb) => `npx --yes --package=bylaw@${version} -- rules ${verb}`),
	);
});
