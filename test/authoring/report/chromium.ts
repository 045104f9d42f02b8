/** A real browser for tests of pages. Without one they are skipped, and say so; `BYLAW_TESTS_NEED_BROWSER=1` makes that a failure. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "@jest/globals";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
	existsSync(path),
);

/** A test where there is a browser. */
export const browserTest: (name: string, run: () => Promise<void>, timeout?: number) => void =
	program !== undefined || process.env.BYLAW_TESTS_NEED_BROWSER === "1"
		? test
		: (name, run, timeout) => test.skip(`${name} (there is no chromium: apt-get install chromium)`, run, timeout);

let context: BrowserContext | undefined;
let profile: string | undefined;

/** Starts the browser before the tests of the file, and ends it behind them. */
export function withBrowser(): void {
	beforeAll(async () => {
		if (program === undefined) return;
		profile = mkdtempSync(join(tmpdir(), "bylaw-browser-"));
		context = await chromium.launchPersistentContext(profile, {
			executablePath: program,
			headless: true,
			timeout,
			viewport: { width: 1280, height: 900 },
			args: [
				"--no-sandbox",
				"--disable-gpu",
				"--disable-quic",
				"--no-first-run",
				"--disable-background-networking",
				"--disable-component-update",
				"--disable-sync",
			],
		});
		context.setDefaultTimeout(timeout);
	}, timeout);
	afterAll(async () => {
		await context?.close();
		if (profile !== undefined) rmSync(profile, { recursive: true, force: true });
	}, timeout);
}

/** For slow machines: conditions are waited for, and come earlier. */
export const timeout = 120_000;

export interface Opened {
	readonly page: Page;
	/** Every request, the page's own first. */
	readonly requests: readonly string[];
	/** What was written to the console, and errors that nobody caught. */
	readonly said: readonly string[];
}

/** Opens a file in a new page. */
export async function open(file: string): Promise<Opened> {
	if (context === undefined) throw new Error("there is no chromium: apt-get install chromium");
	const page = await context.newPage();
	const requests: string[] = [];
	const said: string[] = [];
	page.on("request", (request) => requests.push(request.url()));
	page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
	page.on("pageerror", (error) => said.push(`error: ${error.message}`));
	page.on("dialog", (dialog) => {
		said.push(`dialog: ${dialog.message()}`);
		dialog.dismiss().catch(() => {});
	});
	await page.goto(`file://${encodeURI(file).replaceAll("#", "%23").replaceAll("?", "%3F")}`);
	return { page, requests, said };
}
