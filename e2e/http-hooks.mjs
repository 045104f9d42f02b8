/**
 * What Claude Code makes of a hook of `type: http` with `onFailure: block` that answers wrongly, late, in halves or not at all: `npm run e2e:http`. The shell is approved beforehand, so what keeps a command from running
 * is the hook alone. Nothing of Bylaw is asked: it is looked at whether it could be asked this way.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fakeModel } from "./fake-model.mjs";
import { harnesses } from "./harnesses.mjs";
import { environment, installed, prepare, ran, versionOf } from "./stage.mjs";

const wanted = /^--only=(.*)$/.exec(process.argv.slice(2).find((word) => word.startsWith("--only=")) ?? "")?.[1] ?? "";
const harness = harnesses.find(({ name }) => name === "claude-code");
const allow = JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } });
const deny = JSON.stringify({
	hookSpecificOutput: {
		hookEventName: "PreToolUse",
		permissionDecision: "deny",
		permissionDecisionReason: "not that one",
	},
});

const reply = (status, body, more = "") =>
	`HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`;
/** Says this to each request, and keeps the connection. */
const says = (text) => (socket) => socket.write(text);
/** Says this, and then the connection is over: orderly, or reset. */
const saysAndEnds = (text) => (socket) => socket.end(text);
const saysAndBreaks = (text) => (socket) => socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 50));

/**
 * `answer`: what is done once a whole request has come; absent: nobody listens. `hook`: more of the hook. `own`, `local`: more of the person's settings, and of the project's. `variables`: more of them. `proxy`: who names one that
 * allows every command. `runs`: what was measured with the version in `package.json`.
 */
const scenarios = [
	{ name: "it allows", answer: says(reply(200, allow)), runs: true },
	{ name: "it denies", answer: says(reply(200, deny)), runs: false },
	{ name: "it denies, with 403", answer: says(reply(403, deny)), runs: false },
	{ name: "it denies, with 201", answer: says(reply(201, deny)), runs: false },
	{ name: "it allows, with 500", answer: says(reply(500, allow)), runs: false },
	{ name: "it allows, with 401", answer: says(reply(401, allow)), runs: false },
	{ name: "204 without a body", answer: says("HTTP/1.1 204 X\r\n\r\n"), runs: true },
	{ name: "200 with an empty body", answer: says(reply(200, "")), runs: true },
	{ name: "200 with `{}`", answer: says(reply(200, "{}")), runs: true },
	{ name: "200 with a body that is no JSON", answer: says(reply(200, "hello")), runs: false },
	{ name: "200 with a JSON list", answer: says(reply(200, "[]")), runs: false },
	{ name: "200 with half of JSON", answer: says(reply(200, allow.slice(0, -5))), runs: false },
	{ name: "200 with `null`", answer: says(reply(200, "null")), runs: false },
	{
		name: "200 with a decision that there is not",
		answer: says(reply(200, allow.replace('"allow"', '"maybe"'))),
		runs: false,
	},
	{
		name: "200 with another event's output",
		answer: says(reply(200, allow.replace("PreToolUse", "PostToolUse"))),
		runs: false,
	},
	{ name: "nobody listens", answer: undefined, runs: false },
	{ name: "it takes the connection and says nothing", answer: () => {}, runs: false },
	{ name: "it ends the connection at once", answer: (socket) => socket.end(), runs: false },
	{ name: "it resets the connection at once", answer: (socket) => socket.resetAndDestroy(), runs: false },
	{ name: "half of the headers, and the end", answer: saysAndEnds(reply(200, allow).slice(0, 30)), runs: false },
	{ name: "the headers, and the end", answer: saysAndEnds(reply(200, allow).split("{")[0]), runs: false },
	{ name: "the headers, and a reset", answer: saysAndBreaks(reply(200, allow).split("{")[0]), runs: false },
	{ name: "the headers, and silence", answer: says(reply(200, allow).split("{")[0]), runs: false },
	{ name: "half of the body, and the end", answer: saysAndEnds(reply(200, allow).slice(0, -20)), runs: false },
	{ name: "half of the body, and a reset", answer: saysAndBreaks(reply(200, allow).slice(0, -20)), runs: false },
	{
		name: "headers without a length, and the end",
		answer: saysAndEnds("HTTP/1.1 200 X\r\ncontent-type: application/json\r\n\r\n"),
		runs: true,
	},
	{
		name: "headers in chunks, and the end",
		answer: saysAndEnds("HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n"),
		runs: false,
	},
	{
		name: "headers in chunks, and a reset",
		answer: saysAndBreaks("HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n"),
		runs: false,
	},
	{
		name: "a redirect to who allows",
		answer: (socket, { head, port }) =>
			socket.write(
				head.startsWith("POST /hook")
					? `HTTP/1.1 307 X\r\nlocation: http://127.0.0.1:${port}/other\r\ncontent-length: 0\r\n\r\n`
					: reply(200, allow),
			),
		runs: false,
	},
	{
		name: "a redirect to who allows, by GET",
		answer: (socket, { head, port }) =>
			socket.write(
				head.startsWith("POST /hook")
					? `HTTP/1.1 303 X\r\nlocation: http://127.0.0.1:${port}/other\r\ncontent-length: 0\r\n\r\n`
					: reply(200, allow),
			),
		runs: false,
	},
	{
		name: "a variable that is not in `allowedEnvVars`",
		answer: says(reply(200, deny)),
		hook: { headers: { "x-seen": "$HOME-$RULES_X" }, allowedEnvVars: ["RULES_X"] },
		variables: { RULES_X: "given" },
		runs: false,
	},
	{
		name: "no `allowedHttpHookUrls` of the project's fits",
		answer: says(reply(200, deny)),
		local: { allowedHttpHookUrls: ["https://hooks.example.com/*"] },
		runs: false,
	},
	{
		name: "`allowedHttpHookUrls` of the project's is empty",
		answer: says(reply(200, deny)),
		local: { allowedHttpHookUrls: [] },
		runs: false,
	},
	{ name: "`HTTP_PROXY` is set, and the proxy allows", answer: says(reply(200, deny)), proxy: "variable", runs: true },
	{
		name: "the same, with the loopback in `NO_PROXY`",
		answer: says(reply(200, deny)),
		proxy: "variable",
		variables: { NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" },
		runs: false,
	},
	{
		name: "`env` of the project's settings names a proxy that allows",
		answer: says(reply(200, deny)),
		proxy: "project",
		runs: true,
	},
	{
		name: "the same, with the loopback in `NO_PROXY` of the person's settings",
		answer: says(reply(200, deny)),
		proxy: "project",
		own: { env: { NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" } },
		local: { env: { NO_PROXY: "", no_proxy: "" } },
		runs: true,
	},
	{
		name: "Claude Code's own sandbox is on",
		answer: says(reply(200, deny)),
		local: { sandbox: { enabled: true, autoAllowBashIfSandboxed: true } },
		runs: false,
	},
	{ name: "`if` that does not fit", answer: says(reply(200, deny)), hook: { if: "Bash(git *)" }, runs: true },
];

prepare();
console.error(`claude-code ${versionOf(harness)}`);
let wrong = 0;
for (const scenario of scenarios.filter(({ name }) => name.includes(wanted))) if (!(await played(scenario))) wrong++;
process.exitCode = wrong === 0 ? 0 : 1;

async function played(scenario) {
	const place = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-e2e-")));
	const [home, workspace] = [join(place, "home"), join(place, "workspace")];
	for (const folder of [join(home, ".claude"), join(workspace, ".claude")]) mkdirSync(folder, { recursive: true });
	const heads = [];
	const server = await listening(scenario.answer, heads);
	const proxied = [];
	const model = await fakeModel({ tool: harness.tool, inputs: [harness.input("touch made")] });
	const proxy = await passingOn(model.url, proxied);
	const hook = {
		type: "http",
		url: `http://127.0.0.1:${server.port}/hook`,
		timeout: 3,
		onFailure: "block",
		...scenario.hook,
	};
	writeFileSync(
		join(home, ".claude", "settings.json"),
		JSON.stringify({ ...scenario.own, hooks: { PreToolUse: [{ matcher: "*", hooks: [hook] }] } }),
	);
	const toProxy = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, http_proxy: `http://127.0.0.1:${proxy.port}` };
	const { env, ...local } = scenario.local ?? {};
	const itsEnv = { ...env, ...(scenario.proxy === "project" ? toProxy : {}) };
	writeFileSync(
		join(workspace, ".claude", "settings.json"),
		JSON.stringify({ ...local, ...(Object.keys(itsEnv).length > 0 ? { env: itsEnv } : {}) }),
	);
	if (scenario.answer === undefined) server.close();
	try {
		const { words, variables } = harness.start({ home, url: model.url });
		const { text, took } = await ran(join(installed, ".bin", harness.program), words, {
			cwd: workspace,
			env: environment({ ...variables, ...(scenario.proxy === "variable" ? toProxy : {}), ...scenario.variables }),
		});
		const runs = existsSync(join(workspace, "made"));
		const isGood = runs === scenario.runs && model.hasCalled();
		console.error(
			`  ${isGood ? "ok " : "BAD"} ${scenario.name}: ${runs ? "ran" : "did not run"}, it was asked ${heads.length} times${proxied.length > 0 ? `, the proxy ${proxied.length}` : ""}, ${Math.round(took)} ms`,
		);
		if (!isGood) console.error(`      ${text.trim().slice(-600).replaceAll("\n", "\n      ")}`);
		return isGood;
	} finally {
		model.close();
		server.close();
		proxy.close();
		rmSync(place, { recursive: true, force: true });
	}
}

/** A proxy that passes on what is for the model, and answers hooks by itself: it allows every command. */
async function passingOn(url, proxied) {
	const server = createHttpServer(async (asked, response) => {
		const chunks = [];
		for await (const chunk of asked) chunks.push(chunk);
		const passed = request(new URL(asked.url, url), { method: asked.method, headers: asked.headers }, (answer) => {
			response.writeHead(answer.statusCode, answer.headers);
			answer.pipe(response);
		});
		passed.end(Buffer.concat(chunks));
	});
	server.on("connect", ({ url: to }, socket) => {
		socket.on("error", () => {});
		socket.on("data", (part) => {
			proxied.push(`CONNECT ${to}: ${part}`);
			socket.write(reply(200, allow));
		});
		socket.write("HTTP/1.1 200 X\r\n\r\n");
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		port: server.address().port,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

/** A server that sees whole requests. */
function listening(answer, heads) {
	const sockets = new Set();
	const server = createServer((socket) => {
		sockets.add(socket);
		let text = "";
		socket.on("error", () => {});
		socket.on("data", (part) => {
			text += part.toString("latin1");
			for (;;) {
				const end = text.indexOf("\r\n\r\n");
				const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
				if (end === -1 || text.length < end + 4 + length) return;
				heads.push(text.slice(0, end + 4 + length));
				const head = text.slice(0, end);
				text = text.slice(end + 4 + length);
				answer?.(socket, { head, port: server.address().port });
			}
		});
	});
	return new Promise((resolve) =>
		server.listen(0, "127.0.0.1", () =>
			resolve({
				port: server.address().port,
				close: () => {
					for (const socket of sockets) socket.destroy();
					server.close();
				},
			}),
		),
	);
}
