/**
 * The site as it was built, in a real browser: no link of it is dead, nothing is fetched from elsewhere, the playground answers as the command line does, and search finds pages.
 *
 *	npm run site && npm run site:test
 *
 * It needs a Chromium (`apt-get install chromium`).
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, posix } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { examples, pageFiles, root } from "./pages.mjs";

const dist = join(root, "site/dist");
if (!existsSync(join(dist, "index.html"))) throw new Error("there is no site: `npm run site` builds it");

const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
const pages = new Map(
	files.filter((file) => file.endsWith(".html")).map((file) => [`/${file}`, readFileSync(join(dist, file), "utf8")]),
);
/** Written by the grammar's own tool, and opened as it is. */
const foreign = new Set(["/grammar/diagram.html"]);

test("every page of the repository is a page of the site", () => {
	assert.deepEqual(
		pageFiles().filter((path) => !pages.has(`/${path.replace(/\.md$/, ".html")}`)),
		[],
	);
});

test("no link is dead", () => {
	const ids = new Map(
		[...pages].map(([path, html]) => [
			path,
			new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => unescaped(id))),
		]),
	);
	const there = new Set(files.map((file) => `/${file}`));
	const dead = [];
	for (const [page, html] of pages) {
		if (foreign.has(page)) continue;
		for (const [, , address] of html.matchAll(/<(?:a|link|script|img)\b[^>]*? (href|src)="([^"]*)"/g)) {
			const href = unescaped(address);
			if (/^[a-z]+:/.test(href) || href === "#") continue;
			const [path, anchor = ""] = href.split("#");
			const target = path === "" ? page : decodeURI(posix.resolve(posix.dirname(page), path));
			const file = target.endsWith("/") || target === "" ? `${target}index.html` : target;
			// Beside the page itself lie places that its own script makes.
			if (
				!there.has(file) ||
				(anchor !== "" && !ids.get(file)?.has(decodeURIComponent(anchor)) && anchor !== "VPContent")
			)
				dead.push(`${page}: ${href}`);
		}
	}
	assert.deepEqual([...new Set(dead)], []);
});

test("each page lets only its own scripts run, and names nothing elsewhere to be fetched", () => {
	for (const [page, html] of pages) {
		if (foreign.has(page)) continue;
		assert.match(html, /http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'/, page);
		for (const [tag] of html.matchAll(/<(?:script|link|img|iframe)\b[^>]*>/g))
			assert.doesNotMatch(tag, /(?:src|href)="(?:https?:)?\/\//, page);
		assert.doesNotMatch(html, /<[a-z][^>]* on[a-z]+="/, page);
	}
});

let server;
let browser;
let address;

before(async () => {
	server = createServer((request, response) => {
		const path = decodeURIComponent(new URL(request.url, "http://site").pathname);
		const file = join(dist, posix.normalize(path.endsWith("/") ? `${path}index.html` : path));
		const exists = files.includes(file.slice(dist.length + 1));
		response.writeHead(exists ? 200 : 404, { "content-type": types[extname(file)] ?? "application/octet-stream" });
		response.end(exists ? readFileSync(file) : "");
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	address = `http://127.0.0.1:${server.address().port}`;
	const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
		existsSync(path),
	);
	if (program === undefined) throw new Error("there is no chromium: apt-get install chromium");
	browser = await chromium.launch({ executablePath: program, headless: true, args: ["--no-sandbox", "--disable-gpu"] });
});

after(async () => {
	await browser?.close();
	server?.close();
});

const types = {
	".html": "text/html",
	".js": "text/javascript",
	".css": "text/css",
	".json": "application/json",
	".txt": "text/plain",
	".svg": "image/svg+xml",
};

/** A new page, with what it asked for and what it complained of. */
async function open(path, prepare) {
	const context = await browser.newContext();
	const page = await context.newPage();
	await prepare?.(page);
	page.setDefaultTimeout(120_000);
	const requests = [];
	const said = [];
	page.on("request", (request) => requests.push(request.url()));
	page.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
	page.on("pageerror", (error) => said.push(`error: ${error.message}`));
	await page.goto(`${address}${path}`);
	return {
		page,
		/** All went well, and nobody else was asked. */
		async close() {
			assert.deepEqual(said, []);
			assert.deepEqual(
				requests.filter((url) => !url.startsWith(address) && !url.startsWith("data:")),
				[],
			);
			await context.close();
		},
	};
}

async function asked(page, policy, command) {
	await page.locator("#decide:enabled").waitFor();
	if (policy !== undefined) await page.locator("#policy").fill(policy);
	await page.locator("#command").fill(command);
	await page.locator("#command").press("Enter");
	return (await page.locator("#verdict .verdict").innerText()).replace(/^\S/, "").replaceAll(/\s+/g, " ").trim();
}

const questions = [
	[
		"git status",
		"git push -f",
		"sort -o x y",
		"cat .env",
		"rm -rf ../x",
		"bash -c 'rm x'",
		"npm test && curl https://a.example",
	],
	["ls", "npm install x", "terraform apply", "docker run x"],
];
const policies = [
	'default deny\nallow git, sort\ndeny git push --force because "Others work from it."\nallow rm within ./src\ndeny * touching **/.env\n',
	'import "developer"\n',
];

test("the playground answers as the command line does", async () => {
	const { page, close } = await open("/");
	const folder = mkdtempSync(join(tmpdir(), "bylaw-site-"));
	try {
		await page.locator("#decide:enabled").waitFor();
		await page.locator("#workspace").fill(folder);
		for (const [index, policy] of policies.entries()) {
			writeFileSync(join(folder, "policy.rules"), policy);
			for (const command of questions[index]) {
				const { stdout } = spawnSync(
					process.execPath,
					[join(root, "dist/cli.cjs"), "check", "--json", "--workspace", folder, "--script", command],
					{ cwd: folder, encoding: "utf8", env: { ...process.env, HOME: "/home/you" } },
				);
				const { effect, message } = JSON.parse(stdout);
				const shown = await asked(page, policy, command);
				assert.equal(
					shown.replaceAll("`", ""),
					`${effect} ${message}`.replaceAll("`", "").replaceAll(/\s+/g, " "),
					command,
				);
			}
		}
	} finally {
		rmSync(folder, { recursive: true });
	}
	await close();
});

test("the playground says what is wrong with a policy, and lints it", async () => {
	const { page, close } = await open("/");
	await page.locator("#decide:enabled").waitFor();
	await page.locator("#policy").fill("default deny\nallow @shels\n");
	await page.getByText("error[unknown-set]: no set is called `shels`").waitFor();
	await page.locator("#command").fill("ls");
	await page.locator("#command").press("Enter");
	assert.equal(await page.locator("#verdict").innerText(), "");
	await page.locator("#policy").fill("default deny\nallow *\n");
	await page.locator("#lint").click();
	await page.getByText("[allow-everything]").waitFor();
	await close();
});

test("a policy goes by link, in the part that no server sees", async () => {
	const first = await open("/");
	await asked(
		first.page,
		'agent default {\n  default deny\n  allow make because "ünïcode ✓"\n}\nagent other {\n  default deny\n}\n',
		"make all",
	);
	await first.page.locator("#agent").selectOption("other");
	await first.page.locator("#share").click();
	await first.page.getByText("The link is in the address bar").waitFor();
	const { hash, search } = new URL(first.page.url());
	assert.match(hash, /^#policy=[\w-]+&command=make\+all&agent=other$/);
	assert.equal(search, "");
	await first.close();
	const second = await open(`/${hash}`);
	await second.page.locator("#verdict .verdict").waitFor();
	assert.match(await second.page.locator("#policy").inputValue(), /ünïcode ✓/);
	assert.equal(await second.page.locator("#command").inputValue(), "make all");
	assert.match(await second.page.locator("#verdict").innerText(), /deny/);
	await second.close();
});

test("a link that holds no policy says so", async () => {
	for (const packed of ["AAAA", "%25%25", "S0kFAA"]) {
		const { page, close } = await open(`/#policy=${packed}`);
		if (packed === "S0kFAA") await page.locator("#decide:enabled").waitFor();
		else await page.getByText("This link holds no policy").waitFor();
		await close();
	}
});

test("every policy to begin with is free of faults, and answers", async () => {
	const { page, close } = await open("/");
	await page.locator("#decide:enabled").waitFor();
	for (const [index, { title, command }] of examples().entries()) {
		await page.locator("#example").selectOption(String(index));
		assert.equal(await page.locator("#findings").textContent(), "", title);
		assert.equal(await page.locator("#command").inputValue(), command, title);
		assert.match(await page.locator("#verdict").innerText(), /allow|ask|nudge|deny/, title);
	}
	await close();
});

test("texts of a policy and of a command stay texts", async () => {
	const { page, close } = await open("/");
	const shown = await asked(page, 'default deny\ndeny x because "<img src=x onerror=alert(1)>"\n', "x '<b>'");
	assert.match(shown, /<img src=x/);
	assert.equal(await page.locator(".playground img, .playground b").count(), 0);
	await close();
});

test("every text of the playground can be read, in light and in dark: the contrast is at least 4.5", async () => {
	const { page, close } = await open("/");
	for (const colorScheme of ["light", "dark"]) {
		await page.emulateMedia({ colorScheme });
		for (const command of ["ls", "grep x y", "rm -rf src/x", "sort x"]) {
			await asked(page, undefined, command);
			assert.deepEqual(await page.evaluate(faint), [], `${colorScheme}: ${command}`);
		}
	}
	await close();
});

/** In the page: texts that stand out too little from what is behind them. */
function faint() {
	const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
	const channel = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
	const light = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
	const over = (top, below) => {
		const [, , , share = 1] = top;
		return [0, 1, 2].map((at) => top[at] * share + below[at] * (1 - share));
	};
	// What is behind a text: grounds that can be seen through lie on what is below them.
	const ground = (node) => {
		if (node === null) return [255, 255, 255];
		const colour = numbers(getComputedStyle(node).backgroundColor);
		return colour.length === 3
			? colour
			: colour[3] === 0
				? ground(node.parentElement)
				: over(colour, ground(node.parentElement));
	};
	const found = new Set();
	for (const node of document.querySelectorAll(".playground *")) {
		const hasText = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim() !== "");
		if (!node.checkVisibility() || !hasText || node.disabled) continue;
		const behind = ground(node);
		const [a, b] = [light(over(numbers(getComputedStyle(node).color), behind)), light(behind)];
		const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (contrast < 4.5) found.add(`${node.tagName}.${node.className} ${contrast.toFixed(2)}`);
	}
	return [...found];
}

test("search finds a page by its words", async () => {
	const { page, close } = await open("/docs/tutorial.html");
	await page.locator("#local-search button").first().click();
	await page.locator("#localsearch-input").fill("default-deny sandbox bubblewrap");
	await page.locator(".VPLocalSearchBox .result").first().waitFor();
	await page.locator("#localsearch-input").fill("readable-secrets");
	await page.locator('.VPLocalSearchBox .result[href*="readable-secrets"]').first().waitFor();
	await page.locator('.VPLocalSearchBox .result[href*="readable-secrets"]').first().click();
	await page.getByRole("heading", { level: 1, name: "readable-secrets" }).waitFor();
	await close();
});

test("a page has its sidebar, its version, and a dark side", async () => {
	const { page, close } = await open("/docs/threats.html");
	assert.ok(await page.locator(".VPSidebar").getByRole("link", { name: "What a rule guarantees" }).isVisible());
	await page
		.getByRole("button", { name: /0\.\d+\.\d+/ })
		.first()
		.waitFor();
	await page.locator(".VPSwitchAppearance").first().click();
	assert.ok(await page.evaluate(() => document.documentElement.classList.contains("dark")));
	await close();
});

test("versions that stand beside each other lead to each other", async () => {
	const list = [
		{ version: "0.9.0", link: "/" },
		{ version: "0.8.0", link: "/docs/verbs/" },
		{ version: "elsewhere", link: "//other.example/" },
		{ version: "script", link: "javascript:alert(1)" },
	];
	const { page } = await open("/docs/threats.html", (page) =>
		page.route("**/versions.json", (route) => route.fulfill({ json: list })),
	);
	const select = page.getByLabel("Version", { exact: true });
	await select.waitFor();
	assert.deepEqual(await select.locator("option").allInnerTexts(), ["0.9.0", "0.8.0"]);
	assert.equal(await select.inputValue(), "/");
	await Promise.all([page.waitForRequest(`${address}/docs/verbs/`), select.selectOption("0.8.0")]);
	await page.context().close();
});

test("comments of pages are shown to nobody", () => {
	for (const [page, html] of pages)
		if (!foreign.has(page) && !page.startsWith("/file/"))
			assert.doesNotMatch(html, /&lt;!-- (?:@content|generated by|The table)/, page);
});

function unescaped(text) {
	return text
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");
}
