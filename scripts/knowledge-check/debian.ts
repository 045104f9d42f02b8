/**
 * Debian packages, fetched and unpacked into a folder of ours; the system keeps what it has. All that a package depends on
 * lies beside it, so that its programs can be started there.
 */
import { spawnSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { cacheFolder } from "./cache.js";

export interface DebianPackages {
	/** The folder that they are unpacked in: the root of a system. */
	readonly root: string;
	/** Upstream's version by the name of the package. Absent: it can't be had. */
	readonly versions: ReadonlyMap<string, string>;
}

/** What is never read, and is much. */
const left = [
	"./usr/share/doc/*",
	"./usr/share/locale/*",
	"./usr/share/icons/*",
	"./usr/lib/debug/*",
	"./usr/share/go-*/src/*",
	"./usr/include/*",
	"./usr/lib/*/dri/*",
	"./usr/share/fonts/*",
	"./boot/*",
];

/** Packages with completions for other packages' programs, of any version. */
const strangers = /^(?:bash-completion|zsh-common|fish-common)_/;

export function fetchDebian(names: readonly string[], say: (text: string) => void): DebianPackages {
	const folder = cacheFolder("debian");
	const root = join(folder, "root");
	const archives = cacheFolder("debian", "archives");
	cacheFolder("debian", "archives", "partial");
	if (!isThere("apt-get") || !isThere("dpkg-deb")) {
		say("apt-get and dpkg-deb are not there: no Debian package is read");
		return { root, versions: new Map() };
	}
	// An empty record of what is installed: everything that a package needs is fetched.
	const status = join(folder, "status");
	writeFileSync(status, "");
	const apt = [
		"-o",
		`Dir::State::status=${status}`,
		"-o",
		`Dir::Cache::archives=${archives}`,
		"-o",
		"Debug::NoLocking=1",
		"-o",
		`APT::Sandbox::User=${userInfo().username}`,
		"-o",
		"APT::Install-Recommends=0",
		"-qq",
		"-y",
	];
	const offered = run("apt-cache", ["policy", ...names]).matchAll(
		/^(\S+):\n {2}Installed: .*\n {2}Candidate: (?!\(none\))/gm,
	);
	const candidates = new Set([...offered].map(([, name]) => name));
	const had = names.filter((name) => candidates.has(name));
	for (const name of names)
		if (!had.includes(name)) say(`Debian has no package ${name} here; is \`apt-get update\` due?`);
	if (had.length === 0) return { root, versions: new Map() };
	const planned = run("apt-get", [...apt, "-s", "install", ...had]);
	const wanted = [...planned.matchAll(/^Inst (\S+) \((\S+) .*\[(\S+)\]\)/gm)].map(
		([, name, version, architecture]) => `${name}_${version?.replace(":", "%3a")}_${architecture}.deb`,
	);
	const missing = wanted.filter((file) => !existsSync(join(archives, file)));
	if (missing.length > 0) {
		say(`fetching ${missing.length} of ${wanted.length} Debian packages`);
		run("apt-get", [...apt, "-d", "install", ...had]);
	}
	unpack(root, archives, wanted, join(folder, "unpacked.json"), say);
	const versions = new Map(
		wanted.map(
			(file) => [file.split("_")[0] as string, upstream(decodeURIComponent(file.split("_")[1] as string))] as const,
		),
	);
	return { root, versions };
}

/** `1:2.39.5-0+deb12u3` is 2.39.5, `20.10.24+dfsg1-1+b6` is 20.10.24. */
export function upstream(version: string): string {
	const bare = version.replace(/^\d+:/, "").replace(/-[^-]*$/, "");
	const really = /\+really(.+)$/.exec(bare)?.[1] ?? bare;
	return really.replace(/[+~.](?:dfsg|ds|repack|deb\d).*$/, "");
}

/** Unpacks what is not unpacked yet. A package that is there in another version means a new start. */
function unpack(
	root: string,
	archives: string,
	wanted: readonly string[],
	record: string,
	say: (text: string) => void,
): void {
	let there = new Set<string>(
		existsSync(record) && existsSync(root) ? (JSON.parse(readFileSync(record, "utf8")) as string[]) : [],
	);
	const named = (file: string): string => file.split("_")[0] as string;
	const byName = new Map([...there].map((file) => [named(file), file] as const));
	if (there.size === 0 || wanted.some((file) => byName.has(named(file)) && byName.get(named(file)) !== file)) {
		rmSync(root, { recursive: true, force: true });
		there = new Set();
	}
	for (const name of ["bin", "sbin", "lib", "lib64"]) {
		mkdirSync(join(root, "usr", name), { recursive: true });
		if (!existsSync(join(root, name))) symlinkSync(`usr/${name}`, join(root, name));
	}
	for (const name of ["proc", "dev", "tmp", "home", "run", "etc", "var", "mnt"])
		mkdirSync(join(root, name), { recursive: true });
	// Whoever starts them must have a name.
	writeFileSync(join(root, "etc/passwd"), `somebody:x:${userInfo().uid}:${userInfo().gid}::/home:/bin/sh\n`);
	const due = wanted.filter((file) => !there.has(file) && !strangers.test(file));
	due.forEach((file, at) => {
		if (at % 50 === 0) say(`unpacking Debian packages: ${at} of ${due.length}`);
		const tar = spawnSync("dpkg-deb", ["--fsys-tarfile", join(archives, file)], { maxBuffer: 2 ** 31 });
		const done = spawnSync(
			"tar",
			[
				"-x",
				"--keep-directory-symlink",
				"--no-same-owner",
				"--no-same-permissions",
				...left.map((one) => `--exclude=${one}`),
				"-C",
				root,
			],
			{ input: tar.stdout },
		);
		if (tar.status !== 0 || done.status !== 0)
			throw new Error(`${file} can't be unpacked: ${tar.stderr}${done.stderr}`);
		there.add(file);
	});
	if (due.length === 0) return;
	// Libraries in folders of their own are found by the linker's cache.
	writeFileSync(join(root, "etc/ld.so.conf"), libraryFolders(root).join("\n"));
	spawnSync("/sbin/ldconfig", ["-r", root]);
	writeFileSync(record, JSON.stringify([...there]));
}

/** Libraries with alternatives lie a folder deeper, and no link names one of them before a system's own scripts ran. */
function libraryFolders(root: string): readonly string[] {
	const all = join(root, "usr/lib");
	const deeper = readdirSync(all).filter((name) => /-linux-gnu/.test(name));
	const folders = deeper.flatMap((name) => readdirSync(join(all, name)).map((one) => `usr/lib/${name}/${one}`));
	return folders
		.filter((one) => statSync(join(root, one), { throwIfNoEntry: false })?.isDirectory())
		.filter((one) => readdirSync(join(root, one)).some((file) => /^lib.*\.so\./.test(file)))
		.map((one) => `/${one}`);
}

function run(program: string, args: readonly string[]): string {
	const done = spawnSync(program, args, {
		encoding: "utf8",
		maxBuffer: 2 ** 26,
		env: { ...process.env, LC_ALL: "C.UTF-8", DEBIAN_FRONTEND: "noninteractive" },
	});
	if (done.status !== 0) throw new Error(`${program}: ${done.error?.message ?? done.stderr.trim()}`);
	return done.stdout;
}

function isThere(program: string): boolean {
	return (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, program)));
}
