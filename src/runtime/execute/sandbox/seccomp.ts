/**
 * The calls to the kernel that nothing in a sandbox may make, as a filter that the kernel runs itself: a program of classic BPF (seccomp(2)).
 * Mounts and namespaces bound files, processes and the network. This bounds what goes past them: sockets that lie in the file system or on the
 * machine below, other programs' terminals and memory, new namespaces with new rights, and files that run with somebody else's rights.
 */

/** The bytes for bubblewrap; undefined for a processor whose calls are not known here: there is no sandbox then. */
export function seccompFilter(architecture: string, isRoot: boolean): Uint8Array | undefined {
	const calls = tables[architecture];
	return calls === undefined ? undefined : assembled(filterFor(calls, isRoot));
}

/** The numbers of system calls, from the kernel's tables. Absent: the processor has no such call. */
interface Calls {
	/** Of audit.h: a program of another kind has other numbers. */
	readonly machine: number;
	/** Numbers from here on are those of another kind of program. */
	readonly foreign?: number;
	readonly refused: readonly number[];
	readonly socket: number;
	readonly socketpair: number;
	readonly ioctl: number;
	readonly clone: number;
	/** What they ask for lies in memory, where a filter can't look: programs fall back to older calls. */
	readonly unseen: readonly number[];
	/** Calls that give a file its mode, and in which argument. */
	readonly modes: readonly (readonly [call: number, argument: number])[];
	/** Those whose mode counts only where these flags ask for a new file. */
	readonly opens: readonly (readonly [call: number, flags: number, mode: number])[];
}

/** In both tables: what was added to Linux since its numbers are the same everywhere. */
const everywhere = {
	// pidfd_getfd, process_madvise, io_uring_setup, io_uring_enter, io_uring_register, quotactl_fd
	refused: [438, 440, 425, 426, 427, 443],
	// open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr, open_tree_attr
	mounting: [428, 429, 430, 431, 432, 433, 442, 467],
	// clone3, openat2
	unseen: [435, 437],
	fchmodat2: 452,
};

const tables: Readonly<Record<string, Calls>> = {
	x64: {
		machine: 0xc000003e,
		foreign: 0x40000000,
		refused: [
			...everywhere.refused,
			...everywhere.mounting,
			...[101, 310, 311, 312], // ptrace, process_vm_readv, process_vm_writev, kcmp
			...[248, 249, 250], // add_key, request_key, keyctl
			...[321, 323, 298], // bpf, userfaultfd, perf_event_open
			...[165, 166, 155, 161], // mount, umount2, pivot_root, chroot
			...[272, 308, 304], // unshare, setns, open_by_handle_at
			...[246, 320, 175, 313, 176], // kexec_load, kexec_file_load, init_module, finit_module, delete_module
			...[163, 167, 168, 169, 179], // acct, swapon, swapoff, reboot, quotactl
			103, // syslog
			...[154, 172, 173], // modify_ldt, iopl, ioperm
		],
		socket: 41,
		socketpair: 53,
		ioctl: 16,
		clone: 56,
		unseen: everywhere.unseen,
		// chmod, fchmod, fchmodat, fchmodat2, creat, mknod, mknodat
		modes: [
			[90, 1],
			[91, 1],
			[268, 2],
			[everywhere.fchmodat2, 2],
			[85, 1],
			[133, 1],
			[259, 2],
		],
		// open, openat
		opens: [
			[2, 1, 2],
			[257, 2, 3],
		],
	},
	arm64: {
		machine: 0xc00000b7,
		refused: [
			...everywhere.refused,
			...everywhere.mounting,
			...[117, 270, 271, 272], // ptrace, process_vm_readv, process_vm_writev, kcmp
			...[217, 218, 219], // add_key, request_key, keyctl
			...[280, 282, 241], // bpf, userfaultfd, perf_event_open
			...[40, 39, 41, 51], // mount, umount2, pivot_root, chroot
			...[97, 268, 265], // unshare, setns, open_by_handle_at
			...[104, 294, 105, 273, 106], // kexec_load, kexec_file_load, init_module, finit_module, delete_module
			...[89, 224, 225, 142, 60], // acct, swapon, swapoff, reboot, quotactl
			116, // syslog
		],
		socket: 198,
		socketpair: 199,
		ioctl: 29,
		clone: 220,
		unseen: everywhere.unseen,
		// fchmod, fchmodat, fchmodat2, mknodat
		modes: [
			[52, 1],
			[53, 2],
			[everywhere.fchmodat2, 2],
			[33, 2],
		],
		// openat
		opens: [[56, 2, 3]],
	},
};

/** Sockets to the network, and to the kernel's own tables, as `getaddrinfo` and `ip` need them. The kernel bounds the former by a network of one's own. */
const families = { inet: 2, inet6: 10, netlink: 16 };
/** What pairs may be: of this family, and of a kind that is connected for good. Datagrams are not, and a pair that is called raw is one of datagrams. */
const pairs = { unix: 1, kinds: { stream: 1, seqpacket: 5 } };
/** The part of a socket's type that is not a flag. */
const kindOfSocket = 0xf;
/** TIOCSTI types into a terminal, TIOCLINUX pastes into one. */
const typing = [0x5412, 0x541c];
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const namespaces = 0x7e020000;
/** O_CREAT, and the bit that is O_TMPFILE's own. */
const makesFile = 0o100 | 0o20000000;
const setuid = 0o4000;
const setgid = 0o2000;

/** One instruction: a test goes on over this many instructions where it holds, and where it does not. */
interface Instruction {
	readonly code: number;
	readonly value: number;
	readonly yes?: number;
	readonly no?: number;
}

const refuse = answer(0x00050000 | 1); // EPERM
const notThere = answer(0x00050000 | 38); // ENOSYS
const kill = answer(0x80000000);
const allow = answer(0x7fff0000);

function filterFor(calls: Calls, isRoot: boolean): readonly Instruction[] {
	const rights = isRoot ? setuid | setgid : setuid;
	return [
		load(4),
		is(calls.machine, { yes: 1, no: 0 }),
		kill,
		load(0),
		...(calls.foreign === undefined ? [] : [isAtLeast(calls.foreign), refuse]),
		...calls.refused.flatMap((call) => [is(call), refuse]),
		...calls.unseen.flatMap((call) => [is(call), notThere]),
		...onCall(calls.socket, [argument(0), ...Object.values(families).flatMap((family) => [is(family), allow]), refuse]),
		// One of a pair of datagram sockets could be sent from, or connected, to a socket in the file system.
		...onCall(calls.socketpair, [
			argument(0),
			is(pairs.unix, { yes: 1, no: 0 }),
			refuse,
			argument(1),
			and(kindOfSocket),
			...Object.values(pairs.kinds).flatMap((kind) => [is(kind), allow]),
			refuse,
		]),
		...onCall(calls.ioctl, [argument(1), ...typing.flatMap((request) => [is(request), refuse]), allow]),
		...onCall(calls.clone, [argument(0), hasAny(namespaces), refuse, allow]),
		...calls.modes.flatMap(([call, at]) => onCall(call, [argument(at), hasAny(rights), refuse, allow])),
		...calls.opens.flatMap(([call, flags, mode]) =>
			onCall(call, [
				argument(flags),
				hasAny(makesFile, { yes: 1, no: 0 }),
				allow,
				argument(mode),
				hasAny(rights),
				refuse,
				allow,
			]),
		),
		allow,
	];
}

/** What is done on one call alone; it ends with an answer. */
function onCall(call: number, program: readonly Instruction[]): readonly Instruction[] {
	return [is(call, { yes: 0, no: program.length }), ...program];
}

interface Ways {
	readonly yes: number;
	readonly no: number;
}

/** Goes on with the next instruction where it holds, else with the one behind it. */
const nextOrOver: Ways = { yes: 0, no: 1 };

function load(offset: number): Instruction {
	return { code: 0x20, value: offset };
}

/** The lower half of an argument: the kernel's own `int` and `unsigned int` are no longer. */
function argument(place: number): Instruction {
	return load(16 + place * 8);
}

function and(mask: number): Instruction {
	return { code: 0x54, value: mask };
}

function is(value: number, ways: Ways = nextOrOver): Instruction {
	return { code: 0x15, value, ...ways };
}

function isAtLeast(value: number): Instruction {
	return { code: 0x35, value, ...nextOrOver };
}

function hasAny(bits: number, ways: Ways = nextOrOver): Instruction {
	return { code: 0x45, value: bits, ...ways };
}

function answer(value: number): Instruction {
	return { code: 0x06, value };
}

/** Eight bytes each, in the order of bytes that both kinds of processors have. */
function assembled(instructions: readonly Instruction[]): Uint8Array {
	const bytes = Buffer.alloc(instructions.length * 8);
	for (const [index, { code, value, yes = 0, no = 0 }] of instructions.entries()) {
		bytes.writeUInt16LE(code, index * 8);
		bytes.writeUInt8(yes, index * 8 + 2);
		bytes.writeUInt8(no, index * 8 + 3);
		bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
	}
	return bytes;
}
