/**
 * What a registration is: in which file of a harness it stands, what it says, and what else the harness wants before it fires.
 * This folder works on texts; the files themselves are read and written by the command line.
 */
import { isAbsolute, join } from "node:path";
import type { Json, JsonLeave, Steps } from "../../../language/source/json-tree.js";
import type { Variables } from "../dialect/dialect.js";
import { sessionStart } from "../dialect/post-tool-use.js";
import { guardedCommand } from "./guarded-command.js";
import type { ResidentStart } from "./resident-script.js";

/** For everything in a project, or for everything that a person does. */
export type Scope = "project" | "user";

/** Where files lie. */
export interface Places {
	readonly home: string;
	readonly project: string;
	readonly variables: Variables;
	/** Of which system the machine's own folders are, as Node names it; absent: Linux. */
	readonly platform?: string;
}

/** How the hook is started. */
export interface HookStart {
	/** The program first. */
	readonly words: readonly string[];
	/** After so many seconds there is no answer; and the harness waits longer than that. */
	readonly seconds: number;
	readonly patience: number;
	/** What is asked before that; absent: nothing is. */
	readonly resident?: ResidentStart | undefined;
	/** It is told how calls ended, since the policy asks that. */
	readonly hears?: boolean;
	/** It is asked about every tool, since the policy governs more than the shell: for a harness that asks of those it is told to. */
	readonly everyTool?: boolean;
}

/** A setting that keeps whoever stands below from switching the hook off, or from having the harness start programs that no hook is asked about. */
export type Lock = { readonly steps: readonly string[]; readonly value: Json } & (
	| {
			/** What would be possible else, as the end of a sentence: "and then a project turns all hooks off". */
			readonly against: string;
			readonly mayDiffer?: never;
	  }
	/** Another value that stands there may stay: the administrator has decided. */
	| { readonly mayDiffer: true; readonly against?: never }
);

/** `path`: where a file is for this scope; undefined where the harness has no such file. */
interface Placed {
	readonly path: (scope: Scope, places: Places) => string | undefined;
}

/** A value in a list in a file of the harness's settings. */
export interface ListIn extends Placed {
	readonly kind: "list";
	readonly leave: JsonLeave;
	readonly steps: Steps;
	/** `groups`: the list holds groups with a `matcher` and their `hooks`. */
	readonly holds: "groups" | "hooks";
	readonly entry: (start: HookStart, own: string | undefined) => Json;
	/** Before all others: where the first one that fits decides. */
	readonly first?: true;
	/** What the file says beside it, where it does not say it yet. */
	readonly beside?: Readonly<Record<string, Json>>;
	/** In a managed file. */
	readonly locks?: readonly Lock[];
}

/** A file of its own. */
export interface FileIn extends Placed {
	readonly kind: "file";
	readonly text: (start: HookStart) => string;
	readonly mode: number;
}

/** A file of its own, beside that of the registration. */
export interface NewsFile extends FileIn {
	readonly name: string;
}

/** Settings in TOML that say nothing of the hook itself. */
export interface TomlIn extends Placed {
	readonly kind: "toml";
	readonly locks: readonly Lock[];
}

/**
 * The program that a managed registration names: it starts `rules` with its own words, in an environment that nobody below has a say in. It also keeps
 * which settings came with it, so that exactly those can be taken out again.
 */
export interface LauncherIn extends Placed {
	readonly kind: "launcher";
}

/** A file in which a registration stands. */
export type RegisteredIn = ListIn | FileIn;

/** A file in which a managed one stands. */
export type ManagedIn = ListIn | TomlIn | LauncherIn | ProfileIn;

/** A file of the machine that sets variables for whoever logs in, where that alone keeps a harness from taking them from a `.env`. */
export interface ProfileIn extends Placed {
	readonly kind: "profile";
	/** `null`: as it is, but set, if to nothing. */
	readonly variables: Readonly<Record<string, string | null>>;
}

/** From whom settings come. */
export type SettingsScope = "managed" | "local" | "project" | "user" | "defaults";

/** A file of settings that has a say in hooks, or a folder of such files. */
export interface SettingsPlace {
	readonly scope: SettingsScope;
	readonly path: (places: Places) => string;
	readonly form: "json" | "toml";
	readonly isFolder?: true;
}

/** A setting that turns hooks off. */
export interface Switch {
	readonly steps: readonly string[];
	/** Where it says this; `ours`: where it is a list with our hook's name. */
	readonly off: boolean | "ours";
	/** `highest`: of all places that speak of it the first one counts. `any`: each of them. */
	readonly counts: "highest" | "any";
	/** It is heard there only; absent: everywhere. */
	readonly in?: SettingsScope;
	/** Managed hooks are asked all the same, unless a managed setting says it. */
	readonly sparesManaged?: true;
	/** It also counts where the hook itself stands, whatever a higher place says. */
	readonly countsBesideHook?: true;
}

/** A variable that turns hooks off, and the files from which the harness takes it where nothing has set it before. */
export interface SwitchVariable {
	readonly name: string;
	readonly files: (places: Places) => readonly string[];
}

/** Where an administrator registers the hook for everybody who uses the machine, so that nobody below switches it off. */
export interface ManagedRegistration {
	/** The launcher first. */
	readonly files: readonly ManagedIn[];
	/** As those of a registration of one's own, in the machine's file. */
	readonly news?: readonly ListIn[];
	/** What is open all the same: each completes "the command runs …". */
	readonly gaps: readonly string[];
	/** What an administrator has to know or to do besides, as sentences. */
	readonly notes?: readonly string[];
	/** Known from documents only. */
	readonly untried?: true;
}

export interface Registration {
	/** In the order in which they are written. */
	readonly files: readonly RegisteredIn[];
	/** Where the same hook is registered for what the harness tells besides: it is wanted where a policy asks what happened. */
	readonly news?: readonly (ListIn | NewsFile)[];
	/** Its own file tells the hook of that by itself, where it is told to: this stands in it then. */
	readonly hears?: string;
	/** Where settings stand that have a say in hooks, whoever wins first. Absent: where `files` stand. */
	readonly scopes?: readonly SettingsPlace[];
	readonly switches?: readonly Switch[];
	readonly switchVariables?: readonly SwitchVariable[];
	/** Where the harness takes variables from, which it also starts its hook with. */
	readonly environment?: {
		/** From `env` in the settings of each scope, whatever is set already. */
		readonly settings?: true;
		/** Files such as a `.env`, the first of which says it, where nothing has set it before. */
		readonly files?: (places: Places) => readonly string[];
	};
	/** Settings that list tools by their names, with or without something in parentheses behind. */
	readonly toolLists?: readonly (readonly string[])[];
	/** Absent where the harness has no settings that those below can't take back. */
	readonly managed?: ManagedRegistration;
	/** What it takes before the harness asks the hook, in words. `file`: where the registration stands. */
	readonly trust?: (scope: Scope, file: string) => string | undefined;
	/** When the harness lets a command run without an answer all the same: each completes "the command runs …". */
	readonly gaps: readonly string[];
	/** Why no resident is asked before the hook's own process: completes "the harness …". Absent: one may be. */
	readonly noResident?: string;
	/** Known from documents only. */
	readonly untried?: true;
}

/** Does the harness tell its hook how a call ended? */
export function tellsEnds({ news = [], hears }: Pick<Registration, "news" | "hears">): boolean {
	return hears !== undefined || news.some((file) => file.kind === "file" || file.steps.at(-1) !== sessionStart);
}

/** The command line for harnesses that read a line of JSON. */
export function jsonCommand({ words, seconds, resident }: HookStart): string {
	return guardedCommand(words, { answers: "json", seconds, resident });
}

/** A folder that a variable names, or this one in the home folder. */
export function folderOf(variable: string, { home, variables }: Places, name: string): string {
	const said = variables[variable];
	return said !== undefined && isAbsolute(said) ? said : join(home, name);
}

/** Is this command of a hook ours? Its options may be any. */
export function isOurCommand(command: string, harness: string): boolean {
	return new RegExp(`(?:^|[\\s"'])hook["']?[\\s,]+["']?--harness["']?(?:[\\s,]+|=)["']?${harness}(?![\\w-])`).test(
		command,
	);
}

/** Does this hook of a list start ours? */
export function isOurHook(hook: Json | undefined, harness: string): boolean {
	if (typeof hook !== "object" || hook === null || Array.isArray(hook)) return false;
	const { command, bash, args } = hook as { readonly [key: string]: Json };
	const words = [command ?? bash, ...(Array.isArray(args) ? args : [])];
	return isOurCommand(words.filter((word) => typeof word === "string").join(" "), harness);
}
