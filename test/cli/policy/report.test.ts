import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { folder, rules } from "../cli.js";

const cwd = folder({
	"policy.rules": `agent default {
  default deny
  allow git, ls
  deny git push because "People push." id no-push
  ask npm publish
  allow rm within .
  deny * touching **/.env
  expect deny: git push origin main
  expect allow: git push origin main
  never allow rm touching /etc
  never allow git
}
`,
	"hostile<b>&.rules": `agent "default" {
  default deny
  deny x because "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
  allow x with "--a=\\"'><i>"
  expect allow: x '</textarea><!--<script>'
  never allow x "\${<b>}"
}
agent other {
  default allow
}
`,
	"broken.rules": "agent {",
});
const report = (...words: string[]) => rules(["report", ...words], { cwd });
/** The page of the policy, made once. */
let whole: string | undefined;
const page = (): string => {
	whole ??= report("-o", "-").out;
	return whole;
};

/** What stands in a page for its script. */
function dataOf(text: string, id: string): string {
	const found = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(text)?.[1] ?? '""';
	return JSON.parse(found) as string;
}

const unpacked = (data: string): string => gunzipSync(Buffer.from(data, "base64")).toString();

describe("the page", () => {
	test("is written to the file that was named", () => {
		expect(report("-o", "report.html")).toEqual({ code: 0, out: "", err: "wrote report.html\n" });
		whole = readFileSync(join(cwd, "report.html"), "utf8");
		expect(whole).toMatch(/^<!doctype html>\n<html lang="en">/);
	});

	test("is the same whenever it is made", () => {
		const made = page();
		expect(report("-o", "-").out === made).toBe(true);
	});

	test("has a part for everything that is known", () => {
		const text = page();
		for (const title of [
			"What fails",
			"Agent default",
			"Try a command",
			"Agents and programs",
			"Claims",
			"Expectations",
			"Coverage",
			"Remarks of the lints",
			"Decision trees",
			"The policy",
		])
			expect(text).toMatch(new RegExp(`<h2 id="[a-z0-9-]+-title">${title}</h2>`));
	});

	test("tells claims that hold from claims that are broken, with the command that breaks them", () => {
		const text = page();
		expect(text).toContain("1 of 2</strong>claims proved");
		expect(text).toMatch(/never allow rm touching \/etc<\/code><\/th><td><span class="mark allow">✓ proved/);
		expect(text).toMatch(/✕ broken<\/span> agent default: <code>git<\/code> is .*allow<\/span>, by /);
	});

	test("tells expectations that hold from those that fail", () => {
		const text = page();
		expect(text).toContain("1 of 2</strong>expectations passed");
		expect(text).toMatch(/✕ failed<\/span> it is <code>deny<\/code>, not <code>allow<\/code>: People push\./);
	});

	test("links what it says to the line of the policy that it holds, and only to what is there", () => {
		const text = page();
		expect(text).toContain(
			'<span id="f0-4" data-line="4">  deny git push because &#34;People push.&#34; id no-push</span>',
		);
		const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
		const targets = [...text.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
		expect(targets.length).toBeGreaterThan(10);
		expect(targets.filter((id) => !ids.has(id))).toEqual([]);
		expect(ids.size).toBe([...text.matchAll(/ id="[^"]+"/g)].length);
	});

	test.each([
		["lets nothing run but its own script, and asks nobody", page, undefined],
		["with a box lets run the box's code as well, and no other", () => report("--box", "-o", "-").out, "box-code"],
	])("%s", (_, made, late) => {
		const text = made();
		const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(text)?.[1] ?? "";
		const parts = policy.replaceAll("&#39;", "'").split("; ");
		const digest = (of: string): string => `'sha256-${createHash("sha256").update(of).digest("base64")}'`;
		const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
		const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? [];
		const code = late === undefined ? "" : ` ${digest(unpacked(dataOf(text, late)))}`;
		expect(parts).toEqual([
			"default-src 'none'",
			`style-src ${digest(style)}`,
			`script-src ${digest(script)}${code}`,
			"require-trusted-types-for 'script'",
			`trusted-types ${late ?? "'none'"}`,
			"img-src data:",
			"base-uri 'none'",
			"form-action 'none'",
		]);
		const markup = text.replace(script, "");
		expect(markup).not.toMatch(/<[^>]+ (?:on[a-z]+|style|src)=/);
		expect(markup).not.toMatch(/ href="(?!#|data:,")/);
	});

	test("names columns and rows of every table, and labels every field", () => {
		const text = page();
		for (const [table] of text.matchAll(/<table[\s\S]*?<\/table>/g)) {
			expect(table).toMatch(/<caption/);
			expect(table.match(/<thead>.*?<\/thead>/)?.[0]).toMatch(
				/^<thead><tr>(?:<th scope="col">[^<]*<\/th>)+<\/tr><\/thead>$/,
			);
			expect(table.match(/<tbody>[\s\S]*<\/tbody>/)?.[0]).not.toMatch(/<tr><td/);
		}
		for (const [, id] of text.matchAll(/<(?:textarea|select|input)[^>]* id="([^"]+)"/g))
			expect(text).toContain(`<label for="${id}">`);
	});
});

test("texts of a policy stay texts, in the page and in what its script reads", () => {
	const { out, code } = report("--box", "--rules", "hostile<b>&.rules", "--agent", "default", "-o", "-");
	expect(code).toBe(0);
	// Tables are about one agent; in the box there are all.
	expect(out).toContain('<th scope="col">default</th>');
	expect(out).not.toContain('<th scope="col">other</th>');
	expect(out).toContain('<option value="other">other</option>');
	// The page's data in four elements, and its script.
	expect(out.match(/<script/g)).toHaveLength(5);
	expect(out.match(/<\/script/g)).toHaveLength(5);
	expect(out).not.toMatch(/<img|<i>|<b>|<!--|<\/textarea><!/);
	expect(out).toContain("<title>Policy report: hostile&#60;b&#62;&#38;.rules</title>");
	expect(unpacked(dataOf(out, "policy-data"))).toContain("</script><script>alert(1)</script>");
});

test("a policy with errors, no output, an agent or a day that is none end with 2", () => {
	expect(report("--rules", "broken.rules", "-o", "x.html")).toMatchObject({ code: 2, out: "" });
	expect(report()).toMatchObject({ code: 2, out: "" });
	expect(report("-o", "-", "--agent", "defualt").err).toContain("did you mean `default`?");
	expect(report("-o", "-", "--today", "tomorrow").err).toContain("a day is written like `2027-01-31`");
	expect(report("-o", "missing/x.html").err).toContain("`missing/x.html` can't be written");
});
