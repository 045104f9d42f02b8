/** What a sandbox keeps apart besides files: processes, the network, terminals, and calls to the kernel. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { seccompFilter } from "../../../../src/runtime/execute/sandbox/seccomp.js";
import { processesWith } from "../run.js";
import { confined, newFolder, newFolderOutside, put, removeFolders, said, script, whereConfined } from "../sandbox.js";

afterAll(removeFolders);

/** Something that listens; the test is told of everybody who came. */
async function listening(
	at: string | { readonly host: string; readonly port: number },
): Promise<{ server: Server; visits: () => number; port: number }> {
	let visits = 0;
	const server = createServer((socket) => {
		visits++;
		socket.end("hello");
	});
	await new Promise<void>((resolve) => {
		if (typeof at === "string") server.listen(at, resolve);
		else server.listen(at.port, at.host, resolve);
	});
	const address = server.address() as AddressInfo | string | null;
	return { server, visits: () => visits, port: typeof address === "object" && address !== null ? address.port : 0 };
}

const connect = `
const { connect } = require("node:net");
const [at] = process.argv.slice(2);
const socket = connect(/^\\d+$/.test(at) ? { host: "127.0.0.1", port: Number(at) } : { path: at.replace("@", "\\0") });
socket.on("error", (error) => console.log("refused", error.code));
socket.on("data", (bytes) => console.log("reached", String(bytes)));
`;

whereConfined("the network", () => {
	test("is not there: neither others, nor this machine's own services", async () => {
		const { server, visits, port } = await listening({ host: "127.0.0.1", port: 0 });
		const workspace = newFolder();
		put(workspace, { "connect.cjs": connect });
		const outcome = await script(
			workspace,
			`node connect.cjs ${port}; (echo hello > /dev/tcp/127.0.0.1/${port}) 2>&1; (echo hello > /dev/tcp/192.0.2.1/80) 2>&1; cat /proc/net/dev`,
		);
		server.close();
		expect(said(outcome)).toMatch(/refused ECONNREFUSED[\s\S]*Network is unreachable[\s\S]*lo:/);
		expect(said(outcome)).not.toMatch(/reached|eth0|ens\d/);
		expect(visits()).toBe(0);
	});

	test("is there for who was granted it", async () => {
		const { server, visits, port } = await listening({ host: "127.0.0.1", port: 0 });
		const workspace = newFolder();
		put(workspace, { "connect.cjs": connect });
		const outcome = await confined(workspace, ["node", "connect.cjs", String(port)], "allow node granting network");
		server.close();
		expect([said(outcome).trim(), visits()]).toEqual(["reached hello", 1]);
	});

	test.each(["allow node", "allow node granting network"])(
		"leads to no socket in the file system, nor to one without a file: %s",
		async (rules) => {
			const outside = mkdtempSync(join(newFolderOutside(), "s"));
			const [file, abstract] = [join(outside, "s"), `@bylaw-${process.pid}`];
			const one = await listening(file);
			const other = await listening(abstract.replace("@", "\0"));
			const workspace = newFolder();
			put(workspace, { "connect.cjs": connect });
			const said1 = said(await confined(workspace, ["node", "connect.cjs", file], rules));
			const said2 = said(await confined(workspace, ["node", "connect.cjs", abstract], rules));
			one.server.close();
			other.server.close();
			rmSync(outside, { recursive: true, force: true });
			expect([said1, said2, one.visits(), other.visits()]).toEqual([
				expect.stringMatching(/^refused EPERM/),
				expect.stringMatching(/^refused EPERM/),
				0,
				0,
			]);
		},
	);
});

whereConfined("processes", () => {
	test("of others are not there", async () => {
		const other = spawn("/bin/sleep", ["600"], { stdio: "ignore" });
		const workspace = newFolder();
		const outcome = await script(
			workspace,
			`kill -9 ${other.pid} 2>&1; kill -9 -1 2>/dev/null; echo $$; ls /proc | grep -c '^[0-9]'; cat /proc/${other.pid}/environ 2>&1`,
		);
		expect(said(outcome)).toMatch(/No such process/);
		expect(other.exitCode === null && other.signalCode === null).toBe(true);
		other.kill("SIGKILL");
	});

	test("end with the program, in whichever session they are", async () => {
		const workspace = newFolder();
		const seconds = `${100_000 + Math.floor(Math.random() * 1e9)}`;
		const outcome = await script(
			workspace,
			`setsid sleep ${seconds} > /dev/null 2>&1 & (setsid env -i nohup sleep ${seconds} < /dev/null > /dev/null 2>&1 &) ; sleep 0.2; echo done`,
		);
		expect(outcome).toMatchObject({ code: 0, warnings: [] });
		for (let tries = 0; alive(seconds) && tries < 500; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
		expect(alive(seconds)).toBe(false);
	});
});

function alive(seconds: string): boolean {
	return processesWith(seconds).length > 0;
}

whereConfined("the kernel", () => {
	/** By number: what the libraries offer would be too friendly. */
	const calls = `
use strict;
my %n = @ARGV;
sub try { my ($name, @args) = @_; $! = 0; my $got = syscall($n{$name}, @args); print "$name ", ($got < 0 ? "refused " . ($!+0) : "done"), "\\n"; }
my $room = "\\0" x 512; my $path = "./file"; open(my $made, ">", $path); close $made;
try("ptrace", 0, 0, 0, 0); try("unshare", 0x10000000); try("setns", 0, 0); try("mount", $path, $path, $path, 4096, 0);
try("keyctl", 0, 0, 0, 0, 0); try("bpf", 0, $room, 48); try("perf", $room, 0, -1, -1, 0); try("uring", 1, $room);
try("unix", 1, 1, 0); try("vsock", 40, 1, 0); try("packet", 17, 3, 0); try("pair", 1, 2, 0, $room); try("streams", 1, 1, 0, $room);
try("raw-pair", 1, 3, 0, $room); try("raw-pair-of-flags", 1, 02004003, 0, $room); try("rdm-pair", 1, 4, 0, $room); try("tipc-pair", 30, 1, 0, $room); try("packet-pair", 1, 02000005, 0, $room);
try("inet", 2, 1, 0); try("clone3", $room, 88); try("clone", 0x10000000 | 17, 0, 0, 0, 0);
try("fchmodat", -100, $path, 04755); try("chmod-plain", -100, $path, 0755); try("mknodat", -100, "./made", 0104755, 0);
try("openat", -100, "./open", 0101, 04755); try("open-plain", -100, "./plain", 0101, 0644);
try("tiocsti", 0, 0x5412, "x"); try("tioclinux", 0, 0x541c, "x"); try("tiocgwinsz", 1, 0x5413, $room);
`;
	const numbers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
		x64: {
			ptrace: 101,
			unshare: 272,
			setns: 308,
			mount: 165,
			keyctl: 250,
			bpf: 321,
			perf: 298,
			uring: 425,
			unix: 41,
			vsock: 41,
			packet: 41,
			inet: 41,
			pair: 53,
			streams: 53,
			"raw-pair": 53,
			"raw-pair-of-flags": 53,
			"rdm-pair": 53,
			"tipc-pair": 53,
			"packet-pair": 53,
			clone3: 435,
			clone: 56,
			fchmodat: 268,
			"chmod-plain": 268,
			mknodat: 259,
			openat: 257,
			"open-plain": 257,
			tiocsti: 16,
			tioclinux: 16,
			tiocgwinsz: 16,
		},
		arm64: {
			ptrace: 117,
			unshare: 97,
			setns: 268,
			mount: 40,
			keyctl: 219,
			bpf: 280,
			perf: 241,
			uring: 425,
			unix: 198,
			vsock: 198,
			packet: 198,
			inet: 198,
			pair: 199,
			streams: 199,
			"raw-pair": 199,
			"raw-pair-of-flags": 199,
			"rdm-pair": 199,
			"tipc-pair": 199,
			"packet-pair": 199,
			clone3: 435,
			clone: 220,
			fchmodat: 53,
			"chmod-plain": 53,
			mknodat: 33,
			openat: 56,
			"open-plain": 56,
			tiocsti: 29,
			tioclinux: 29,
			tiocgwinsz: 29,
		},
	};

	test("refuses what leads past the walls, and nothing that programs need", async () => {
		const workspace = newFolder();
		put(workspace, { "calls.pl": calls });
		const pairs = Object.entries(numbers[process.arch] ?? {}).flatMap(([name, number]) => [name, String(number)]);
		const outcome = await confined(workspace, ["perl", "calls.pl", ...pairs]);
		const answers = Object.fromEntries(
			said(outcome)
				.trim()
				.split("\n")
				.map((line) => [line.split(" ")[0], line.split(" ").slice(1).join(" ")]),
		);
		const refused = "refused 1";
		expect(answers).toMatchObject({
			...Object.fromEntries(
				"ptrace unshare setns mount keyctl bpf perf uring unix vsock packet pair raw-pair raw-pair-of-flags rdm-pair tipc-pair clone fchmodat mknodat openat tiocsti tioclinux"
					.split(" ")
					.map((name) => [name, refused]),
			),
			clone3: "refused 38",
			streams: "done",
			"packet-pair": "done",
			inet: "done",
			"chmod-plain": "done",
			"open-plain": "done",
		});
		expect(answers.tiocgwinsz).not.toBe(refused);
		expect(statSync(join(workspace, "file")).mode & 0o7777).toBe(0o755);
	});

	test("can't be told what to do through its own files", async () => {
		const workspace = newFolder();
		const outcome = await script(
			workspace,
			"for file in /proc/sys/kernel/core_pattern /proc/sys/vm/drop_caches /proc/sysrq-trigger /sys/kernel/uevent_helper /sys/power/state; do ( : >> $file ) 2>/dev/null && echo open $file; done; echo tried",
		);
		expect(said(outcome)).toBe("tried\n");
	});

	test("gives no rights, whatever the program is", async () => {
		const outcome = await script(
			newFolder(),
			"grep -E '^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs|Seccomp):' /proc/self/status",
		);
		expect(said(outcome).replaceAll("\t", " ").trim().split("\n")).toEqual([
			...["Inh", "Prm", "Eff", "Bnd", "Amb"].map((name) => `Cap${name}: 0000000000000000`),
			"NoNewPrivs: 1",
			"Seccomp: 2",
		]);
	});
});

/** What the filter answers to a call, as the kernel would find out (seccomp(2)). */
function answerTo(filter: Uint8Array, machine: number, call: number, ...args: readonly number[]): number {
	const bytes = Buffer.from(filter);
	const data = Buffer.alloc(64);
	data.writeUInt32LE(call >>> 0, 0);
	data.writeUInt32LE(machine >>> 0, 4);
	for (const [at, value] of args.entries()) data.writeUInt32LE(value >>> 0, 16 + at * 8);
	let held = 0;
	for (let at = 0; ; at++) {
		const value = bytes.readUInt32LE(at * 8 + 4);
		const over = (isSo: boolean): void => {
			at += bytes.readUInt8(at * 8 + (isSo ? 2 : 3));
		};
		switch (bytes.readUInt16LE(at * 8)) {
			case 0x20:
				held = data.readUInt32LE(value);
				break;
			case 0x54:
				held = (held & value) >>> 0;
				break;
			case 0x15:
				over(held === value);
				break;
			case 0x35:
				over(held >= value);
				break;
			case 0x45:
				over((held & value) !== 0);
				break;
			case 0x06:
				return value;
			default:
				throw new Error("an instruction that is not known here");
		}
	}
}

describe.each([
	{ architecture: "x64", machine: 0xc000003e, socket: 41, socketpair: 53, getpid: 39 },
	{ architecture: "arm64", machine: 0xc00000b7, socket: 198, socketpair: 199, getpid: 172 },
])("the filter for $architecture", ({ architecture, machine, socket, socketpair, getpid }) => {
	const filter = seccompFilter(architecture, false) as Uint8Array;
	const [allowed, refused, killed] = [0x7fff0000, 0x00050001, 0x80000000];
	const families = Array.from({ length: 64 }, (_, family) => family);
	const flags = [0, 0o4000, 0o2000000, 0o2004000];

	test("lets sockets be made of the network's families and the kernel's tables alone", () => {
		const open = families.filter((family) => answerTo(filter, machine, socket, family, 1) === allowed);
		expect(open).toEqual([2, 10, 16]);
		for (const family of [1, 0xffffffff, 0x10001]) expect(answerTo(filter, machine, socket, family, 3)).toBe(refused);
	});

	test("lets pairs be made that are connected for good, and no others", () => {
		const open = families.flatMap((family) =>
			Array.from({ length: 16 }, (_, kind) => [family, kind]).filter(([, kind]) =>
				flags.some((flag) => answerTo(filter, machine, socketpair, family, (kind as number) | flag) === allowed),
			),
		);
		expect(open).toEqual([
			[1, 1],
			[1, 5],
		]);
		for (const flag of flags) expect(answerTo(filter, machine, socketpair, 1, 1 | flag)).toBe(allowed);
	});

	test("ends programs that are built for another kind of processor, and refuses calls by other numbers", () => {
		expect(answerTo(filter, machine, getpid)).toBe(allowed);
		// i386 and 32-bit ARM, whose `socketcall` takes what it is to do from memory.
		for (const other of [0x40000003, 0x40000028]) expect(answerTo(filter, other, 102, 1)).toBe(killed);
		if (architecture === "x64") expect(answerTo(filter, machine, 0x40000000 | socket, 1, 3)).toBe(refused);
	});
});

test("the filter is made for the processors whose calls are known, of whole instructions that jump inside of it", () => {
	for (const architecture of ["x64", "arm64"])
		for (const isRoot of [true, false]) {
			const bytes = Buffer.from(seccompFilter(architecture, isRoot) ?? []);
			const count = bytes.length / 8;
			expect([count > 50, count < 4096, Number.isInteger(count)]).toEqual([true, true, true]);
			for (let at = 0; at < count; at++) {
				const isJump = (bytes.readUInt16LE(at * 8) & 7) === 5;
				for (const over of [bytes.readUInt8(at * 8 + 2), bytes.readUInt8(at * 8 + 3)])
					expect(isJump ? at + 1 + over < count : over === 0).toBe(true);
			}
			// It ends with an answer.
			expect(bytes.readUInt16LE((count - 1) * 8)).toBe(6);
		}
	expect(seccompFilter("riscv64", false)).toBeUndefined();
});
