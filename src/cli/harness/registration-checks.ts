/** Does a registration say what takes its force away: beside its command, or by variables in the harness's settings? */
import type { HookedHarness } from "../../runtime/harnesses/harness.js";
import type { RegisteredHook } from "../../runtime/harnesses/install/registered.js";
import type { Places, SettingsScope } from "../../runtime/harnesses/install/registration.js";
import { settingIn } from "../../runtime/harnesses/install/switches.js";
import type { Check } from "./check.js";
import { settingsTextIfReadable, settingsTexts } from "./doctor-scopes.js";
import { variableIn, variableNames } from "./environment-file.js";

/** Is all that it says beside its command known, and known to leave it asked and heeded? */
export function fieldsChecks({ title }: HookedHarness, { hook, group }: RegisteredHook): readonly Check[] {
	const kind = (hook as Fields | undefined)?.type;
	if (kind !== undefined && kind !== "command")
		return [bad("fields", `its \`type\` is ${JSON.stringify(kind)}, so that ${title} does not start its command`)];
	const said = [hook, group].flatMap((one) => Object.entries((one ?? {}) as Fields));
	const odd = said.find(([name, value]) => !isHarmless(name, value));
	return odd === undefined
		? []
		: [
				bad(
					"fields",
					`it says \`${odd[0]}: ${JSON.stringify(odd[1])}\`: with that ${title} may not start it for every call, or not wait for what it answers`,
				),
			];
}

type Fields = Readonly<Record<string, unknown>>;

/** What `rules install` writes, times, names, and how a failure counts, which is tried. */
const harmless = new Set(
	"type command bash args powershell matcher hooks sequential name description comment statusMessage timeout timeoutSec timeout_ms onFailure on_failure failClosed show_output".split(
		" ",
	),
);

/** What takes its force away only where it is said. */
const unlessSaid = new Set(["async", "asyncRewake", "once"]);

function isHarmless(name: string, value: unknown): boolean {
	if (name === "cache_ttl_seconds") return value === 0;
	return harmless.has(name) || (unlessSaid.has(name) && value === false);
}

/** Do settings set a variable by which something else is started in the hook's place, or loaded into it? */
export function environmentChecks(harness: HookedHarness, scope: SettingsScope, places: Places): readonly Check[] {
	const { registration, title } = harness;
	const named = scope === "managed" ? beforeLauncher : beforeHook;
	const found = [...variablesSet(harness, places)].find(
		([name, { value }]) => named.test(name) && value !== "" && !(name === "NODE_OPTIONS" && tame.test(value)),
	);
	if (registration.environment === undefined || found === undefined) return [];
	const [name, { place }] = found;
	return [
		bad(
			"variable",
			`\`${name}\` is set in \`${place}\`: ${title} starts the hook with it, and it decides what is started, loaded or believed there`,
		),
	];
}

/** Of the shell around the hook, of the loader, of Node and of Bylaw itself. */
const beforeHook =
	/^(?:(?:LD|DYLD)_\w+|GCONV_PATH|LOCPATH|PATH|HOME|SHELL|ENV|BASH_ENV|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|PS4|NODE_(?:OPTIONS|PATH)|OPENSSL_(?:CONF|ENGINES|MODULES)|CLAUDE_CODE_SHELL(?:_PREFIX)?|XDG_(?:CACHE|STATE)_HOME|BYLAW_\w+)$/;

/** Only these come before the launcher of a managed hook, which starts anew with variables of its own. */
const beforeLauncher = /^(?:(?:LD|DYLD)_\w+|GCONV_PATH|LOCPATH|HOME|CLAUDE_CODE_SHELL_PREFIX)$/;

/** Options that only say how much Node takes and tells. */
const tame = /^(?:\s*--(?:max-(?:old|semi)-space-size=\d+|no-warnings|no-deprecation|enable-source-maps)(?=\s|$))*\s*$/;

interface SetVariable {
	readonly value: string;
	/** File and line. */
	readonly place: string;
}

/** By name; whoever wins is the first who says it. A file of variables says nothing of what is set already. */
function variablesSet(harness: HookedHarness, places: Places): ReadonlyMap<string, SetVariable> {
	const { settings: inSettings, files } = harness.registration.environment ?? {};
	const set = new Map<string, SetVariable>();
	const add = (name: string, value: unknown, path: string, line: number | undefined): void => {
		if (!set.has(name) && typeof value === "string") set.set(name, { value, place: `${path}:${line ?? 1}` });
	};
	for (const place of inSettings === true ? settingsTexts(harness, places) : [])
		for (const [name, value] of Object.entries((settingIn(place, ["env"])?.value ?? {}) as Fields))
			add(name, value, place.path, settingIn(place, ["env", name])?.line);
	for (const path of files?.(places) ?? []) {
		const text = settingsTextIfReadable(path) ?? "";
		for (const name of variableNames(text)) {
			const { value, line } = variableIn(text, name) ?? {};
			if (places.variables[name] === undefined) add(name, value, path, line);
		}
	}
	return set;
}

function bad(name: string, message: string): Check {
	return { name, verdict: "bad", message };
}
