/**
 * A policy as the permissions of harnesses that ask a person about what no permission speaks of: Copilot CLI, Cursor, Junie and VS Code. So what the policy denies may be allowed
 * there by a person, which is told as looser; denials go out as far as their forms say them.
 */
import { governsCalls, serverTool } from "./call-permissions.js";
import type { Exportable, Region } from "./exportable.js";
import { behind, type Exported, lines, onlyPlain, whole, wordsLost } from "./exported.js";
import { isGovernedHand } from "./refused-calls.js";
import type { SaidCall } from "./said-calls.js";

function asks(harness: string) {
	return whole("looser", `what no permission speaks of ${harness} asks a person about, who may allow it`);
}

function text(value: object): string {
	return `${JSON.stringify(value, null, 2)}\n`;
}

const allowed = (regions: readonly Region[]): readonly Region[] => regions.filter(({ effect }) => effect === "allow");

/** What of the calls goes out as texts; the rest of them is asked about. */
function callTexts({ calls, govern }: Exportable, harness: string, of: (call: SaidCall) => readonly string[]) {
	const granted = governsCalls(govern) ? calls.filter(({ effect }) => effect === "allow") : [];
	return {
		said: granted.flatMap(of),
		remarks: granted
			.filter((call) => of(call).length === 0)
			.map(({ call, operand = "" }) => ({
				verdict: "tighter" as const,
				place: "a rule",
				source: `${call} ${operand}`.trim(),
				message: `no permission of ${harness} says it: it is asked about`,
			})),
	};
}

const reading: readonly string[] = ["file.read", "file.list", "file.search"];
const changing: readonly string[] = ["file.write", "file.edit"];

/** Files are governed, and no rule allows any of these calls, wherever. */
function isNeverAllowed({ calls, untold, govern }: Exportable, names: readonly string[]): boolean {
	const granted = [...calls, ...untold.flatMap((one) => one.calls ?? [])];
	const fits = (call: string) =>
		names.some((name) => call === name || (call.includes("*") && name.startsWith("file.")));
	return isGovernedHand("files", govern) && !granted.some(({ call }) => fits(call));
}

/** Regular expressions over the whole line; its own list of harmless commands is switched off. As its program reads them (1.139.1). */
export function asVsCode(policy: Exportable): Exported {
	const { regions, refusals } = policy;
	const calls = callTexts(policy, "VS Code", ({ call, host }) =>
		call === "web.fetch" && host !== undefined && !host.startsWith("*.") ? [`https://${host}`] : [],
	);
	const expression = (words: readonly string[], rest: string) => `/^${words.map(quoted).join(" +")}${rest}$/`;
	const approve = Object.fromEntries([
		...allowed(regions).map((region) => [
			expression(region.words, behind(region)),
			{ approve: true, matchCommandLine: true },
		]),
		...refusals.map(({ words }) => [`/^${words.map(quoted).join(" +")}(?= |$)/`, false]),
	]);
	return {
		text: text({
			"chat.tools.global.autoApprove": false,
			"chat.tools.terminal.enableAutoApprove": true,
			"chat.tools.terminal.ignoreDefaultAutoApproveRules": true,
			"chat.tools.terminal.autoApproveWorkspaceNpmScripts": false,
			"chat.tools.terminal.autoApprove": approve,
			...(isGovernedHand("web", policy.govern)
				? {
						"chat.tools.urls.autoApprove": Object.fromEntries(
							calls.said.map((url) => [url, { approveRequest: true, approveResponse: false }]),
						),
					}
				: {}),
		}),
		remarks: [
			...(allowed(regions).length === 0 ? [] : [whole("tighter", onlyPlain)]),
			...calls.remarks,
			asks("VS Code"),
			...(isGovernedHand("files", policy.govern)
				? [whole("looser", "VS Code reads and edits files of the workspace without a question")]
				: []),
		],
	};
}

/** In an expression between slashes a slash of its own is marked as well. */
function quoted(word: string): string {
	return word.replaceAll(/[.+/]/g, "\\$&");
}

/** `Shell(git:status)`: a program, and behind the colon its arguments. By its documents; what its stars hold was not measured, so none stands behind words. */
export function asCursor(policy: Exportable): Exported {
	const { regions, refusals, refusedCalls, govern, syntax } = policy;
	const isWhole = ({ words, reach }: Region) => reach === "any" && words.length === 1;
	const shell = (words: readonly string[]) =>
		`Shell(${words[0]}${words.length === 1 ? "" : `:${words.slice(1).join(" ")}`})`;
	const said = allowed(regions).filter((region) => isWhole(region) || region.words.length > 1);
	const calls = callTexts(policy, "Cursor", ({ call, host }) => {
		const named = serverTool(call);
		if (named !== undefined) return [`Mcp(${named.server}:${named.tool})`];
		return call === "web.fetch" ? [`WebFetch(${host ?? "*"})`] : [];
	});
	const isSaid = (tool: string): boolean => calls.said.some((one) => one.startsWith(`${tool}(`));
	const rest = [
		...(isGovernedHand("web", govern) && !isSaid("WebFetch") ? ["WebFetch(*)"] : []),
		...(isGovernedHand("mcp", govern) && !isSaid("Mcp") ? ["Mcp(*:*)"] : []),
		...(isNeverAllowed(policy, reading) ? ["Read(**)"] : []),
		...(isNeverAllowed(policy, changing) ? ["Write(**)"] : []),
	];
	const byPath = refusedCalls.flatMap(({ call, paths = [], changes }) => [
		...(changes !== true && ["*", ...reading].includes(call) ? paths.map((path) => `Read(${path})`) : []),
		...(["*", ...changing].includes(call) ? paths.map((path) => `Write(${path})`) : []),
	]);
	const deny = refusals.flatMap(({ words }) =>
		words.length === 1 ? [shell(words)] : [shell(words), shell([...words, "*"])],
	);
	return {
		text: text({
			permissions: {
				allow: [...said.map(({ words }) => shell(words)), ...calls.said],
				deny: [...deny, ...byPath, ...rest],
			},
		}),
		remarks: [
			...wordsLost(
				allowed(regions),
				(region) => !isWhole(region),
				"only without further words, or not at all: what a star holds there was not measured",
			),
			...calls.remarks,
			asks("Cursor"),
			whole(
				"looser",
				"what Cursor makes of redirections, variables and the like around a command that is allowed is not known",
			),
			...lines(syntax, "Cursor", ["pipes", "sequences"]),
		],
	};
}

/** One option a line. A program is known by its name, for `git` and `gh` by the word behind it as well, whatever follows: measured with 1.0.102. */
export function asCopilot(policy: Exportable): Exported {
	const { regions, refusals, govern, syntax } = policy;
	const isKnown = (words: readonly string[]) => words.length === (["git", "gh"].includes(words[0] ?? "") ? 2 : 1);
	const isSaid = ({ words, reach }: Region) => reach === "any" && isKnown(words);
	const calls = callTexts(policy, "Copilot CLI", ({ call, host }) => {
		const named = serverTool(call);
		if (named !== undefined) return [`--allow-tool=${named.server}${named.tool === "*" ? "" : `(${named.tool})`}`];
		return call === "web.fetch" && host !== undefined ? [`--allow-url=${host}`] : [];
	});
	const options = [
		...allowed(regions)
			.filter(isSaid)
			.map(({ words }) => `--allow-tool=shell(${words.join(" ")})`),
		...calls.said,
		...refusals.filter(({ words }) => isKnown(words)).map(({ words }) => `--deny-tool=shell(${words.join(" ")})`),
		...(isNeverAllowed(policy, changing) ? ["--deny-tool=write"] : []),
	];
	return {
		text: options.map((option) => `'${option}'\n`).join(""),
		remarks: [
			...wordsLost(
				allowed(regions),
				(region) => !isSaid(region),
				"it is asked about: Copilot CLI knows a program by its name alone, and allows whatever stands behind it",
			),
			...calls.remarks,
			asks("Copilot CLI"),
			whole("looser", "Copilot CLI runs commands that only read by itself, and variables set before what is allowed"),
			...(isGovernedHand("files", govern)
				? [whole("looser", "Copilot CLI reads files of the workspace by itself")]
				: []),
			...(isGovernedHand("agents", govern) ? [whole("looser", "Copilot CLI starts agents by itself")] : []),
			...lines(syntax, "Copilot CLI", ["pipes", "sequences", "background", "variables"]),
		],
	};
}

/** Patterns of whole commands, without a star: its own hold signs of a shell as well. By its documents. */
export function asJunie(policy: Exportable): Exported {
	const { regions } = policy;
	const calls = callTexts(policy, "Junie", ({ call }) => {
		const named = serverTool(call);
		return named === undefined ? [] : [`${named.server}:${named.tool === "*" ? "**" : named.tool}`];
	});
	const rules = (patterns: readonly string[], action: "allow" | "ask") =>
		patterns.map((pattern) => ({ pattern, action }));
	const words = (effect: Region["effect"]) =>
		regions.filter((one) => one.effect === effect).map((one) => one.words.join(" "));
	return {
		text: text({
			defaultBehavior: "ask",
			allowReadonlyCommands: false,
			rules: {
				fileEditing: { rules: [] },
				executables: { rules: [...rules(words("ask"), "ask"), ...rules(words("allow"), "allow")] },
				mcpTools: { rules: rules(calls.said, "allow") },
			},
		}),
		remarks: [
			...wordsLost(
				allowed(regions),
				({ reach }) => reach !== "exact",
				"only without further words: a star there holds signs of a shell as well",
			),
			...calls.remarks,
			asks("Junie"),
			whole("looser", "Junie has no denials, and reads and edits files of the project without a question"),
		],
	};
}
