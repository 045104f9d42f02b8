/**
 * Codex: the program itself, driven as editors drive it, with rules of its own in its home. `codex execpolicy check` takes words and no script, so what a
 * session does with one is seen here: a model on this machine has it run the line. In a sandbox of ours the shell that Codex would start is a program that
 * says that it was started, and runs nothing. Needs Linux and bubblewrap.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const started = "THE-SHELL-WAS-STARTED";

export async function open({ deny = [], reads = [], own = false }, { cwd, folder }) {
	if (reads.length > 0 || own) return undefined;
	const codexHome = join(folder, "codex");
	mkdirSync(join(codexHome, "rules"), { recursive: true });
	const rules = deny.map((words) => `prefix_rule(pattern=${JSON.stringify(words)}, decision="forbidden")\n`);
	writeFileSync(join(codexHome, "rules", "default.rules"), rules.join(""));
	const shell = join(folder, "shell");
	writeFileSync(shell, `#!/usr/bin/dash\necho ${started}\n`, { mode: 0o755 });
	const model = await startModel();
	writeFileSync(join(codexHome, "config.toml"), configOf(model.url));
	const server = startServer({ codexHome, shell, folder, cwd });
	await server.call("initialize", {
		clientInfo: { name: "conformance", title: null, version: "0" },
		capabilities: { experimentalApi: true },
	});
	server.note("initialized");
	return {
		async decide(command) {
			const { thread } = await server.call("thread/start", {
				cwd,
				approvalPolicy: "never",
				sandbox: "danger-full-access",
				ephemeral: true,
			});
			const ended = server.ended(thread.id);
			model.next(command);
			await server.call("turn/start", {
				threadId: thread.id,
				input: [{ type: "text", text: "go", text_elements: [] }],
			});
			await ended;
			const said = model.told();
			if (said === undefined) throw new Error("the tool was not called");
			if (said.includes(started)) return "allow";
			if (/reject|forbid|blocked by policy/i.test(said)) return "deny";
			throw new Error(said);
		},
	};
}

function configOf(url) {
	return `model = "fake-model"
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
shell_snapshot = false

[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
`;
}

/** The binary that the package brings for this machine. */
function binary() {
	const own = createRequire(import.meta.url);
	const folder = dirname(own.resolve(`@openai/codex-${process.platform}-${process.arch}/package.json`));
	const vendor = join(folder, "vendor");
	for (const target of readdirSync(vendor)) {
		const path = [join(vendor, target, "bin/codex"), join(vendor, target, "codex/codex")].find(existsSync);
		if (path !== undefined) return path;
	}
	throw new Error("Codex is not there for this machine");
}

function startServer({ codexHome, shell, folder, cwd }) {
	const walls = [
		...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--ro-bind", cwd, cwd],
		...["--bind", folder, folder, "--ro-bind", binary(), "/tmp/codex"],
		...["--ro-bind", shell, "/usr/bin/bash", "--unshare-pid", "--die-with-parent", "--chdir", cwd],
	];
	const child = spawn("bwrap", [...walls, "/tmp/codex", "app-server"], {
		stdio: ["pipe", "pipe", "ignore"],
		env: {
			PATH: "/usr/bin:/bin",
			HOME: folder,
			SHELL: "/bin/bash",
			CODEX_HOME: codexHome,
			FAKE_KEY: "none",
			RUST_LOG: "off",
		},
	});
	process.on("exit", () => child.kill("SIGKILL"));
	child.on("exit", () => process.exit(1));
	const [waiting, turns] = [new Map(), new Map()];
	let count = 0;
	const write = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
	createInterface({ input: child.stdout }).on("line", (line) => {
		const { id, method, params, result, error } = JSON.parse(line);
		if (id !== undefined && method !== undefined) write({ id, result: { decision: "decline" } });
		else if (id !== undefined) {
			const one = waiting.get(id);
			waiting.delete(id);
			if (error === undefined) one?.resolve(result);
			else one?.reject(new Error(error.message));
		} else if (method === "turn/completed") turns.get(params.threadId)?.();
	});
	return {
		note: (method) => write({ method }),
		ended: (thread) => new Promise((resolve) => turns.set(thread, resolve)),
		call(method, params) {
			const id = ++count;
			write({ id, method, params });
			return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
		},
	};
}

/** A model that has one line run, and ends. */
async function startModel() {
	let [command, told] = [];
	const server = createServer(async (request, response) => {
		const chunks = [];
		for await (const chunk of request) chunks.push(chunk);
		if (!request.url.split("?")[0].endsWith("/responses")) return void response.writeHead(404).end("{}");
		const { input } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
		const output = input.filter(({ type }) => type === "function_call_output").at(-1)?.output;
		if (output !== undefined) told = typeof output === "string" ? output : JSON.stringify(output);
		const item =
			output === undefined
				? {
						type: "function_call",
						id: "fc_1",
						call_id: "call_1",
						name: "exec_command",
						arguments: JSON.stringify({ cmd: command }),
					}
				: {
						type: "message",
						id: "msg_1",
						role: "assistant",
						content: [{ type: "output_text", text: "done", annotations: [] }],
					};
		stream(response, { ...item, status: "completed" });
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		next(line) {
			[command, told] = [line, undefined];
		},
		told: () => told,
	};
}

function stream(response, item) {
	const usage = {
		...{ input_tokens: 1, input_tokens_details: { cached_tokens: 0 }, total_tokens: 2 },
		...{ output_tokens: 1, output_tokens_details: { reasoning_tokens: 0 } },
	};
	const whole = {
		id: "resp_1",
		object: "response",
		created_at: 0,
		model: "fake-model",
		status: "completed",
		output: [item],
		usage,
	};
	response.writeHead(200, { "content-type": "text/event-stream" });
	const event = (type, body) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...body })}\n\n`);
	event("response.created", { response: { ...whole, status: "in_progress", output: [] } });
	event("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress" } });
	event("response.output_item.done", { output_index: 0, item });
	event("response.completed", { response: whole });
	response.end();
}
