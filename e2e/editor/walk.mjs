/** The walk: what a person does in the editor one after the other, and what has to stand on the screen then. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A policy that can be used, of which the lints have something to say: it lets an interpreter run. */
const policy = `# What agents of this folder may run.
set readers = cat, head, tail

agent default {
  default deny

  deny * touching **/.env because "Secrets stay out of agents' sight." id no-secrets
  allow @readers within .
  allow git status, git log
  allow python3
  allow rm within ./build
  ask npm publish because "People publish."

  expect allow: git status
  expect deny: cat .env
  never allow rm touching /etc
}
`;
const broken = `agent default {
  default deny
  allow git status
  expect deny: git status
  alow ls
}
`;
const yaml = `agents:
  default:
    default: deny
    rules:
      - alow: [git status]
`;

/** How many of the steps failed. `screens`: a folder for a picture of each step. */
export async function walk({ open, workspace, screens }) {
	mkdirSync(workspace, { recursive: true });
	writeFileSync(join(workspace, "policy.rules"), policy);
	writeFileSync(join(workspace, "broken.rules"), broken);
	writeFileSync(join(workspace, "other.rules.yaml"), yaml);
	if (screens !== undefined) mkdirSync(screens, { recursive: true });
	let failed = 0;
	for (const scheme of ["light", "dark"]) {
		const { page, close } = await open(scheme);
		for (const [name, does] of Object.entries(steps)) {
			if (scheme === "dark" && !inDarkToo.has(name)) continue;
			const screen = `${scheme}-${name.replaceAll(/\W+/g, "-")}.png`;
			try {
				await does(page, scheme);
				console.log(`${scheme}: ${name}`);
			} catch (error) {
				failed++;
				// Without the first file on the screen there is nothing to walk through.
				if (does === Object.values(steps)[0]) throw error;
				console.error(`FAILED ${scheme}: ${name}: ${String(error).slice(0, 600)}`);
			}
			if (screens !== undefined) await page.screenshot({ path: join(screens, screen) });
			await page.keyboard.press("Escape");
			await page.keyboard.press("Escape");
		}
		await close();
	}
	return failed;
}

/** Steps that are walked in dark as well: what has colours of its own. */
const inDarkToo = new Set([
	"a policy is of the language, and has its icon",
	"lints are underlined, and listed with what they say",
	"a rule says behind it what it decides",
	"pointing at a rule shows what it means",
]);

const steps = {
	"a policy is of the language, and has its icon": async (page) => {
		await openFile(page, "policy.rules");
		await page.locator(".statusbar-item", { hasText: "Bylaw rules" }).waitFor();
	},
	"lints are underlined, and listed with what they say": async (page) => {
		// The first analysis comes with the start of the server behind it.
		await page.locator(".squiggly-warning, .squiggly-info, .squiggly-error").first().waitFor({ timeout: 180_000 });
		await page.keyboard.press("Control+Shift+m");
		await page.locator(".markers-panel .monaco-list-row", { hasText: "runs Python code" }).first().waitFor();
		await page.keyboard.press("Control+Shift+m");
	},
	"a rule says behind it what it decides": async (page) => {
		await seen(page, /decides 1 of the 2 expectations/);
	},
	"pointing at a rule shows what it means": async (page) => {
		await goTo(page, 9, 4);
		await page.keyboard.press("Control+k");
		await page.keyboard.press("Control+i");
		await page.locator(".monaco-hover:not(.hidden)", { hasText: "git status" }).first().waitFor();
	},
	"pointing at a program shows what is known of it": async (page) => {
		await goTo(page, 10, 10);
		await page.keyboard.press("Control+k");
		await page.keyboard.press("Control+i");
		await page.locator(".monaco-hover:not(.hidden)", { hasText: "python3" }).first().waitFor();
	},
	"a fault has fixes": async (page) => {
		await goTo(page, 10, 10);
		await page.keyboard.press("Control+.");
		await page.locator(".action-widget", { hasText: "gnore" }).waitFor();
	},
	"completion offers keywords and snippets": async (page) => {
		await goTo(page, 12, 1);
		await page.keyboard.press("End");
		await page.keyboard.press("Enter");
		await page.keyboard.type("al", { delay: 50 });
		await page.locator(".suggest-widget .monaco-list-row", { hasText: "allow-within" }).first().waitFor();
	},
	"completion offers subcommands": async (page) => {
		await page.keyboard.type("low git ch", { delay: 50 });
		await page.locator(".suggest-widget .monaco-list-row", { hasText: "checkout" }).first().waitFor();
	},
	"the mistyped word has its fix": async (page) => {
		await page.keyboard.press("Escape");
		await run(page, "File: Revert File");
		await openFile(page, "broken.rules");
		await page.locator(".squiggly-error").first().waitFor();
		await goTo(page, 5, 4);
		await page.keyboard.press("Control+.");
		await page.locator(".action-widget", { hasText: "allow" }).waitFor();
	},
	"a policy in YAML is checked": async (page) => {
		await openFile(page, "other.rules.yaml");
		await page.locator(".squiggly-error").first().waitFor();
	},
	"the outline names agents and rules": async (page) => {
		await openFile(page, "policy.rules");
		await page.keyboard.press("Control+Shift+o");
		await page.locator(".quick-input-list .monaco-list-row", { hasText: "ask npm publish" }).waitFor();
	},
	"a set is renamed everywhere": async (page) => {
		await goTo(page, 8, 12);
		await page.keyboard.press("F2");
		// It is there before it has the cursor: what is typed until then goes into the file.
		await page.locator(".rename-input:focus").waitFor();
		await page.keyboard.type("harmless");
		await page.keyboard.press("Enter");
		await seen(page, /set\sharmless/);
		await seen(page, /@harmless/);
		await run(page, "File: Revert File");
	},
	"the walkthrough has its steps": async (page) => {
		await run(page, "Welcome: Open Walkthrough");
		await page.keyboard.type("Begin with Bylaw");
		await page.locator(".quick-input-list .monaco-list-row", { hasText: "Begin with Bylaw" }).first().click();
		await page.locator(".getting-started-step, .step-title", { hasText: "Put it to the test" }).first().waitFor();
	},
};

/** From the tree of files, with the cursor in it. */
async function openFile(page, name) {
	await page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).dblclick();
	await page.locator(".tab.active", { hasText: name }).waitFor();
	await page.locator(".editor-instance .view-line span span").first().click();
}

/** A command, by the palette of commands. */
async function run(page, command) {
	await page.keyboard.press("F1");
	await page.locator(".quick-input-widget input").first().fill(`>${command}`);
	await page
		.locator(".quick-input-list .monaco-list-row", { hasText: command.split(": ").at(-1) })
		.first()
		.click();
}

async function goTo(page, line, column) {
	await page.locator(".editor-instance .view-line span span").first().click();
	await page.keyboard.press("Control+g");
	await page.locator(".quick-input-widget input").first().fill(`:${line}:${column}`);
	await page.keyboard.press("Enter");
	await page.locator(".statusbar-item", { hasText: `Ln ${line}, Col ${column}` }).waitFor();
}

/** A line of the open file, as it stands on the screen with what the editor adds. */
async function seen(page, pattern) {
	await page.waitForFunction(
		([source]) =>
			[...document.querySelectorAll(".view-line")].some((line) =>
				new RegExp(source).test(line.textContent.replaceAll("\u00a0", " ")),
			),
		[pattern.source],
	);
}
