import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { folder, root, rules } from "../../cli/cli.js";
import { some } from "../../part.js";
import { browserTest, type Opened, open, timeout, withBrowser } from "./chromium.js";

const cwd = folder({
	"policy.rules": `agent default {
  default deny
  allow git, ls, cat, sort, env, echo
  deny git push except git push --dry-run because "People push, \`{command}\` does not." id no-push
  nudge grep use file.search because "Plain search lacks context."
  ask npm publish note "for the release team"
  allow rm within .
  deny * touching **/.env, ~/.ssh id secrets
  deny x because "</script><img src=x onerror=alert(1)> \\"quoted\\" & <b>bold</b>"
  syntax pipes, sequences
  govern files
  allow file.read
}
agent writer extends default {
  override allow git push origin
}
`,
});

withBrowser();

let opened: Promise<Opened> | undefined;

/** The page of the policy, ready to decide. */
async function report(): Promise<Opened> {
	opened ??= (async () => {
		expect(rules(["report", "--box", "-o", "report.html"], { cwd })).toMatchObject({
			code: 0,
			err: "wrote report.html\n",
		});
		const made = await open(join(cwd, "report.html"));
		await made.page.locator("#decide:enabled").waitFor();
		return made;
	})();
	return opened;
}

/** What the box answers. */
async function asked(page: Page, script: string, agent = "default", forced = false): Promise<string> {
	await page.locator("#command").fill("");
	await page.locator("#agent").selectOption(agent);
	await page.locator("#forced").setChecked(forced);
	await page.locator("#command").fill(script);
	await page.locator("#command").press("Enter");
	return page.locator("#verdict .verdict").innerText();
}

const questions: readonly (readonly [script: string, agent: string, force?: boolean])[] = [
	["git status", "default"],
	["git push origin main", "default"],
	["git push origin main", "writer"],
	["git push --dry-run", "default"],
	["git -C ../x push", "writer"],
	["git log | sort -o out.txt", "default"],
	["ls && cat .env", "default"],
	["cat ~/.ssh/id_rsa", "default"],
	["cat $HOME/x", "default"],
	["rm -rf build", "default"],
	["rm -rf ../other", "default"],
	["npm publish", "default"],
	["npm install left-pad", "writer"],
	["grep -r x .", "default"],
	["grep -r x .", "default", true],
	["env A=1 git push", "default"],
	["sudo rm -rf /", "default"],
	["bash -c 'rm -rf /'", "default"],
	["echo $(rm x)", "default"],
	["cat <<EOF\nx\nEOF", "default"],
	["if true; then", "default"],
	["x", "default"],
	["unheard-of --flag /etc/passwd", "default"],
	["echo '</script><img src=x>'", "default"],
	["  ", "default"],
];

browserTest(
	"the box answers as the command line does",
	async () => {
		const { page } = await report();
		const lines = questions.map(([script, agent, force = false], id) => JSON.stringify({ id, script, agent, force }));
		const { out } = rules(["check", "--jsonl"], { cwd, input: `${lines.join("\n")}\n` });
		const answers = out
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line) as { effect: string; message: string });
		for (const [index, [script, agent, force]] of questions.entries()) {
			const { effect, message } = answers[index] as { effect: string; message: string };
			const shown = await asked(page, script, agent, force);
			// Marks become code, and a sign stands before the effect.
			expect([script, shown.replace(/^\S/, "").replaceAll(/\s+/g, " ").trim()]).toEqual([
				script,
				`${effect} ${message.split("`").length % 2 === 1 ? message.replaceAll("`", "") : message}`
					.replaceAll(/\s+/g, " ")
					.trim(),
			]);
		}
	},
	timeout,
);

browserTest(
	"a line that is nothing but a call asks for that call",
	async () => {
		const { page } = await report();
		expect(await asked(page, "file.read src/a")).toContain("file.read src/a is allowed");
		expect(await asked(page, "file.read .env")).toContain("file.read .env is not allowed");
		expect(await asked(page, "web.fetch https://example.com")).toContain("left to the harness");
	},
	timeout,
);

browserTest(
	"the box explains the answer, with links to the rules that decided",
	async () => {
		const { page } = await report();
		await asked(page, "git push origin main");
		const explanation = page.locator("#explanation");
		await explanation.getByRole("heading", { name: "The path to the answer" }).waitFor();
		await explanation.getByRole("link", { name: "policy.rules:4 (no-push)" }).first().click();
		expect(new URL(page.url()).hash).toBe("#f0-4");
		expect(await page.locator(":target").innerText()).toContain("deny git push");
	},
	timeout,
);

browserTest(
	"whatever can be used is reached by keyboard, and what has the focus can be seen",
	async () => {
		const { page } = await report();
		await page.reload();
		await page.locator("#decide:enabled").waitFor();
		const usable = page
			.locator("a[href], summary, button, input, select, textarea, [tabindex='0']")
			.filter({ visible: true });
		// The first link is out of sight until it has the focus.
		const all = await usable.count();
		const reached = new Set<string>();
		const unseen: string[] = [];
		for (let step = 0; step < all + 5; step++) {
			await page.keyboard.press("Tab");
			const [key, outline] = await page.evaluate<[string, string]>(focused);
			// Between the last one and the first lies the browser itself.
			if (key === "none") continue;
			reached.add(key);
			if (outline === "none") unseen.push(key);
		}
		expect(reached.size).toBe(all);
		expect(unseen).toEqual([]);
	},
	timeout,
);

/** In the page: what has the focus, and how that is shown. */
const focused = `[
	document.activeElement === document.body
		? "none"
		: String([...document.querySelectorAll("*")].indexOf(document.activeElement)),
	getComputedStyle(document.activeElement).outlineStyle,
]`;

browserTest(
	"what folds opens by keyboard, programs are found by their names, and a tree's first question is in what was found",
	async () => {
		const { page } = await report();
		const tree = page.locator("#trees");
		if ((await tree.locator("> details[open]").count()) === 0) {
			await tree.locator("summary").first().focus();
			await page.keyboard.press("Enter");
		}
		const find = tree.getByLabel("Find a program").first();
		await find.fill("GI");
		expect(await tree.getByRole("status").first().innerText()).toBe("Found: git.");
		expect(await tree.locator("section").first().locator("details.program").allInnerTexts()).toEqual(["git"]);
		await find.press("Enter");
		await tree.locator(".ladder > li").first().waitFor();
		expect(await page.evaluate("document.activeElement.innerText")).toBe("git");
		await find.fill("unheard-of");
		expect(await tree.getByRole("status").first().innerText()).toContain("No rule names unheard-of");
		expect(await tree.locator("section").first().locator("details.program summary").first().innerText()).toBe(
			"any other program",
		);
		await find.fill("");
		// A link to what stands in a part that is not open yet opens it.
		await tree.locator("section").first().locator("details.program > summary").first().click();
		const link = tree.locator("a[href*='q']").filter({ hasText: "as at" }).filter({ visible: true }).first();
		if ((await link.count()) === 0) await tree.locator("details details > summary").first().click();
		const target = (await link.getAttribute("href")) as string;
		await link.click();
		await page.locator(target).waitFor();
	},
	timeout,
);

browserTest(
	"what fails stands first and open, and a link leads into what is folded",
	async () => {
		const failing = folder({
			"policy.rules": `agent default {
  default deny
  allow git
  deny git push because "People push."
  allow touch
  expect allow: git push
  never allow * using write
}
`,
		});
		expect(rules(["report", "-o", "failing.html"], { cwd: failing }).code).toBe(0);
		const { page } = await open(join(failing, "failing.html"));
		const first = page.locator("main > section").first();
		expect(await first.getAttribute("id")).toBe("failures");
		for (const name of ["Table: Claims that are broken", "Table: Expectations that fail"])
			expect(await first.getByRole("region", { name }).isVisible()).toBe(true);
		expect(await page.locator("#agent-0 dd").first().innerText()).toMatch(/broken claims 1.*failed expectations 1/);
		expect(await page.locator("#policy pre").isVisible()).toBe(false);
		await first.getByRole("link", { name: "policy.rules:6" }).click();
		await page.locator(":target").waitFor();
		expect(await page.locator(":target").innerText()).toContain("expect allow");
		await page.emulateMedia({ media: "print" });
		expect(await page.locator("#claims table").isVisible()).toBe(true);
	},
	timeout,
);

const axeCode = readFileSync(join(root, "node_modules/axe-core/axe.min.js"), "utf8");

/** What axe finds on a page, in light and in dark. */
async function axeFindings(page: Page): Promise<readonly string[]> {
	const found: string[] = [];
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		found.push(
			...(await page.evaluate<readonly string[]>(`${axeCode};${axeRun}`)).map((one) => `${colorScheme}: ${one}`),
		);
	}
	return found;
}

const axeRun = `axe.run().then(({ violations }) =>
	violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`;

browserTest(
	"axe finds nothing on a page with all of its parts open",
	async () => {
		const { page } = await report();
		await asked(page, "git push origin main");
		await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
		await page.locator(".ladder").first().waitFor();
		expect(await axeFindings(page)).toEqual([]);
	},
	timeout,
);

for (const pack of some(["developer", "guard"]))
	browserTest(
		`the page about the pack ${pack} is small, short, right on a phone, and axe finds nothing on it`,
		async () => {
			const name = `${pack}.html`;
			expect(rules(["report", "--rules", pack, "-o", name], { cwd }).code).toBe(0);
			expect(statSync(join(cwd, name)).size).toBeLessThan(300_000);
			const { page, said } = await open(join(cwd, name));
			await page.locator("#find-0").waitFor({ state: "attached" });
			expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThan(5000);
			expect(await axeFindings(page)).toEqual([]);
			await page.setViewportSize({ width: 390, height: 844 });
			expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
			// Both tables of an agent are seen whole, and each word of its summary has its value beside it.
			expect(
				await page.evaluate(
					"[...document.querySelectorAll('.pair .wide')].map((one) => one.scrollWidth - one.clientWidth)",
				),
			).toEqual([0, 0]);
			expect(
				await page.evaluate(
					"[...document.querySelectorAll('.short dt')].every((one) => one.offsetTop === one.nextElementSibling.offsetTop)",
				),
			).toBe(true);
			await page.evaluate("for (const one of document.querySelectorAll('details.part')) one.open = true");
			expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
			expect(said).toEqual([]);
			await page.close();
		},
		2 * timeout,
	);

browserTest(
	"landmarks and headings are there for screen readers, and the answer is told when it comes",
	async () => {
		const { page } = await report();
		for (const role of ["banner", "navigation", "main", "contentinfo"] as const)
			expect(await page.getByRole(role).count()).toBe(1);
		expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
		await page.getByLabel("Command, as for a shell").waitFor();
		await asked(page, "ls");
		expect(await page.locator("#verdict[role=status]").innerText()).toContain("allow");
	},
	timeout,
);

browserTest(
	"every text can be read, in light and in dark: the contrast is at least 4.5",
	async () => {
		const { page } = await report();
		await asked(page, "git push origin main");
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme });
			expect(await page.evaluate(faint)).toEqual([]);
		}
	},
	timeout,
);

/** In the page: texts that stand out too little from what is behind them. */
const faint = `(() => {
	const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
	const channel = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
	const light = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
	const ground = (node) => {
		for (let at = node; at !== null; at = at.parentElement) {
			const colour = numbers(getComputedStyle(at).backgroundColor);
			if (colour.length === 3 || colour[3] === 1) return colour;
		}
		return [255, 255, 255];
	};
	const found = new Set();
	for (const node of document.body.querySelectorAll("*")) {
		if (!node.checkVisibility() || ![...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim() !== "")) continue;
		const [a, b] = [light(numbers(getComputedStyle(node).color)), light(ground(node))];
		const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (contrast < 4.5) found.add(node.tagName + "." + node.className + " " + contrast.toFixed(2));
	}
	return [...found];
})()`;

browserTest(
	"texts of a policy and of a command stay texts, nothing is asked of a network, and nothing goes wrong",
	async () => {
		const { page, requests, said } = await report();
		expect(await asked(page, "x")).toContain('</script><img src=x onerror=alert(1)> "quoted" & <b>bold</b>');
		await asked(page, `ls '</pre><img src=x onerror=alert(1)><script>alert(1)</script>' && x`);
		expect(await page.locator("img, b, #verdict script, #explanation script").count()).toBe(0);
		expect(await page.locator("script").count()).toBe(6);
		expect(requests.filter((url) => !url.startsWith("file:///"))).toEqual([]);
		expect(new Set(requests).size).toBe(1);
		expect(said).toEqual([]);
	},
	timeout,
);
