import { beforeAll, describe, expect, test } from "@jest/globals";
import type {
	CodeAction,
	CompletionItem,
	DocumentSymbol,
	FoldingRange,
	Hover,
	InlayHint,
	Location,
	SymbolInformation,
	TextEdit,
	WorkspaceEdit,
} from "vscode-languageserver/node";
import { type Client, edited, marked, place, start } from "./client.js";

const base = `# What everybody has.
set shells = bash, sh, zsh
group secrets {
  deny * touching **/.env because "Secrets stay out of sight." id secrets
}
program deploy can network { option --target, -t PATH write  option -q }
`;
const policy = `import "./base.rules"

agent default extends secrets {
  default deny
  locked deny @shells because "No shells."
  deny git push except git push --dry-run because "People push." id no-push
  allow git, deploy
  allow sort granting write
  constrain writes of * to ., /tmp/build
  expect allow: git status
  expect deny by no-push: git push
  expect deny: bash x
  expect allow: git log && deploy -q
}

agent writer extends default {
  override allow git push --tags
}
`;
const yaml = `import: ./base.rules
agents:
  reader:
    extends: secrets
    default: deny
    rules:
      - deny: ["@shells"]
        because: No shells.
      - allow: [git log, deploy]
        without: [--output]
`;

let client: Client;
beforeAll(async () => {
	client = await start({ "base.rules": base, "policy.rules": policy, "reader.rules.yaml": yaml });
	await client.open("policy.rules", policy);
	await client.open("reader.rules.yaml", yaml, "rules-yaml");
	await client.diagnostics("policy.rules");
}, 240_000);

/** The offset behind a piece of a document; `nth` from 0. */
const behind = (name: string, piece: string, nth = 0): number => {
	let at = -1;
	for (let count = 0; count <= nth; count++) at = client.text(name).indexOf(piece, at + 1);
	if (at < 0) throw new Error(`${piece} is not in ${name}`);
	return at + piece.length;
};
const hover = async (name: string, piece: string, nth = 0): Promise<string> => {
	const found = await client.ask<Hover | null>("hover", name, behind(name, piece, nth) - 1);
	return found === null ? "" : (found.contents as { value: string }).value;
};
/** Waits until the background has answered about the text as it is. */
const settled = async (name: string): Promise<void> => {
	const marker = "# settled";
	await client.edit(name, client.text(name).length, 0, `${marker}\n@`);
	await client.diagnostics(name, (all) => all.length > 0);
	await client.edit(name, client.text(name).length - 1, 1, "");
	for (let left = 100; left > 0; left--) {
		const hints = await client.connection.sendRequest("textDocument/inlayHint", {
			textDocument: { uri: client.uri(name) },
			range: { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } },
		});
		if ((hints as unknown[]).length > 0) return;
		await new Promise((done) => setTimeout(done, 100));
	}
};
let fresh = 0;
/** What is offered at the `^` of a text of its own. */
const offered = async (text: string, language = "rules"): Promise<CompletionItem[]> => {
	const { text: without, at } = marked(text);
	const name = `fresh${fresh++}.${language === "rules" ? "rules" : "rules.yaml"}`;
	await client.open(name, without, language);
	const items = await client.ask<CompletionItem[]>("completion", name, at);
	await client.close(name);
	return items;
};
const labels = async (text: string, language = "rules"): Promise<string[]> =>
	(await offered(text, language)).map(({ label }) => label);

describe("hover", () => {
	test("on a rule's keyword says what the kind means, and shows a command that the rule decides", async () => {
		expect(await hover("policy.rules", "deny", 2)).toContain("refuses commands");
		// What a rule covers is told if it is found in time.
		const covers = async (piece: string, nth: number, wanted: RegExp): Promise<string> => {
			for (let left = 20; ; left--) {
				const text = await hover("policy.rules", piece, nth);
				if (wanted.test(text) || left === 0) return text;
			}
		};
		const push = /for agent `default`: denies, for instance, `git push/;
		expect(await covers("deny", 2, push)).toMatch(push);
		const outside = /for agent `default`: denies, for instance/;
		expect(await covers("constrain", 0, outside)).toMatch(outside);
	});
	test("on a program, a subcommand and an option tells what is known of them", async () => {
		expect(await hover("policy.rules", "sort")).toContain("-o");
		expect(await hover("policy.rules", "git push")).toContain("**git push**");
		expect(await hover("policy.rules", "--dry-run")).toContain("--dry-run");
		await client.open("bundle.rules", "deny rm -rf\ndeny tar -xfz\ndeny ls --nonsense\n");
		expect(await hover("bundle.rules", "-rf")).toMatch(/--recursive.*--force/s);
		expect(await hover("bundle.rules", "-xfz")).toMatch(/--extract.*--file/s);
		expect(await hover("bundle.rules", "-xfz")).not.toContain("gzip");
		expect(await hover("bundle.rules", "--nonsense")).toBe("`ls` is not known to have `--nonsense`");
		await client.close("bundle.rules");
		expect(await hover("policy.rules", "deploy")).toMatch(/taught in .*base\.rules/);
		expect(await hover("reader.rules.yaml", "git log")).toContain("**git log**");
		expect(await hover("reader.rules.yaml", "--output")).toContain("`write`");
	});
	test("on a set, an agent, an id, a power, an effect and a keyword says what it is", async () => {
		expect(await hover("policy.rules", "@shells")).toContain("set shells = bash, sh, zsh");
		expect(await hover("reader.rules.yaml", "@shells")).toContain("set shells = bash, sh, zsh");
		expect(await hover("policy.rules", "extends secrets")).toContain("group secrets");
		expect(await hover("policy.rules", "by no-push")).toContain("deny git push except");
		expect(await hover("policy.rules", "granting write")).toContain("writes files");
		expect(await hover("policy.rules", "default deny")).toContain("may not run");
		expect(await hover("policy.rules", "except")).toContain("leaves these out");
		expect(await hover("reader.rules.yaml", "without")).toContain("none of these options");
	});
});

describe("hover on an expectation", () => {
	test("shows how it is answered today, for each agent that it holds for", async () => {
		await client.open(
			"answers.rules",
			"agent default {\n  default deny\n  allow ls id look\n  expect allow: ls -l\n}\n",
		);
		await client.diagnostics("answers.rules");
		await settled("answers.rules");
		expect(await hover("answers.rules", "ls -l")).toBe("- for agent `default`: **allow**, decided by `look`");
		await client.close("answers.rules");
	});
});

describe("hover on an ignore", () => {
	test("says what the lint is about", async () => {
		await client.open("ignore.rules", "# lint-ignore missing-default: it is a test\nallow ls\n");
		expect(await hover("ignore.rules", "missing-default")).toContain("**missing-default**");
		await client.close("ignore.rules");
	});
});

describe("completion", () => {
	test("offers statements where one begins, and only those that may stand there", async () => {
		expect(await labels("^")).toEqual(expect.arrayContaining(["agent", "set", "import", "allow", "default"]));
		const inBody = await labels("agent default {\n  ^\n}\n");
		expect(inBody).toEqual(expect.arrayContaining(["allow", "locked", "expect", "limit"]));
		expect(inBody).not.toContain("agent");
		expect(await labels("agent default {\n  locked ^")).toEqual(["deny", "constrain"]);
		expect(await labels("program x {\n  ^\n}")).toEqual(["option"]);
	});
	test("offers programs, sets and what may go before them where a pattern begins", async () => {
		const found = await labels("set shells = bash\nagent default {\n  deny ^\n}\n");
		expect(found).toEqual(expect.arrayContaining(["git", "@shells", "exactly"]));
		expect(found).not.toContain("because");
		expect(await labels("deny ls, g^")).toContain("git");
		expect(await labels("constrain ^")).toEqual(expect.arrayContaining(["reads of", "writes of"]));
		expect(await labels("ask ^")).toEqual(expect.arrayContaining(["of", "npm"]));
		expect(await labels("ask 2 ^")).toEqual(expect.arrayContaining(["of"]));
		expect(await labels("ask 2 of release ^")).toEqual(expect.arrayContaining(["for", "npm"]));
		expect(await labels("ask of release for ^")).toEqual(["this call", "this session", "1h"]);
		expect(await labels("ask of release for 1h npm ^")).toEqual(expect.arrayContaining(["publish", "within"]));
		expect(await labels("deny git except ^")).toContain("git");
	});
	test("offers subcommands, options and the clauses that are left behind a program", async () => {
		const git = await labels("deny git ^");
		expect(git).toEqual(expect.arrayContaining(["push", "log", "because", "except", "touching"]));
		expect(git).not.toContain("granting");
		const push = await labels('deny git push --^ because "x"');
		expect(push).toEqual(expect.arrayContaining(["--force", "--dry-run"]));
		expect(await labels("deny git remote ^")).toContain("add");
		expect(await labels('deny git because "x" ^')).not.toContain("because");
		expect(await labels("allow sort with ^")).toContain("--output");
		expect((await labels("constrain writes of * ^"))[0]).toBe("to");
	});
	test("offers powers, features, effects, limits, tools, agents, ids and imports in their places", async () => {
		expect(await labels("allow sort granting ^")).toEqual(expect.arrayContaining(["everything", "write", "exec"]));
		expect(await labels("deny * using ^")).not.toContain("everything");
		expect(await labels("syntax pipes, ^")).toContain("redirects");
		expect(await labels("default ^")).toEqual(["allow", "ask", "deny"]);
		expect(await labels("unreadable ^")).toEqual(["ask", "deny"]);
		expect(await labels("deny ls\nself ^")).toEqual(["protected", "writable"]);
		expect(await labels("deny ls\nsandbox ^")).toEqual(["off", "prefer", "require"]);
		expect(await labels("agent default {\n  override ^")).toContain("self");
		expect(await labels("limit ^")).toContain("timeout");
		expect(await labels("nudge grep use file.search\nnudge rg use ^")).toEqual(["file.search"]);
		expect(await labels("group a { allow ls }\nagent b extends ^ { allow cat }")).toContain("a");
		expect(await labels("deny ls id no-ls\nexpect deny by ^: ls")).toEqual(["no-ls"]);
		expect(await labels("import ^")).toEqual(expect.arrayContaining(["safe-shell", "./base.rules"]));
		expect(await labels("environment ^")).toEqual(["keep", "set", "accept"]);
		expect(await labels("never ^")).toContain("allow");
	});
	test("offers lints in a comment that ignores, and nothing in other comments, texts and commands", async () => {
		expect(await labels("# lint-ignore ^")).toContain("missing-default");
		expect(await labels("agents: # lint-ignore ^", "rules-yaml")).toContain("missing-default");
		expect(await labels("# allow ^")).toEqual([]);
		expect(await labels('deny ls because "use ^')).toEqual([]);
		expect(await labels("expect deny: git ^")).toEqual([]);
	});
	test("offers the same in YAML", async () => {
		expect(await labels("^", "rules-yaml")).toEqual(expect.arrayContaining(["agents", "sets", "rules"]));
		expect(await labels("agents:\n  default:\n    ^", "rules-yaml")).toEqual(
			expect.arrayContaining(["extends", "default", "rules"]),
		);
		expect(await labels("agents:\n  default:\n    default: ^", "rules-yaml")).toEqual(["allow", "ask", "deny"]);
		const rules = "agents:\n  default:\n    rules:\n";
		expect(await labels(`${rules}      - ^`, "rules-yaml")).toEqual(
			expect.arrayContaining(["allow", "deny", "expect"]),
		);
		expect(await labels(`${rules}      - self: ^`, "rules-yaml")).toEqual(["protected", "writable"]);
		expect(await labels(`${rules}      - self: writable\n        ^`, "rules-yaml")).toEqual(["override"]);
		expect(await labels(`${rules}      - deny: [git ^]`, "rules-yaml")).toContain("push");
		expect(await labels(`${rules}      - deny: g^`, "rules-yaml")).toContain("git");
		expect(await labels(`${rules}      - deny: [git]\n        ^`, "rules-yaml")).toEqual(
			expect.arrayContaining(["except", "because", "locked"]),
		);
		expect(await labels(`${rules}      - allow: [sort]\n        granting: ^`, "rules-yaml")).toContain("write");
		expect(await labels(`${rules}      - allow: [sort]\n        with: [^]`, "rules-yaml")).toContain("--output");
		expect(await labels(`${rules}      - deny:\n          - git push\n          - ^`, "rules-yaml")).toContain("git");
		expect(await labels(`${rules}      - { allow: git, ^ }`, "rules-yaml")).toEqual(expect.arrayContaining(["within"]));
	});
	test("offers what came before in its places", async () => {
		expect(await labels("expect deny after ^")).toEqual(expect.arrayContaining(["failed", "running"]));
		expect(await labels('expect deny after failed "x" ^')).toEqual(["after"]);
		expect(await labels("expect deny by x when a is b ^")).toEqual(["when", "at", "after"]);
		expect(await labels("deny git after npm because ^")).not.toContain("after");
		expect(await labels("deny git after npm\n  ^")).toEqual(expect.arrayContaining(["after", "since", "because"]));
		const yaml = (after: string): Promise<string[]> => labels(`rules:\n  - deny: git\n    ${after}`, "rules-yaml");
		const keys = ["events", "times", "since", "last", "same"];
		expect(await yaml("^")).toContain("after");
		expect(await yaml("after: npm\n    ^")).not.toContain("after");
		expect(await yaml("after: [{ ^")).toEqual(keys);
		expect(await yaml('after: [{ events: "* using secrets" }, { ^')).toEqual(expect.arrayContaining(["events"]));
		expect(await yaml('after: [{ events: "* using secrets" }, { events: "* using ^')).toContain("secrets");
		expect(await yaml('after: { events: npm test, "times": 2, ^')).toContain("last");
		expect(await yaml('after: "* using ^')).toContain("secrets");
		expect(await yaml('after: "^')).toContain("failed");
		expect(await yaml("after: npm test ^")).not.toContain("since");
		expect(await yaml("after:\n      - events: npm\n        ^")).toEqual(keys.slice(1));
		expect(await labels("rules:\n  - ask: x\n    of: { ^", "rules-yaml")).toEqual(["group", "n", "for"]);
	});

	test("says of an offered program what is known of it when it is asked", async () => {
		const git = (await offered("deny ^")).find(({ label }) => label === "git") as CompletionItem;
		const resolved = (await client.connection.sendRequest("completionItem/resolve", git)) as CompletionItem;
		expect(JSON.stringify(resolved.documentation)).toContain("**git**");
	});
	test("replaces the word that was begun", async () => {
		const item = (await offered("deny git pu^")).find(({ label }) => label === "push") as CompletionItem;
		expect(edited("deny git pu", [item.textEdit as TextEdit])).toBe("deny git push");
		const set = (await offered("set shells = sh\ndeny @sh^")).find(
			({ label }) => label === "@shells",
		) as CompletionItem;
		expect(edited("set shells = sh\ndeny @sh", [set.textEdit as TextEdit])).toBe("set shells = sh\ndeny @shells");
	});
});

describe("definitions and references", () => {
	const shown = (locations: readonly Location[]) =>
		locations.map(({ uri, range }) => `${uri.split("/").at(-1)}:${range.start.line + 1}`).sort();
	test("lead from a set, an agent, an id and a taught program to where they are defined", async () => {
		const definition = async (name: string, piece: string) =>
			shown(await client.ask<Location[]>("definition", name, behind(name, piece) - 1));
		expect(await definition("policy.rules", "@shells")).toEqual(["base.rules:2"]);
		expect(await definition("reader.rules.yaml", "@shells")).toEqual(["base.rules:2"]);
		expect(await definition("policy.rules", "extends secrets")).toEqual(["base.rules:3"]);
		expect(await definition("policy.rules", "extends default")).toEqual(["policy.rules:3"]);
		expect(await definition("policy.rules", "by no-push")).toEqual(["policy.rules:6"]);
		expect(await definition("policy.rules", "git, deploy")).toEqual(["base.rules:6"]);
		expect(await definition("policy.rules", "./base.rules")).toEqual(["base.rules:1"]);
	});
	test("are found in every file that imports the other", async () => {
		const references = async (name: string, piece: string) =>
			shown(
				await client.ask<Location[]>("references", name, behind(name, piece) - 1, {
					context: { includeDeclaration: true },
				}),
			);
		expect(await references("policy.rules", "@shells")).toEqual([
			"base.rules:2",
			"policy.rules:5",
			"reader.rules.yaml:7",
		]);
		expect(await references("reader.rules.yaml", "extends: secrets")).toEqual([
			"base.rules:3",
			"policy.rules:3",
			"reader.rules.yaml:4",
		]);
		expect(await references("policy.rules", "by no-push")).toEqual(["policy.rules:11", "policy.rules:6"]);
	});
});

describe("rename", () => {
	const renamed = async (name: string, piece: string, newName: string): Promise<Record<string, string>> => {
		const { changes = {} } = await client.ask<WorkspaceEdit>("rename", name, behind(name, piece) - 1, { newName });
		const texts: Record<string, string> = { "base.rules": base, "policy.rules": policy, "reader.rules.yaml": yaml };
		return Object.fromEntries(
			Object.entries(changes).map(([uri, edits]) => {
				const file = uri.split("/").at(-1) as string;
				return [file, edited(texts[file] as string, edits)];
			}),
		);
	};
	test("changes a name in every file and in both notations, and nothing else", async () => {
		expect(await renamed("policy.rules", "@shells", "any-shell")).toEqual({
			"base.rules": base.replace("shells", "any-shell"),
			"policy.rules": policy.replace("@shells", "@any-shell"),
			"reader.rules.yaml": yaml.replace("@shells", "@any-shell"),
		});
		expect(await renamed("policy.rules", "by no-push", "pushing")).toEqual({
			"policy.rules": policy.replaceAll("no-push", "pushing"),
		});
		expect(await renamed("policy.rules", "git, deploy", "ship")).toEqual({
			"base.rules": base.replace("deploy", "ship"),
			"policy.rules": policy.replaceAll("deploy", "ship"),
			"reader.rules.yaml": yaml.replace("deploy", "ship"),
		});
	});
	test("says why it can't be", async () => {
		const refusal = (piece: string, newName: string) =>
			renamed("policy.rules", piece, newName).then(
				() => "renamed",
				(error: Error) => error.message,
			);
		expect(await refusal("allow git", "tig")).toBe(
			"`git` is a program and not taught by this policy: its name is not ours to change",
		);
		expect(await refusal("@shells", "two words")).toBe("`two words` can't be a name here");
		expect(await refusal("agent writer", "default")).toMatch(/^`default` is taken/);
		expect(await refusal("constrain", "x")).toBe("there is no name here that could be another");
	});
});

describe("formatting", () => {
	test("writes what `rules fmt` writes, and leaves a file with syntax errors alone", async () => {
		const formatted = async (name: string, text: string): Promise<string> => {
			await client.open(name, text);
			const edits = (await client.connection.sendRequest("textDocument/formatting", {
				textDocument: { uri: client.uri(name) },
				options: { tabSize: 2, insertSpaces: true },
			})) as TextEdit[];
			await client.close(name);
			return edited(text, edits);
		};
		expect(await formatted("f.rules", "agent default {\n default   deny\n    allow git   # x\n}\n")).toBe(
			"agent default {\n  default deny\n  allow git # x\n}\n",
		);
		expect(await formatted("f.rules.yaml", "agents:\n    default:\n        default: deny\n")).toBe(
			"agents:\n  default:\n    default: deny\n",
		);
		expect(await formatted("f.rules", "agent default {\n allow   \n")).toBe("agent default {\n allow   \n");
		expect(await formatted("f.rules", "allow git\r\nallow   ls\r\n")).toBe("allow git\nallow ls\n");
	});
});

describe("symbols, folding, colours, hints", () => {
	const about = (name: string) => ({ textDocument: { uri: client.uri(name) } });
	test("the outline holds blocks with what is in them", async () => {
		const symbols = (await client.connection.sendRequest(
			"textDocument/documentSymbol",
			about("policy.rules"),
		)) as DocumentSymbol[];
		expect(symbols.map(({ name }) => name)).toEqual(["./base.rules", "default", "writer"]);
		expect(symbols[1]?.children?.map(({ name }) => name)).toEqual([
			"default deny",
			"locked deny @shells",
			"deny git push",
			"allow git, deploy",
			"allow sort",
			"constrain *",
			"expect allow: git status",
			"expect deny: git push",
			"expect deny: bash x",
			"expect allow: git log && deploy -q",
		]);
	});
	test("names are found in the workspace, in files that are not open as well", async () => {
		const found = (await client.connection.sendRequest("workspace/symbol", { query: "she" })) as SymbolInformation[];
		expect(found.map(({ name }) => name)).toEqual(["shells"]);
	});
	test("blocks fold, and their closing brace stays in sight", async () => {
		const folds = (await client.connection.sendRequest(
			"textDocument/foldingRange",
			about("policy.rules"),
		)) as FoldingRange[];
		expect(folds).toEqual([
			{ startLine: 2, endLine: 12 },
			{ startLine: 15, endLine: 16 },
		]);
	});
	test("each token is in one line, behind the one before, and within the text", async () => {
		const { legend } = client.answer.capabilities.semanticTokensProvider as { legend: { tokenTypes: string[] } };
		for (const name of ["policy.rules", "reader.rules.yaml"]) {
			const { data } = (await client.connection.sendRequest("textDocument/semanticTokens/full", about(name))) as {
				data: number[];
			};
			const lines = client.text(name).split("\n");
			const tokens: string[] = [];
			let [line, character] = [0, 0];
			for (let at = 0; at < data.length; at += 5) {
				const [down, right, length, type] = data.slice(at, at + 4) as [number, number, number, number];
				character = down === 0 ? character + right : right;
				line += down;
				const word = (lines[line] as string).slice(character, character + length);
				expect(word).toHaveLength(length);
				tokens.push(`${legend.tokenTypes[type]} ${word}`);
			}
			expect(tokens).toEqual(
				expect.arrayContaining(["keyword deny", "variable shells", "function git", "class secrets", "function deploy"]),
			);
		}
	});
	test("a rule shows how many expectations it decides", async () => {
		await client.edit("policy.rules", client.text("policy.rules").length, 0, "# end\n");
		await client.diagnostics("policy.rules");
		const until = Date.now() + 100_000;
		let hints: InlayHint[] = [];
		while (hints.length === 0 && Date.now() < until) {
			hints = (await client.connection.sendRequest("textDocument/inlayHint", {
				...about("policy.rules"),
				range: { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } },
			})) as InlayHint[];
			if (hints.length === 0) await new Promise((done) => setTimeout(done, 100));
		}
		expect(hints.map(({ position, label }) => `${position.line + 1} ${label}`)).toEqual([
			"5 decides 1 of the 4 expectations",
			"6 decides 1 of the 4 expectations",
			"7 decides 1 of the 4 expectations",
			"8 decides none of the 4 expectations",
			"9 decides none of the 4 expectations",
			"17 decides none of the 4 expectations",
		]);
	});
	test("a mistyped name can be changed to the one that was probably meant", async () => {
		for (const [name, text, code, mended] of [
			[
				"meant.rules",
				"set shells = sh\ndefault deny\ndeny @shels\n",
				"unknown-set",
				"set shells = sh\ndefault deny\ndeny @shells\n",
			],
			[
				"meant.rules.yaml",
				'sets:\n  shells: [sh]\nrules:\n  - default: deny\n  - deny: ["@shels"]\n',
				"unknown-set",
				'sets:\n  shells: [sh]\nrules:\n  - default: deny\n  - deny: ["@shells"]\n',
			],
		] as const) {
			await client.open(name, text);
			const all = await client.diagnostics(name, (found) => found.some((one) => one.code === code));
			const actions = (await client.connection.sendRequest("textDocument/codeAction", {
				...about(name),
				range: all.find((one) => one.code === code)?.range,
				context: { diagnostics: all },
			})) as CodeAction[];
			const change = actions.find(({ title }) => title === "write `shells`");
			expect(edited(text, Object.values(change?.edit?.changes ?? {})[0] as TextEdit[])).toBe(mended);
			await client.close(name);
		}
	});
	test("a mistyped keyword can be changed too, though its help goes on", async () => {
		const text = "agent default {\n  default deny\n  alow ls\n}\n";
		await client.open("keyword.rules", text);
		const all = await client.diagnostics("keyword.rules", (found) => found.some((one) => one.code === "syntax-error"));
		const actions = (await client.connection.sendRequest("textDocument/codeAction", {
			...about("keyword.rules"),
			range: all.find((one) => one.code === "syntax-error")?.range,
			context: { diagnostics: all },
		})) as CodeAction[];
		const change = actions.find(({ title }) => title === "write `allow`");
		expect(edited(text, Object.values(change?.edit?.changes ?? {})[0] as TextEdit[])).toBe(
			text.replace("alow", "allow"),
		);
		await client.close("keyword.rules");
	});
	test("a fix that changes no decision is offered by itself and with all others", async () => {
		const mended = "agent default {\n  default deny\n  allow ls\n  expect allow: ls\n}\n";
		const half = mended.replace("  allow ls\n", "  allow ls\n  allow ls\n");
		const text = half.replace("  allow ls\n", "  allow ls\n  allow ls\n");
		await client.open("fix.rules", text);
		const all = await client.diagnostics("fix.rules", (found) => found.some((one) => one.code === "duplicate-rule"));
		const actions = async (range: unknown, only?: string[]) =>
			(await client.connection.sendRequest("textDocument/codeAction", {
				...about("fix.rules"),
				range,
				context: { diagnostics: all, ...(only === undefined ? {} : { only }) },
			})) as CodeAction[];
		const quick = await actions(all.find((one) => one.code === "duplicate-rule")?.range, ["quickfix"]);
		const fix = quick.find(({ isPreferred }) => isPreferred);
		expect(edited(text, Object.values(fix?.edit?.changes ?? {})[0] as TextEdit[])).toBe(half);
		const whole = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
		const [everything, ...more] = await actions(whole, ["source.fixAll"]);
		expect(more).toEqual([]);
		expect(edited(text, Object.values(everything?.edit?.changes ?? {})[0] as TextEdit[])).toBe(mended);
		await client.close("fix.rules");
	});
	test("what a help promises can be done: it was tried, and says that it may change what is decided", async () => {
		for (const [name, text, code, title, mended] of [
			[
				"promise.rules",
				'agent default {\n  default deny\n  allow python -u because "Unbuffered."\n}\n',
				"allow-interpreter",
				/^add `without -c, .*\(may change what is decided\)$/,
				/allow python -u because "Unbuffered\." without -c/,
			],
			[
				"promise.rules.yaml",
				"agents:\n  default:\n    default: deny\n    rules:\n      - allow: python -u\n",
				"allow-interpreter",
				/^add `without -c/,
				/- allow: \[?python -u\]?\n {8}without: \[?['"]?-c/,
			],
			[
				"promise2.rules",
				"agent default {\n  default deny\n  allow ls\n  # deny git push --force\n}\n",
				"commented-rule",
				/^take the comment out$/,
				/allow ls\n\}/,
			],
		] as const) {
			await client.open(name, text, name.endsWith("yaml") ? "rules-yaml" : "rules");
			const all = await client.diagnostics(name, (found) => found.some((one) => one.code === code));
			const actions = async () =>
				(await client.connection.sendRequest("textDocument/codeAction", {
					...about(name),
					range: all.find((one) => one.code === code)?.range,
					context: { diagnostics: all },
				})) as CodeAction[];
			// They are offered if they are found in time.
			let action: CodeAction | undefined;
			for (let left = 20; action === undefined && left > 0; left--)
				action = (await actions()).find((one) => title.test(one.title));
			expect({ name, titles: (await actions()).map((one) => one.title), found: action?.title }).toMatchObject({
				found: expect.stringMatching(title),
			});
			expect(action?.isPreferred).toBe(false);
			expect(edited(text, Object.values(action?.edit?.changes ?? {})[0] as TextEdit[])).toMatch(mended);
			await client.close(name);
		}
	});
	test("a lint can be ignored with a reason", async () => {
		await client.open("lint.rules", "agent default {\n  allow ls\n}\n");
		const all = await client.diagnostics("lint.rules", (found) => found.some((one) => one.code === "missing-default"));
		const lint = all.find((one) => one.code === "missing-default");
		const actions = (await client.connection.sendRequest("textDocument/codeAction", {
			...about("lint.rules"),
			range: lint?.range,
			context: { diagnostics: all },
		})) as CodeAction[];
		const ignore = actions.find(({ title }) => title.startsWith("ignore `missing-default`"));
		const edits = Object.values(ignore?.edit?.changes ?? {})[0] as TextEdit[];
		expect(edited(client.text("lint.rules"), edits)).toContain("# lint-ignore missing-default: \n");
		await client.close("lint.rules");
	});
});

test("nothing went wrong on the way, and the server ends with 0", async () => {
	expect(client.complaints).toEqual([]);
	expect(await client.end()).toBe(0);
});

test("places are counted as the protocol does", () => {
	expect(place("a\r\nb\rc\nd", 7)).toEqual({ line: 3, character: 0 });
});
