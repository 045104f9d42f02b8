/**
 * The same in other words: what a word of a command says by the grammar that the program reads it with. Rights of files, kinds of what a cluster holds, who logs in where,
 * signals, images. Whoever refuses one spelling means the others as well.
 */
import { baseName } from "../../../language/source/normal-path.js";

export interface OtherWords {
	readonly operands: readonly string[];
	readonly options: readonly string[];
}

/** Other spellings of a command by its operands and options, the plainest first. */
export function inOtherWords(program: string, { operands, options }: OtherWords): readonly OtherWords[] {
	const name = baseName(program);
	return grammars.flatMap(({ programs, read }) => (programs.has(name) ? read({ operands, options }) : []));
}

interface Grammar {
	readonly programs: ReadonlySet<string>;
	readonly read: (words: OtherWords) => readonly OtherWords[];
}

const grammars: readonly Grammar[] = [
	{ programs: named("chmod gchmod setfacl install mkdir"), read: at(0, modes) },
	{ programs: named("chown gchown chgrp"), read: at(0, owners) },
	{ programs: named("kubectl oc k"), read: at(1, kinds) },
	{ programs: named("ssh mosh sftp scp rsync ssh-copy-id"), read: logins },
	{ programs: named("ssh sftp scp autossh"), read: settings },
	{ programs: named("kill pkill killall"), read: signals },
	{ programs: named("docker podman nerdctl"), read: at(1, images) },
	{ programs: named("redis-cli valkey-cli keydb-cli"), read: at(0, otherCase) },
];

/** What stands at one place among the operands. */
function at(
	place: number,
	spellings: (word: string, operands: readonly string[]) => readonly string[],
): Grammar["read"] {
	return ({ operands, options }) => {
		const word = operands[place];
		return word === undefined
			? []
			: spellings(word, operands).map((one) => ({ operands: operands.with(place, one), options }));
	};
}

/** `777`: `0777`, `a=rwx`, `ugo+rwx`, `o+w`. */
function modes(word: string): readonly string[] {
	const octal = /^0*([0-7]?)([0-7])([0-7])([0-7])$/.exec(word);
	if (octal !== null) {
		const [, special = "", user = "0", group = "0", others = "0"] = octal;
		const zeros = word.startsWith("0") ? word.replace(/^0+/, "") : `0${word}`;
		if (special !== "" && special !== "0") return [zeros];
		const all = user === group && group === others ? [`a=${letters(user)}`, `ugo+${letters(user)}`] : [];
		return [
			zeros,
			...all,
			`u=${letters(user)},g=${letters(group)},o=${letters(others)}`,
			...((Number(others) & 2) > 0 ? ["o+w"] : []),
		];
	}
	const symbolic = /^([ugoa]*)([+=])([rwxst]+)$/.exec(word);
	if (symbolic === null) return [];
	const [, who = "", sign = "+", rights = ""] = symbolic;
	if (rights.includes("s")) return who.includes("g") ? ["2755", "g=rxs"] : ["4755", "u=rwxs"];
	if (rights.includes("t")) return [];
	const wider = who === "" || who === "a" ? ["a", "ugo", "o"] : [[...who].reverse().join(""), "a"];
	const digit = [...rights].reduce((sum, one) => sum + ({ r: 4, w: 2, x: 1 }[one] ?? 0), 0);
	return [
		...wider.filter((one) => one !== who).map((one) => `${one}${sign}${rights}`),
		...(who === "" || /[ao]/.test(who) ? [`77${digit}`] : []),
	];
}

function letters(digit: string): string {
	const value = Number(digit);
	return `${value & 4 ? "r" : ""}${value & 2 ? "w" : ""}${value & 1 ? "x" : ""}`;
}

/** `root`: `0`, `root:`, `root:root`. */
function owners(word: string): readonly string[] {
	const [user = "", group] = word.split(":");
	if (!/^[\w-]+$/.test(user)) return [];
	const names = user === "root" ? ["root", "0"] : [user];
	return names
		.flatMap((name) =>
			group === undefined ? [name, `${name}:`, `${name}:${name}`] : [`${name}:${group}`, `${name}.${group}`],
		)
		.filter((one) => one !== word);
}

/** `secrets`: `secret`, `secret/x`, `configmaps,secrets`. */
function kinds(word: string, [verb = ""]: readonly string[]): readonly string[] {
	if (!kindVerbs.has(verb) || !/^[a-z]+$/.test(word)) return [];
	const [short, singular, plural] = shortKinds.find((one) => one.includes(word)) ?? [
		word,
		word.replace(/s$/, ""),
		word.endsWith("s") ? word : `${word}s`,
	];
	const names = [...new Set([singular, plural, short])].filter((one) => one !== word);
	return [...names, `${singular}/x`, `${word}/x`, `configmaps,${word}`].filter((one) => one !== word);
}

const kindVerbs: ReadonlySet<string> = named(
	"get describe delete edit patch label annotate scale expose autoscale set create",
);

/** What the cluster calls them: short, one, many. */
const shortKinds: readonly (readonly [string, string, string])[] = (
	"po pod pods,deploy deployment deployments,svc service services,ns namespace namespaces,cm configmap configmaps,sa serviceaccount serviceaccounts,no node nodes,pvc persistentvolumeclaim persistentvolumeclaims,pv persistentvolume persistentvolumes,ing ingress ingresses,sts statefulset statefulsets,ds daemonset daemonsets,rs replicaset replicasets,cj cronjob cronjobs,crd customresourcedefinition customresourcedefinitions,hpa horizontalpodautoscaler horizontalpodautoscalers,netpol networkpolicy networkpolicies,sc storageclass storageclasses,ep endpoint endpoints,ev event events,quota resourcequota resourcequotas,limits limitrange limitranges,pdb poddisruptionbudget poddisruptionbudgets" as const
)
	.split(",")
	.map((one) => one.split(" ") as unknown as readonly [string, string, string]);

/** `root@host`: `-l root host`, `-o User=root host`, `ssh://root@host`; the other way about as well. */
function logins({ operands, options }: OtherWords): readonly OtherWords[] {
	const place = operands.findIndex((one) => /^[\w.-]+@[^@]+$/.test(one));
	const [, user = "", host = ""] = /^([\w.-]+)@(.+)$/.exec(operands[place] ?? "") ?? [];
	if (place >= 0)
		return [
			{ operands: operands.with(place, host), options: ["-l", user, ...options] },
			{ operands: operands.with(place, host), options: ["-o", `User=${user}`, ...options] },
			{ operands: operands.with(place, `ssh://${user}@${host}`), options },
		];
	const named = /^(?:-l|--login)=?(.+)$/.exec(options.join("="))?.[1];
	const [target] = operands;
	if (named === undefined || target === undefined || !/^[\w-]+$/.test(named)) return [];
	return [
		{ operands: operands.with(0, `${named}@${target}`), options: [] },
		{ operands, options: ["-o", `User=${named}`] },
	];
}

/** `-A`: `-o ForwardAgent=yes`. */
function settings({ operands, options }: OtherWords): readonly OtherWords[] {
	const [option = "", value] = options;
	const name = settingNames.get(option);
	if (name === undefined || options.length > 2) return [];
	const [, key = "", usual = ""] = /^(\w+)(?:=(\w+))?$/.exec(name) ?? [];
	return [{ operands, options: ["-o", `${key}=${usual === "" ? (value ?? "x") : usual}`] }];
}

/** What options of ssh are called in its settings. */
const settingNames: ReadonlyMap<string, string> = new Map(
	"-A ForwardAgent=yes,-X ForwardX11=yes,-Y ForwardX11Trusted=yes,-L LocalForward,-R RemoteForward,-D DynamicForward,-w Tunnel=yes,-J ProxyJump,-i IdentityFile,-M ControlMaster=yes,-S ControlPath,-g GatewayPorts=yes,-K GSSAPIDelegateCredentials=yes,-N SessionType=none,-C Compression=yes,-p Port"
		.split(",")
		.map((one) => one.split(" ") as [string, string]),
);

/** `-9`: `-KILL`, `-SIGKILL`, `-s KILL`. */
function signals({ operands, options }: OtherWords): readonly OtherWords[] {
	const [option = "", value] = options;
	const said = /^-(?:s|-signal)$/.test(option) ? value : /^(?:--signal=|-s=|-)(.+)$/.exec(option)?.[1];
	// `kill -1` is every process.
	const pair = signalNames.find(
		([number, name]) => (said === number && number !== "1") || said === name || said === `SIG${name}`,
	);
	if (pair === undefined) return [];
	const [number, name] = pair;
	return [[`-${number}`], [`-${name}`], [`-SIG${name}`], ["-s", name]]
		.filter(([first]) => first !== option)
		.map((one) => ({ operands, options: one }));
}

const signalNames: readonly (readonly [string, string])[] = [
	["9", "KILL"],
	["15", "TERM"],
	["1", "HUP"],
	["2", "INT"],
	["3", "QUIT"],
	["19", "STOP"],
];

/** `alpine`: `alpine:latest`, `docker.io/library/alpine`. */
function images(word: string, [verb = ""]: readonly string[]): readonly string[] {
	if (!/^(?:run|pull|create|push|rmi)$/.test(verb) || !/^[a-z][a-z0-9-]*(?::[\w.-]+)?$/.test(word)) return [];
	return [...(word.includes(":") ? [] : [`${word}:latest`]), `docker.io/library/${word}`];
}

function otherCase(word: string): readonly string[] {
	if (!/^[A-Za-z]+$/.test(word)) return [];
	return [word.toLowerCase(), word.toUpperCase()].filter((one) => one !== word);
}

function named(text: string): ReadonlySet<string> {
	return new Set(text.split(" "));
}
