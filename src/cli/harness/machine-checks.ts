/** Checks of the machine: what works better, or at all, where it is there. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { cacheChecks } from "./cache-checks.js";
import type { Check } from "./check.js";

export function machineChecks(): readonly Check[] {
	return [nodeCheck(), ...cacheChecks(), sandboxCheck(), terminalCheck()];
}

function nodeCheck(): Check {
	const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
	const isOld = major < 20 || (major === 20 && minor < 19);
	return {
		name: "node",
		verdict: isOld ? "bad" : "good",
		message: `Node ${process.versions.node}${isOld ? ", and 20.19 is the oldest that is supported" : ""}`,
	};
}

function sandboxCheck(): Check {
	const { status, error } = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"], {
		timeout: 20_000,
		stdio: "ignore",
	});
	return {
		name: "bwrap",
		verdict: status === 0 ? "good" : "doubtful",
		message:
			status === 0
				? "bubblewrap works: with `sandbox require` what runs reaches the hosts that a policy lists, and no others"
				: error === undefined
					? "bubblewrap is there and may not make namespaces: no sandbox for `rules run`, and nothing keeps code to the hosts that a policy lists"
					: "bubblewrap is not there: no sandbox for `rules run`, and nothing keeps code to the hosts that a policy lists",
	};
}

function terminalCheck(): Check {
	let isThere = true;
	try {
		createRequire(import.meta.url).resolve("node-pty");
	} catch {
		isThere = false;
	}
	return {
		name: "node-pty",
		verdict: isThere ? "good" : "doubtful",
		message: isThere
			? "node-pty is installed"
			: "node-pty is not installed: no terminal for `rules run`; `npm install node-pty` beside bylaw brings it",
	};
}
