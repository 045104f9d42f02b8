/**
 * A command with every command inside it: those that its arguments name in turn (`env rm x` holds `rm x`), to any depth within bounds.
 * Where an inner command can't be found it is a command whose program is unknown.
 */

import { baseName } from "../../language/source/normal-path.js";
import { programNamed } from "../knowledge/lookup.js";
import { programOfPackage } from "../knowledge/vocabulary/package-names.js";
import { altered } from "../records/altered.js";
import { whole } from "../records/whole.js";
import type { Arguments, Inner } from "../request/arguments/arguments.js";
import { known } from "../request/arguments/draft.js";
import { readArguments } from "../request/arguments/read-arguments.js";
import { type Facts, factsOf } from "../request/facts.js";
import type { Command, Dialect, Mutable, SyntaxFeature, Way, Word } from "../request/request.js";
import { joinVariables } from "../request/script/marks.js";
import { codeInWords, readsInput } from "./code-in-words.js";
import { commandsInInput, linesForConsoles } from "./console-lines.js";
import { linesInSettings } from "./git-settings.js";
import { anyWords, innerCommands, unknownCommand } from "./inner-commands.js";
import { written } from "./piped-input.js";
import { plainPowers, powersBeyond, powersUnclear } from "./powers-used.js";
import { evaluatedNumbers } from "./printed-numbers.js";
import { linesTaken } from "./shell-lines.js";
import { programOfAnyPackage, standsFor } from "./stands-for.js";
import { unseenCode } from "./unseen-code.js";
import { variableCommands, withoutCommands } from "./variables.js";
import { xargsCommands } from "./xargs-words.js";

export { type Facts, factsOf } from "../request/facts.js";

/** A command with its arguments as its program reads them. */
export interface ReadCommand {
	readonly command: Command;
	readonly args: Arguments;
	/** The ways to the folder that it starts in: through `cd`, and through the wrappers around it (`env -C DIR`). It is one of them; none: it can't be known. */
	readonly ways: readonly Way[];
	/** Syntax of the line that a wrapper hands to a shell, where it stands in one. */
	readonly syntax: readonly SyntaxFeature[];
	/** Shell code that it runs and that does not stand in the request: a file, or what nobody has written yet. */
	readonly unseen?: string;
	/** Commands of the same request whose output it may send to another machine. */
	readonly sends?: readonly ReadCommand[] | "anything";
	/** Whoever may run the command around it may run it: it is what that one is told to run by a name, or may be. */
	readonly covered?: true;
}

/** Wrappers inside wrappers beyond this depth are not looked into: the command is unknown. */
const deepest = 12;

/** More commands than this are not taken out of wrappers: what is left is unknown. */
const mostInside = 1_000;

/** More text than this is not read inside of one command, all lines and words at all depths together: in UTF-16 units, a word counts as four. */
const mostText = 65_536;

/** A command and every command inside it, outermost first. */
export function unwrap(command: Command, facts: Facts, dialect: Dialect = "bash"): readonly ReadCommand[] {
	const found: ReadCommand[] = [];
	const budget = { left: mostText };
	unwrapInto(found, command, facts, { ways: command.ways ?? requestFolder, syntax: [], dialect, depth: 0, budget });
	return found;
}

/** The way to the folder that the request is made in. */
const requestFolder: readonly Way[] = [[]];

/** Where a command stands. `dialect`: of the script that it is in, which `eval` and `trap` read their lines in. */
interface Standing {
	readonly ways: readonly Way[];
	readonly syntax: readonly SyntaxFeature[];
	readonly dialect: Dialect;
	readonly depth: number;
	/** How much may still be read inside of the outermost command; in UTF-16 units and words. */
	readonly budget: { left: number };
	readonly covered?: boolean;
}

function unwrapInto(found: ReadCommand[], command: Command, facts: Facts, standing: Standing): void {
	const { covered } = standing;
	const known = factsOf(command.program, facts) ?? (covered ? programOfAnyPackage : undefined);
	const args = withInput(readArguments(known, command.args), command, facts);
	const fed = xargsCommands(command, args, facts);
	const inner = fed ?? innerOf(command, args, facts);
	const unseen = inner.length > 0 || args.informs ? undefined : unseenCode(command, args);
	const read = readOf(command, args, standing);
	if (unseen !== undefined) read.unseen = unseen;
	if (covered) read.covered = true;
	found.push(read);
	const meant = standsFor(command, args);
	if (meant.length > 0) unwrapInner(found, meant, command, args, facts, standing, true);
	const brought = command.assignments.length === 0 ? [] : variableCommands(command, args);
	if (brought.length > 0) unwrapInner(found, brought, withoutCommands(command), args, facts, standing);
	if (inner.length === 0) return;
	const first = found.length;
	unwrapInner(found, inner, command, args, facts, standing);
	// What a pipe brings is trusted for looking. Whatever changes something is in doubt as well: what is gone is gone, and no two systems write and take words alike.
	if (fed !== undefined && !found.slice(first).every(onlyLooks))
		unwrapInner(found, args.inner, command, args, facts, standing);
}

function unwrapInner(
	found: ReadCommand[],
	inner: readonly Inner[],
	command: Command,
	args: Arguments,
	facts: Facts,
	{ ways, dialect, depth, budget }: Standing,
	covered = false,
): void {
	const deeper = args.folders.length === 0 ? ways : ways.map((way) => [...way, ...args.folders]);
	for (const one of inner) {
		budget.left -= one.kind === "argv" ? one.words.length * 4 : one.word.kind === "known" ? one.word.text.length : 1;
		// `env -S LINE`: its operands are further words of each line.
		if (one.kind === "line" && args.program?.name === "env") budget.left -= args.operands.length * 4;
		if (depth >= deepest || found.length >= mostInside || budget.left < 0) {
			found.push(readUnknown(unknownCommand(command, "commands inside commands, too many or too deep"), deeper));
			return;
		}
		const line = innerCommands(one, command, args, facts, dialect);
		for (const next of line.commands)
			unwrapInto(found, withOuter(next, command), facts, {
				ways: next.ways === undefined ? deeper : joinWays(deeper, next.ways),
				syntax: line.syntax,
				dialect: line.dialect,
				depth: depth + 1,
				budget,
				covered,
			});
	}
}

function withInput(args: Arguments, command: Command, facts: Facts): Arguments {
	const { input, redirects } = command;
	if (readsInput(args)) {
		const fed = inputOf(command, facts);
		return fed === undefined ? args : altered(args, { input: fed });
	}
	// What stands behind `<` is read where no here-document says more.
	if (input?.kind !== "known" || redirects.some(({ access }) => access !== "write")) return args;
	return altered(args, { input });
}

/** What a console reads that is told nothing in its words: what nobody knows may be anything. */
function inputOf({ input, from, redirects }: Command, facts: Facts): Word | undefined {
	const isFile = redirects.some(({ access }) => access !== "write");
	if (input?.kind === "known" && !isFile) return input;
	const piped = from === undefined || isFile ? undefined : written(from, facts);
	if (piped?.kind === "text") return { kind: "known", text: piped.text };
	return from === undefined && input === undefined && !isFile
		? undefined
		: { kind: "unknown", source: "its input", words: "one" };
}

/** What runs a command hands on its variables. */
function withOuter(inner: Command, { assignments }: Command): Command {
	if (assignments.length === 0) return inner;
	return altered(inner, { assignments: joinVariables(inner.assignments, assignments) });
}

function onlyLooks({ command, args, unseen }: ReadCommand): boolean {
	if (args.program === undefined || unseen !== undefined || powersUnclear(args)) return false;
	return plainPowers(args).length === 0 && powersBeyond(args).length === 0 && command.redirects.length === 0;
}

/** The commands inside of a command, wherever they stand. */
function innerOf(command: Command, args: Arguments, facts: Facts): readonly Inner[] {
	let inner: readonly Inner[] = withEntry(args) ?? args.inner;
	// Most commands have none of these.
	const add = (more: readonly Inner[]): void => {
		if (more.length > 0) inner = inner.length === 0 ? more : [...inner, ...more];
	};
	const addLines = (words: readonly Word[]): void => {
		if (words.length > 0) add(words.map((word) => ({ kind: "line", word })));
	};
	const input = command.input === undefined && command.from === undefined ? undefined : inputOf(command, facts);
	addLines(linesTaken(command, args));
	addLines(linesInSettings(args));
	addLines(linesForConsoles(command, args, input));
	add(commandsInInput(command, args, input));
	add(linesInCode(args));
	add(innerByName(command, args));
	add(sameActs(args));
	add(toolsInside(command, args));
	add(evaluatedNumbers(command));
	return inner;
}

/** `docker run --entrypoint=rm IMAGE -r x`: the option names the program, and its words stand behind the image. */
function withEntry({ inner, options, program, operands }: Arguments): readonly Inner[] | undefined {
	const entry = program?.name === "docker" ? options.find(({ name }) => name === "--entrypoint")?.value : undefined;
	if (entry === undefined || (entry.kind === "known" && entry.text === "")) return undefined;
	const [first] = inner;
	const image = operands.findIndex(({ canonical }) => canonical === undefined);
	if (inner.length > 1 || (first !== undefined && first.kind !== "argv") || image < 0) return undefined;
	return [{ kind: "argv", words: [entry, ...(first?.words ?? [])] }];
}

/** Programs that hold others, which are called for by name: `k3s kubectl get pods`. */
const holders: ReadonlyMap<string, RegExp> = new Map([
	["k3s", /^(?:kubectl|crictl|ctr)$/],
	["rke2", /^(?:kubectl|crictl|ctr)$/],
	["microk8s", /^(?:kubectl|helm3?|istioctl|linkerd)$/],
	["minikube", /^kubectl$/],
	["k0s", /^(?:kubectl|ctr)$/],
]);

/** Images whose program is a tool that rules speak of: `docker run amazon/aws-cli s3 ls`. */
const toolImages: ReadonlyMap<string, string> = new Map([
	["aws-cli", "aws"],
	["terraform", "terraform"],
	["opentofu", "tofu"],
	["kubectl", "kubectl"],
	["helm", "helm"],
	["packer", "packer"],
	["pulumi", "pulumi"],
	["doctl", "doctl"],
]);

/** Modules of Python that are programs which rules speak of. */
const toolModules: ReadonlyMap<string, string> = new Map([
	["awscli", "aws"],
	["keyring", "keyring"],
	["httpie", "http"],
	["yt_dlp", "yt-dlp"],
	["youtube_dl", "yt-dlp"],
]);

/** A tool by another way: one that another program holds, that an image runs, that is a module, or that a package brings. */
function toolsInside(
	{ program, args: words }: Command,
	{ program: facts, subcommand, operands, options, inner, informs }: Arguments,
): readonly Inner[] {
	if (program.kind !== "known" || informs) return noInner;
	const name = baseName(program.text);
	const dot = name.indexOf(".");
	const alone = dot < 0 ? name : name.slice(0, dot);
	if (!holdsTools.has(facts?.name ?? name) && !holders.has(alone) && name !== "podman") return noInner;
	const held = dot < 0 ? undefined : name.slice(dot + 1).split(".", 1)[0];
	const behind = (index: number): readonly Word[] =>
		words.slice(index + 1).filter((word, at) => at > 0 || !isText(word, "--"));
	const [first] = operands.filter(({ canonical }) => canonical === undefined);
	const text = first?.word.kind === "known" ? first.word.text : "";
	if (held !== undefined && holders.get(alone)?.test(held)) return [{ kind: "argv", words: [known(held), ...words] }];
	if (first !== undefined && holders.get(name)?.test(text))
		return [{ kind: "argv", words: [known(text), ...behind(first.index)] }];
	if (name === "podman" && text === "unshare" && first !== undefined)
		return [{ kind: "argv", words: behind(first.index) }];
	if (facts?.name === "docker" && first !== undefined && inner.length > 0) {
		const tool = toolImages.get(/([^/:@]+)(?:[:@][^/]*)?$/.exec(text)?.[1] ?? "");
		return tool === undefined || options.some(({ name: option }) => option === "--entrypoint")
			? []
			: [{ kind: "argv", words: [known(tool), ...behind(first.index)] }];
	}
	if (facts?.name === "python") {
		const module = options.find(({ name: option }) => option === "-m");
		const tool =
			module?.value?.kind === "known" ? toolModules.get(module.value.text.split(".", 1)[0] as string) : undefined;
		return tool === undefined ? [] : [{ kind: "argv", words: [known(tool), ...operands.map(({ word }) => word)] }];
	}
	if (facts?.name === "nix" && subcommand === "run") {
		const named = programOfPackage(/#([\w.-]+)$/.exec(text)?.[1] ?? "");
		return named === undefined || first === undefined
			? []
			: [{ kind: "argv", words: [known(named), ...behind(first.index)] }];
	}
	return [];
}

/** Programs that run tools in images, as modules or from packages. */
const holdsTools: ReadonlySet<string> = new Set(["docker", "python", "nix"]);

const noInner: readonly Inner[] = [];

function isText(word: Word, text: string): boolean {
	return word.kind === "known" && word.text === text;
}

/** What git does by another name: `git subtree push` pushes what it has split off. The first word with the second, where the name has one; its words stand behind. */
const pushes: ReadonlyMap<string, string | undefined> = new Map([
	["send-pack", undefined],
	["http-push", undefined],
	["lfs", "push"],
	["subtree", "push"],
]);

function sameActs(args: Arguments): readonly Inner[] {
	const { program, operands, options, informs } = args;
	if (program?.name === "cargo" && !informs) return pluginOf(args);
	if (program?.name !== "git" || informs) return noInner;
	const [first, second] = operands;
	if (first?.word.kind !== "known" || !pushes.has(first.word.text)) return noInner;
	const other = pushes.get(first.word.text);
	if (other !== undefined && !(second !== undefined && isText(second.word, other))) return noInner;
	const named = other === undefined ? 1 : 2;
	const force = options.some(({ name }) => /^(?:-f|--force|--mirror|--all)$/.test(name)) ? [known("--force")] : [];
	const places = operands.slice(named).map(({ word }) => word);
	return [{ kind: "argv", words: [known("git"), known("push"), ...force, ...places] }];
}

/** `cargo nextest run` is `cargo-nextest nextest run`, and `cargo +nightly test` is `cargo test`. */
function pluginOf({ subcommand, operands }: Arguments): readonly Inner[] {
	const words = operands.flatMap(({ canonical, word }) => (canonical === undefined ? [word] : []));
	const [first, ...rest] = words;
	if (subcommand !== undefined || first?.kind !== "known") return noInner;
	if (first.text.startsWith("+")) return [{ kind: "argv", words: [known("cargo"), ...rest] }];
	return [{ kind: "argv", words: [known(`cargo-${first.text}`), ...words] }];
}

/** Every way on from every way; too many of them can't be known. */
function joinWays(outer: readonly Way[], inner: readonly Way[]): readonly Way[] {
	const ways = outer.flatMap((way) => inner.map((next) => [...way, ...next]));
	return ways.length > 64 ? [] : ways;
}

/** A program of git's own is what git is told, one that lies elsewhere may be what its name says, and run what that would; and the loader of programs runs what it is given. */
function innerByName({ program, args: words }: Command, args: Arguments): readonly Inner[] {
	if (args.program !== undefined || program.kind !== "known") return noInner;
	const name = baseName(program.text);
	if (/^ld(?:-linux|-musl)?[-.\w]*\.so(?:\.\d+)*$/.test(name))
		return [{ kind: "argv", words: words[0]?.kind === "known" && !words[0].text.startsWith("-") ? words : [anyWords] }];
	// `git-push`, wherever it lies: a program of git's own is the subcommand.
	const [, subcommand] = /^git-([a-z][a-z-]*)$/.exec(name) ?? [];
	if (subcommand !== undefined && Object.hasOwn(programNamed("git")?.subcommands ?? {}, subcommand))
		return [{ kind: "argv", words: [{ kind: "known", text: "git" }, { kind: "known", text: subcommand }, ...words] }];
	const facts = program.text.includes("/") ? programNamed(name) : undefined;
	return facts === undefined ? [] : readArguments(facts, words).inner;
}

/** `awk 'BEGIN { system("ls") }'`: lines that code among the arguments hands to a shell. */
function linesInCode(args: Arguments): readonly Inner[] {
	const use = codeInWords(args);
	return use?.kind === "read" && use.runs.length > 0
		? use.runs.map((text) => ({ kind: "line", word: { kind: "known", text } }))
		: noInner;
}

function readUnknown(command: Command, ways: readonly Way[]): ReadCommand {
	return readOf(command, readArguments(undefined, command.args), { ways, syntax: [] });
}

/** A command that was read, of one shape. */
function readOf(command: Command, args: Arguments, at: Pick<Standing, "ways" | "syntax">): Mutable<ReadCommand> {
	const { ways, syntax } = at;
	return whole<ReadCommand>({ command, args, ways, syntax, unseen: undefined, sends: undefined, covered: undefined });
}
