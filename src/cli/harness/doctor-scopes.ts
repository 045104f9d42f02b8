/** What the settings of all scopes make of a registered hook: whether it is asked, and who could change that. */
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import { readLauncher } from "../../runtime/harnesses/install/launcher.js";
import type { RegisteredHook } from "../../runtime/harnesses/install/registered.js";
import type {
	Lock,
	ManagedIn,
	Places,
	SettingsScope,
	SwitchVariable,
} from "../../runtime/harnesses/install/registration.js";
import { isLocked, type SettingsText, settingIn, switchedOff } from "../../runtime/harnesses/install/switches.js";
import type { HookOptions } from "../quick/hook-options.js";
import type { Check } from "./check.js";
import { isTrue, variableIn } from "./environment-file.js";
import { untrustedProgram } from "./managed-machine.js";
import { settingsText } from "./settings-change.js";
import { untrustedFile } from "./who-may-write.js";

/** The files of settings that are there, whoever wins first. Those that can't be read are left out. */
export function settingsTexts({ registration }: HookedHarness, places: Places): readonly SettingsText[] {
	return (registration.scopes ?? []).flatMap(({ scope, path, form, isFolder }) => {
		const paths = isFolder === true ? filesIn(path(places)) : [path(places)];
		return paths.flatMap((file): readonly SettingsText[] => {
			const text = settingsTextIfReadable(file);
			return text === undefined ? [] : [{ scope, form, path: file, text }];
		});
	});
}

/** The scope of a file; `user` where nothing else is known of it. */
export function scopeOf({ registration }: HookedHarness, path: string, places: Places): SettingsScope {
	const place = registration.scopes?.find((one) => {
		const usual = one.path(places);
		return usual === path || (one.isFolder === true && usual === dirname(path));
	});
	if (place !== undefined) return place.scope;
	return registration.files.some((file) => file.path("project", places) === path) ? "project" : "user";
}

/** Is it asked at all, as far as settings say it? */
export function scopeChecks(
	harness: HookedHarness,
	hook: RegisteredHook,
	options: HookOptions,
	places: Places,
): readonly Check[] {
	const { registration, title } = harness;
	const scope = scopeOf(harness, hook.path, places);
	const settings = settingsTexts(harness, places);
	const off = switchedOff(registration, settings, { scope, path: hook.path, names: namesOf(hook) });
	const variable = (registration.switchVariables ?? [])
		.map((one) => setVariable(one, scope, settings, places))
		.find((one) => one !== undefined);
	if (off !== undefined)
		return [bad("switch", `\`${off.setting}\` in \`${off.path}:${off.line}\` turns it off: ${title} does not ask it`)];
	if (variable !== undefined) return [bad("switch", `${variable}: ${title} asks no hook`)];
	if (scope === "managed") return [...lockChecks(harness, hook, places), reachCheck(hook, options)];
	const weaker = {
		local: "the project, and whoever works in it, switch it off by their settings",
		project: "whoever writes the project's settings takes it out",
		user: "a project, or whoever writes your settings, may switch it off",
		defaults: "whoever writes other settings may switch it off",
	}[scope];
	return [good("scope", `nothing switches it off now; ${weaker} (\`rules install --managed\`)`)];
}

/** By which names a list of names could mean it: its own, or its command where it has none. */
function namesOf({ hook }: RegisteredHook): readonly string[] {
	const { name, command } = (hook ?? {}) as { readonly [key: string]: unknown };
	const known = typeof name === "string" && name !== "" ? name : command;
	return typeof known === "string" ? [known] : [];
}

/** How a variable turns hooks off now, or could by a file of this project or person. */
function setVariable(
	{ name, files }: SwitchVariable,
	scope: SettingsScope,
	settings: readonly SettingsText[],
	places: Places,
): string | undefined {
	const said = places.variables[name];
	if (said !== undefined && said !== "") return isTrue(said) ? `\`${name}\` is set here` : undefined;
	for (const path of files(places)) {
		const found = variableIn(settingsTextIfReadable(path) ?? "", name);
		if (found !== undefined && isTrue(found.value)) return `\`${name}\` is set in \`${path}:${found.line}\``;
	}
	for (const place of settings) {
		const found = settingIn(place, ["env", name]);
		if (typeof found?.value === "string" && isTrue(found.value))
			return `\`env.${name}\` is set in \`${place.path}:${found.line}\``;
	}
	return scope === "managed"
		? `\`${name}\` is not set where you are logged in, so a \`.env\` of any project may set it`
		: undefined;
}

/** Do the settings stand that keep those below from switching it off? */
function lockChecks({ registration, title }: HookedHarness, hook: RegisteredHook, places: Places): readonly Check[] {
	const open = (registration.managed?.files ?? []).flatMap((file) => openLocks(file, places));
	const [first] = open;
	if (first !== undefined)
		return [
			bad(
				"scope",
				`it is managed, but \`${first.path}\` does not say \`${textOfLock(first.lock)}\`, ${first.lock.against}`,
			),
		];
	const unset = (registration.managed?.files ?? []).flatMap((file) =>
		file.kind === "profile" && file.path("user", places) !== undefined
			? Object.keys(file.variables).filter((name) => places.variables[name] === undefined)
			: [],
	);
	if (unset.length > 0)
		return [
			bad(
				"scope",
				`it is managed, but \`${unset.join("`, `")}\` is not set where you are logged in, so that a \`.env\` of any project sets it: log in again, or set it in \`/etc/environment\``,
			),
		];
	const all = registration.managed?.files.some((file) => file.path("user", places) === hook.path);
	return [
		good(
			"scope",
			all === true
				? `it is managed: nobody below switches it off (what stays open all the same is on the page of ${title})`
				: "it is managed",
		),
	];
}

function openLocks(file: ManagedIn, places: Places): readonly { readonly path: string; readonly lock: Lock }[] {
	if (file.kind === "launcher" || file.kind === "profile") return [];
	const path = file.path("user", places);
	if (path === undefined) return [];
	const settings: SettingsText = {
		scope: "managed",
		form: file.kind === "toml" ? "toml" : "json",
		path,
		text: settingsTextIfReadable(path) ?? "",
	};
	return (file.locks ?? [])
		.filter((lock) => lock.mayDiffer !== true && !isLocked(settings, lock))
		.map((lock) => ({ path, lock }));
}

/** Could anybody but root put something else in the place of what decides? */
function reachCheck({ path, own }: RegisteredHook, { rules }: HookOptions): Check {
	const [program] = own?.program ?? [];
	const launcher = program === undefined ? undefined : readLauncher(settingsTextIfReadable(program) ?? "");
	const wrong = [
		untrustedFile(path),
		own === undefined ? "it is not, to the letter, what `rules install --managed` writes" : undefined,
		own === undefined ? undefined : untrustedProgram(own.program, undefined),
		launcher === undefined || basename(program ?? "") !== "rules"
			? undefined
			: untrustedProgram(launcher.words, undefined),
		...rules.filter((name) => name.includes("/")).map((name) => untrustedFile(name)),
		rules.length === 0 ? "it names no policy, so the project's own decides" : undefined,
	].find((one) => one !== undefined);
	return wrong === undefined
		? good("reach", "nobody but root can change it, its program and its policy")
		: bad("reach", `somebody else can change what decides: ${wrong}`);
}

function filesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder)
			.filter((name) => name.endsWith(".json"))
			.sort()
			.reverse()
			.map((name) => join(folder, name));
	} catch {
		return [];
	}
}

export function settingsTextIfReadable(path: string): string | undefined {
	try {
		return settingsText(path);
	} catch {
		return undefined;
	}
}

function textOfLock({ steps, value }: Lock): string {
	return `${steps.join(".")}: ${JSON.stringify(value)}`;
}

function good(name: string, message: string): Check {
	return { name, verdict: "good", message };
}

function bad(name: string, message: string): Check {
	return { name, verdict: "bad", message };
}
