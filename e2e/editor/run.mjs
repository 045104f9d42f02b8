/**
 * Walks through the extension for VS Code in a VS Code, with a browser, and checks what stands on the screen: `npm run e2e:editor`.
 *
 * VS Code's makers publish it for downloading only, but npm has its server and its workbench, as the package `code-server` repacks them. This fetches the package once (46 MB, held
 * against its sum) and starts VS Code's own server in it, without code-server's around it. What that needs is in this folder: `npm ci --ignore-scripts --prefix e2e/editor`.
 * It needs a Chromium too (`apt-get install chromium`). The server listens on this machine alone, and everything it writes lies in a folder that is taken away.
 *
 *	--screens FOLDER   keeps a picture of each step
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { plainEnvironment } from "../../scripts/pack.mjs";
import { root } from "../../scripts/root.mjs";
import { nodes } from "../../scripts/smoke/nodes.mjs";
import { walk } from "./walk.mjs";

const { values: options } = parseArgs({ options: { screens: { type: "string" } } });
const editor = {
	package: "code-server@4.139.1",
	file: "code-server-4.139.1.tgz",
	sum: "fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==",
	node: "24",
};
const here = fileURLToPath(new URL(".", import.meta.url));
const modules = join(here, "node_modules");
const cli = join(root, "dist/cli.cjs");
const browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
	existsSync(path),
);
if (browser === undefined) throw new Error("there is no browser: apt-get install chromium");
if (!existsSync(cli)) throw new Error("there is no build: npm run build");
const node = nodes().find(({ version }) => version.startsWith(`${editor.node}.`));
if (node?.binary === undefined) throw new Error(`the editor needs Node ${editor.node}: ${node?.reason}`);

const code = unpacked();
if (!existsSync(join(code, "node_modules/vscode-textmate")))
	throw new Error("what the editor needs is not installed: npm ci --ignore-scripts --prefix e2e/editor");
const { version } = JSON.parse(readFileSync(join(code, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "bylaw-editor-"));
let server;
let failed = 0;
for (const signal of ["SIGINT", "SIGTERM"])
	process.once(signal, () => {
		server?.kill();
		process.exit(1);
	});
try {
	const port = await freePort();
	prepare();
	server = await started(port);
	failed = await walk({
		open: (colorScheme) => opened(port, colorScheme),
		workspace: join(folder, "workspace"),
		screens: options.screens,
	});
	console.log(`editor: VS Code ${version}, ${failed === 0 ? "all of it is seen" : `${failed} not seen`}`);
} finally {
	server?.kill();
	await sleep(500);
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(failed === 0 ? 0 : 1);

/** VS Code's folder in the package, which is fetched where it is missing. */
function unpacked() {
	const cache = process.env.BYLAW_EDITOR ?? join(modules, ".editor");
	const inside = join(cache, "package/lib/vscode");
	if (!existsSync(join(cache, "whole"))) {
		rmSync(cache, { recursive: true, force: true });
		mkdirSync(cache, { recursive: true });
		ran("npm", ["pack", "--ignore-scripts", "--pack-destination", cache, editor.package]);
		const tarball = join(cache, editor.file);
		const sum = createHash("sha512").update(readFileSync(tarball)).digest("base64");
		if (sum !== editor.sum) throw new Error(`${editor.package} is not what it was: its sum is ${sum}`);
		ran("tar", ["-xzf", tarball, "-C", cache]);
		rmSync(tarball);
		symlinkSync(modules, join(inside, "node_modules"));
		writeFileSync(join(cache, "whole"), `${editor.package}\n`);
	}
	return inside;
}

/** The settings of the machine, the program that they name, and the extension, installed from its archive. */
function prepare() {
	const program = join(folder, "rules");
	writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`, { mode: 0o755 });
	const settings = {
		"bylaw.path": program,
		"security.workspace.trust.enabled": false,
		"window.autoDetectColorScheme": true,
		"workbench.startupEditor": "none",
		"workbench.secondarySideBar.defaultVisibility": "hidden",
		"chat.disableAIFeatures": true,
		"extensions.ignoreRecommendations": true,
		"extensions.autoCheckUpdates": false,
		"update.mode": "none",
		"telemetry.telemetryLevel": "off",
		"editor.minimap.enabled": false,
		"files.autoSave": "off",
	};
	for (const whose of ["Machine", "User"]) {
		mkdirSync(join(folder, "data/data", whose), { recursive: true });
		writeFileSync(join(folder, "data/data", whose, "settings.json"), JSON.stringify(settings));
	}
	ran(process.execPath, [join(root, "editors/vscode/scripts/package.mjs"), "--out", folder]);
	const { name, version } = JSON.parse(readFileSync(join(root, "editors/vscode/package.json"), "utf8"));
	const said = ran(node.binary, [...command(), "--install-extension", join(folder, `${name}-${version}.vsix`)]);
	if (!said.includes("successfully installed")) throw new Error(`the extension is not installed:\n${said}`);
}

function command() {
	return [
		join(code, "out/server-main.js"),
		"--accept-server-license-terms",
		"--server-data-dir",
		join(folder, "data"),
		"--extensions-dir",
		join(folder, "extensions"),
	];
}

/** The server, when it answers. */
async function started(port) {
	const child = spawn(
		node.binary,
		[...command(), "--host", "127.0.0.1", "--port", String(port), "--without-connection-token"],
		// With a home of its own, so that nobody's settings count.
		{ env: plainEnvironment({ HOME: join(folder, "home") }), stdio: "ignore" },
	);
	for (let tries = 0; tries < 240; tries++) {
		if (child.exitCode !== null) break;
		const answer = await fetch(`http://127.0.0.1:${port}/version`).catch(() => undefined);
		if (answer?.ok) return child;
		await sleep(500);
	}
	child.kill();
	throw new Error("VS Code's server does not answer");
}

/** A window of the editor, with the workspace. */
async function opened(port, colorScheme) {
	const context = await chromium.launchPersistentContext(mkdtempSync(join(folder, "browser-")), {
		executablePath: browser,
		headless: true,
		timeout: 120_000,
		viewport: { width: 1000, height: 640 },
		colorScheme,
		args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
	});
	context.setDefaultTimeout(30_000);
	const page = await context.newPage();
	await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(join(folder, "workspace"))}`, {
		timeout: 120_000,
	});
	await page.locator(".monaco-workbench").waitFor({ timeout: 120_000 });
	return { page, close: () => context.close() };
}

function ran(program, words) {
	const { status, stdout, stderr, error } = spawnSync(program, words, {
		cwd: root,
		encoding: "utf8",
		env: plainEnvironment(),
	});
	if (status !== 0) throw new Error(`${program} ${words[0]} fails: ${error?.message ?? stderr}`);
	return stdout;
}

function freePort() {
	return new Promise((done, fails) => {
		const asked = createServer();
		asked.once("error", fails);
		asked.listen(0, "127.0.0.1", () => {
			const { port } = asked.address();
			asked.close(() => done(port));
		});
	});
}
