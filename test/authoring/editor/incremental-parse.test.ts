import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseIncrementally } from "../../../src/authoring/editor/reading/incremental-parse.js";
import type { ReadFile } from "../../../src/authoring/editor/reading/read-file.js";
import { sourceFile } from "../../../src/language/source/source-file.js";
import { readPolicyFile } from "../../../src/language/syntax/read-policy-file.js";
import type { Statement } from "../../../src/language/syntax/statements.js";

const rules = `# A policy.
import "safe-shell"
set shells = bash, sh,
  zsh
program deploy can network { option --target PATH write }

group secrets {
  deny * touching **/.env because "x"
}

# The agent.
agent default extends secrets {
  default deny
  # why
  allow git status, git log # look
  allow rm, mv,
    cp
    within .

  deny git push
    except git push --dry-run
    because "People push."
  expect deny: git push # no
  expect allow: git status
  locked deny @shells
  constrain writes of * to ., /tmp/{a,b}
  allow sort
}
default deny
agent writer extends default {
  allow pdflatex
  override allow git fetch
  never allow rm
}
trust /usr/bin
limit timeout 5s
`;
const yaml = `# A policy.
import: safe-shell
sets:
  shells: [bash, sh]
agents:
  default:
    default: deny
    rules:
      # why
      - allow: [git status, git log] # look
      - allow: rm, mv, cp
        within: .
      - deny: ["@shells"]
        locked: true
      - deny:
          - git push
        because: People push.

      - expect: deny
        command: git push
      - allow: sort
      - allow: wc
  writer:
    extends: default
    rules:
    - allow: pdflatex
    - { allow: git fetch, override: true }
    - allow: biber
    - allow: latexmk
`;
const pieces = [
	"\n",
	"\r\n",
	" ",
	",",
	"{",
	"}",
	'"',
	"#",
	":",
	"- ",
	"-",
	"[",
	"]",
	"@",
	"a",
	"allow x",
	"deny",
	"expect deny: ls",
	"because",
	"  ",
	"\n  allow ls",
	"\n      - allow: ls",
	"agent z {",
	"/x y/",
	"😀",
	"\t",
	"\\",
	"'",
	"|",
	"&",
	"override ",
	"exactly ",
	"except git",
	"=",
	"\0",
];

/** The same runs every time; LAWS_SEED=7 takes others. */
const seed = Number(process.env.LAWS_SEED ?? 20261122);

const edits = fc.array(
	fc.record({
		at: fc.nat(),
		length: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40)),
		text: fc.oneof(fc.constant(""), fc.constantFrom(...pieces)),
	}),
	{ minLength: 1, maxLength: 12 },
);

/** What a reading says, without comments. */
const said = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value, (key, inner) => (key === "comments" || key === "closing" ? undefined : inner)));

const whole = (path: string, text: string): ReadFile => {
	const { value, diagnostics } = readPolicyFile(path, text);
	return { path, source: sourceFile(path, text), file: value, diagnostics };
};

/** Was something of the reading before kept? */
const keeps = (before: readonly Statement[], after: readonly Statement[]): boolean =>
	after.some(
		(one) =>
			before.includes(one) || ("body" in one && before.some((old) => "body" in old && keeps(old.body, one.body))),
	);

describe.each([
	["/p.rules", rules],
	["/p.rules.yaml", yaml],
])("%s after any edits", (path, begin) => {
	test("reads as it does as a whole, where nothing is wrong", () => {
		let parts = 0;
		fc.assert(
			fc.property(edits, (script) => {
				let now = whole(path, begin);
				for (const { at, length, text } of script) {
					const previous = now;
					const before = previous.source.text;
					const start = at % (before.length + 1);
					const after = before.slice(0, start) + text + before.slice(start + length);
					now = parseIncrementally(path, sourceFile(path, after), now, 0);
					const full = whole(path, after);
					expect(now.diagnostics.length > 0).toBe(full.diagnostics.length > 0);
					if (full.diagnostics.length === 0) expect(said(now.file.statements)).toEqual(said(full.file.statements));
					for (const { span } of now.diagnostics) {
						expect(span.start).toBeLessThanOrEqual(span.end);
						expect(span.end).toBeLessThanOrEqual(after.length);
					}
					if (before !== after && before.length > 0 && keeps(previous.file.statements, now.file.statements)) parts++;
				}
			}),
			{ numRuns: 80, seed },
		);
		expect(parts).toBeGreaterThan(10);
	});
});

test("a fault beside one of YAML itself is found, and stays when that is gone", () => {
	const broken = yaml
		.replace("command: git push", "command: git: push")
		.replace("    rules:\n    - allow: pdf", "    ules:\n    - allow: pdf");
	const before = whole("/p.rules.yaml", broken);
	expect(before.diagnostics.map(({ code }) => code)).toEqual(["yaml-syntax", "unknown-key"]);
	const after = sourceFile("/p.rules.yaml", broken.replace("git: push", "git push"));
	expect(parseIncrementally("/p.rules.yaml", after, before, 0).diagnostics.map(({ code }) => code)).toEqual([
		"unknown-key",
	]);
});
