/** A repository of bundles, a server in front of it, and machines that follow it. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "@jest/globals";
import { type BuildOptions, buildBundle, renewBundles } from "../../../src/authoring/bundle/build-bundle.js";
import { makeKeys } from "../../../src/authoring/bundle/keys.js";
import { prepareBundle } from "../../../src/authoring/bundle/prepare-bundle.js";
import { decide } from "../../../src/engine/decide/decide.js";
import { type Refreshed, type RefreshOptions, refresh } from "../../../src/runtime/bundle/refresh.js";
import { type BundleSettings, readBundleSettings } from "../../../src/runtime/load/bundle-settings.js";
import { compiledAmong } from "../../../src/runtime/load/decisions.js";
import { realWorld } from "../../../src/runtime/load/world.js";

const folders: string[] = [];
const ends: (() => void)[] = [];
afterAll(() => {
	for (const end of ends) end();
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder, which is gone after the tests. */
export function scratch(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-fleet-")));
	folders.push(folder);
	return folder;
}

export interface Site {
	/** The repository. */
	readonly folder: string;
	readonly keys: string;
	/** Builds a release that allows this program. */
	readonly release: (program: string, more?: Partial<BuildOptions>) => void;
	readonly renew: (now?: number) => void;
	/** A copy of the repository as it is now. */
	readonly copy: () => string;
	// biome-ignore lint/suspicious/noExplicitAny: metadata is changed in all sorts of ways
	readonly json: (name: string) => { signed: Record<string, any>; signatures: { keyid: string; sig: string }[] };
}

/** A repository with a first release, which allows `ls`. */
export function site(more: Partial<BuildOptions> = {}): Site {
	const home = scratch();
	const [folder, keys] = [join(home, "site"), join(home, "keys")];
	makeKeys(keys, ["root", "root", "targets", "snapshot", "timestamp"]);
	const release: Site["release"] = (program, options = {}) => {
		writeFileSync(
			join(home, "policy.rules"),
			`agent default {\n  default deny\n  allow ${program}\n  expect allow: ${program}\n}\n`,
		);
		buildBundle(folder, {
			keys: [keys],
			channel: "stable",
			policy: ["policy.rules"],
			suites: [],
			cwd: home,
			...options,
		});
	};
	release("ls", more);
	return {
		folder,
		keys,
		release,
		renew: (now) => renewBundles(folder, { keys: [keys], ...(now === undefined ? {} : { now }) }),
		copy: () => {
			const copy = join(scratch(), "site");
			cpSync(folder, copy, { recursive: true });
			return copy;
		},
		json: (name) => JSON.parse(readFileSync(join(folder, "metadata", name), "utf8")),
	};
}

/** Answers in place of a file; false: the file is answered. */
export type Trick = (request: IncomingMessage, answer: ServerResponse, path: string) => boolean;

export interface Server {
	readonly url: string;
	/** What it serves. */
	folder: string;
	trick: Trick;
	readonly asked: string[];
}

/** A web server of files, as plain as they come. */
export async function serve(folder: string): Promise<Server> {
	const asked: string[] = [];
	const server = createServer((request, answer) => {
		const path = new URL(request.url ?? "/", "http://x").pathname;
		asked.push(request.url ?? "/");
		if (state.trick(request, answer, path)) return;
		try {
			answer.end(readFileSync(join(state.folder, path)));
		} catch {
			answer.writeHead(404).end("not found");
		}
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	server.unref();
	ends.push(() => {
		server.closeAllConnections();
		server.close();
	});
	const state: Server = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		folder,
		trick: () => false,
		asked,
	};
	return state;
}

export interface Machine {
	readonly settings: BundleSettings;
	readonly refresh: (options?: RefreshOptions) => Promise<Refreshed>;
	/** `activated 2`, `current 2`, `rollback`, `busy`. */
	readonly told: (options?: RefreshOptions) => Promise<string>;
	/** The effect of a command by what is active, or why nothing decides. */
	readonly decides: (program: string) => string;
	// biome-ignore lint/suspicious/noExplicitAny: it is changed in all sorts of ways
	readonly seen: () => Record<string, any>;
	readonly put: (name: string, text: string) => void;
}

/** A machine that was given the first root, and maybe a floor. */
export function machine(
	site: Pick<Site, "folder">,
	from: string,
	{ given, channel = "stable" }: { given?: object; channel?: string } = {},
): Machine {
	const home = scratch();
	writeFileSync(join(home, "root.json"), readFileSync(join(site.folder, "metadata", "1.root.json")));
	writeFileSync(
		join(home, "fleet.bundle.json"),
		JSON.stringify({ from, channel, root: "root.json", state: "state", floor: "floor" }),
	);
	if (given !== undefined) {
		mkdirSync(join(home, "floor"));
		writeFileSync(join(home, "floor", "given.json"), JSON.stringify(given));
	}
	const settings = readBundleSettings(join(home, "fleet.bundle.json")) as BundleSettings;
	const one = (options: RefreshOptions = {}): Promise<Refreshed> => refresh(settings, prepareBundle, options);
	return {
		settings,
		refresh: one,
		told: async (options) => toldOf(await one(options)),
		decides: (program) => {
			const decisions = compiledAmong([settings.file]);
			if (decisions === undefined) return "nothing";
			return "fault" in decisions
				? decisions.fault
				: decide(decisions, { argv: [program], cwd: home }, realWorld(home)).effect;
		},
		seen: () => JSON.parse(readFileSync(join(settings.floor, "seen.json"), "utf8")),
		put: (name, text) => {
			mkdirSync(dirname(join(home, name)), { recursive: true });
			writeFileSync(join(home, name), text);
		},
	};
}

export function toldOf(found: Refreshed): string {
	switch (found.kind) {
		case "activated":
		case "current":
			return `${found.kind} ${found.manifest.release}`;
		case "refused":
			return found.code;
		case "busy":
			return "busy";
	}
}
