/** The plugin file for opencode, which has no hook commands: it asks `rules hook` before each tool call. */

/** `command`: how the hook is started, the program first. `seconds`: how long it may take, longer than its own deadline. `hears`: it tells the hook how calls ended, too. */
export function opencodePlugin(command: readonly string[], seconds = 10, hears = false): string {
	return `// Asks the rules before each tool call. Whatever is no clear yes stops the tool.
import { spawn } from "node:child_process";

const [program, ...words] = ${JSON.stringify(command)};

export const Rules = async ({ directory }) => {
	let servers;
	const parents = new Map();
	const forks = new Set();
	return {
		event: async ({ event }) => {
			const { id, parentID, title } = event.type === "session.created" ? (event.properties?.info ?? {}) : {};
			if (parentID) parents.set(id, parents.get(parentID) ?? parentID);
			// That is all that is told of a copy.
			if (/ \\(fork #\\d+\\)$/.test(title)) forks.add(id);
		},
		config: async ({ mcp }) => {
			servers = Object.keys(mcp ?? {});
		},
		"tool.execute.before": async ({ tool, sessionID: session, callID: call }, { args }) => {
			const { effect, message } = await answer(
				JSON.stringify({ tool, args, directory, servers, session, call, parent: parents.get(session), fork: forks.has(session) }),
			);
			if (effect !== "allow" && effect !== "none") throw new Error(message ?? "the rules said nothing, so this is denied");
		},${hears ? hearing : ""}
	};
};

function answer(question) {
	return new Promise((resolve) => {
		const nothing = (why) => resolve({ message: \`the rules gave no answer (\${why}), so this is denied\` });
		const child = spawn(program, words, { stdio: ["pipe", "pipe", "ignore"] });
		const late = setTimeout(() => {
			nothing("it took too long");
			child.kill("SIGKILL");
		}, ${seconds}_000);
		let text = "";
		child.stdout.on("data", (chunk) => (text += chunk));
		child.on("error", (error) => nothing(error.message));
		child.on("close", (code) => {
			clearTimeout(late);
			try {
				if (code === 0) resolve(JSON.parse(text));
				else nothing(\`it ended with \${code}\`);
			} catch {
				nothing("it is no JSON");
			}
		});
		child.stdin.on("error", () => {});
		child.stdin.end(question);
	});
}
`;
}

/** It is not called where a tool fails. */
const hearing = `
		"tool.execute.after": async ({ tool, sessionID: session, callID: call }, { metadata }) => {
			await answer(JSON.stringify({ ended: { tool, session, call, exit: metadata?.exit }, directory }));
		},`;
