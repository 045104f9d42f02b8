/**
 * A policy as a harness's own permissions, as far as those can say it. What is written allows nothing that the policy does not; what the harness lets through beside its
 * permissions is told as looser.
 */

import { places as claudePlaces } from "../../../runtime/harnesses/claude-code/places.js";
import type { Remark } from "../imported.js";
import { asCopilot, asCursor, asJunie, asVsCode } from "./asked-otherwise.js";
import { ampEntries, escaped, geminiEntries, governsCalls, opencodeEntries, zedTools } from "./call-permissions.js";
import { arePathsSaid, claudeGrants, claudePathGrants } from "./claude-grants.js";
import { claudeRefusals } from "./claude-refusals.js";
import type { Exportable, Region } from "./exportable.js";
import { behind, type Exported, lines, onlyPlain, plainSigns, whole, wordsLost } from "./exported.js";
import { asKiro } from "./kiro-rules.js";

export const exportFormats = [
	"amp",
	"claude-code",
	"codex",
	"copilot-cli",
	"cursor",
	"gemini-cli",
	"junie",
	"kilo-code",
	"kiro",
	"opencode",
	"vs-code",
	"zed",
] as const;
export type ExportFormat = (typeof exportFormats)[number];

export function exported(format: ExportFormat, policy: Exportable): Exported {
	const { text, remarks } = writers[format](policy);
	const untold = policy.untold
		.filter(
			({ calls }) => calls === undefined || format !== "claude-code" || !arePathsSaid(calls, policy.paths.allowed),
		)
		.map(({ place, source, message }) => ({ verdict: "tighter", place, source, message }) as const);
	return {
		text,
		remarks: [
			...untold,
			...remarks,
			...(policy.fallback === "deny"
				? []
				: [whole("tighter", `what it does not say is denied; the policy says \`default ${policy.fallback}\``)]),
			whole(
				"left-out",
				"denials by paths, options and powers, messages, limits and the record are the hook's: `rules install` has all of the policy",
			),
		],
	};
}

const writers: Readonly<Record<ExportFormat, (policy: Exportable) => Exported>> = {
	amp: asAmp,
	"claude-code": asClaude,
	codex: asCodex,
	"copilot-cli": asCopilot,
	cursor: asCursor,
	"gemini-cli": asGemini,
	junie: asJunie,
	"kilo-code": asKilo,
	kiro: asKiro,
	opencode: asOpencode,
	"vs-code": asVsCode,
	zed: asZed,
};

const operandsLost = "only without further words: no pattern there keeps options out";
const refused = "The policy does not allow it.";

/** Regular expressions over the whole line: only plain words fit, so that nothing of a shell does. */
function asAmp(policy: Exportable): Exported {
	const { regions } = policy;
	const calls = ampEntries(policy);
	const entries = regions.map((region) => ({
		tool: "Bash",
		matches: { cmd: `/^${escaped(region.words.join(" "))}${behind(region)}$/` },
		action: region.effect,
	}));
	const permissions = [
		...entries,
		...calls.said,
		{ tool: "Bash", action: "reject", message: refused },
		...calls.base.map((entry) => ({ ...entry, message: refused })),
	];
	return {
		text: `${JSON.stringify({ "amp.permissions": permissions }, null, 2)}\n`,
		remarks: [...(regions.length === 0 ? [] : [whole("tighter", onlyPlain)]), ...calls.remarks],
	};
}

/**
 * Regular expressions over each command that Zed finds in the line, where a denial goes before a question and that before an allow: so signs of a shell are denied. By its pages; what
 * it finds was not measured.
 */
function asZed(policy: Exportable): Exported {
	const { regions, syntax, govern } = policy;
	const calls = zedTools(policy);
	const expressions = (effect: Region["effect"]) =>
		regions
			.filter((region) => region.effect === effect)
			.map((region) => ({ pattern: `^${escaped(region.words.join(" "))}${behind(region)}$`, case_sensitive: true }));
	const terminal = {
		default: "deny",
		always_allow: expressions("allow"),
		always_confirm: expressions("ask"),
		always_deny: [{ pattern: `[^${plainSigns} -]`, case_sensitive: true }],
	};
	const tools = { terminal, ...Object.fromEntries([...calls.base, ...calls.said]) };
	const permissions = { ...(govern.includes("all") ? { default: "deny" } : {}), tools };
	return {
		text: `${JSON.stringify({ agent: { tool_permissions: permissions } }, null, 2)}\n`,
		remarks: [
			...(regions.length === 0 ? [] : [whole("tighter", onlyPlain)]),
			whole(
				"looser",
				"what Zed makes of redirections, variables and the like around the commands that it finds is not known",
			),
			...calls.remarks,
			...lines(syntax, "Zed", ["pipes", "sequences"]),
		],
	};
}

/**
 * The text stands in JSON there, so a quote is its end. Groups that repeat are refused there: hence two rules for one region. The mark before the key stands before keys of the
 * call alone, so that a `command` inside of another argument does not count.
 */
function asGemini(policy: Exportable): Exported {
	const { regions } = policy;
	const calls = geminiEntries(policy);
	const rules = regions.flatMap(({ words, reach, effect }) => {
		const text = escaped(words.join(" "));
		const signs = reach === "any" ? `${plainSigns} -` : `${plainSigns} `;
		const expressions = [`${text}"`, ...(reach === "exact" ? [] : [`${text} [${signs}]*"`])];
		return expressions.map((one) => geminiRule(ofLine(one), effect === "allow" ? "allow" : "ask_user", 500));
	});
	const all = [
		...rules,
		...calls.said.map(({ keys, decision }) => geminiRule(keys, decision, 500)),
		geminiRule(ofLine(".*"), "deny", 1, refused),
		...calls.base.map(({ keys, decision }) => geminiRule(keys, decision, 1, refused)),
	];
	return {
		text: all.join("\n"),
		remarks: [
			...(regions.length === 0 ? [] : [whole("tighter", onlyPlain)]),
			...calls.remarks,
			whole(
				"tighter",
				"it belongs into the folder of policies of the user or the administrator: rules of more weight there go first",
			),
		],
	};
}

/** A call of the shell whose line begins so. */
function ofLine(expression: string): Readonly<Record<string, string>> {
	return { toolName: "run_shell_command", argsPattern: `\\0"command":"${expression}` };
}

function geminiRule(
	keys: Readonly<Record<string, string>>,
	decision: string,
	priority: number,
	denyMessage?: string,
): string {
	const asked = Object.entries(keys).map(([key, text]) => {
		const quote = text.includes("\\") || text.includes('"') ? "'" : '"';
		return `${key} = ${quote}${text}${quote}\n`;
	});
	return `[[rule]]
${asked.join("")}decision = "${decision}"
priority = ${priority}
${denyMessage === undefined ? "" : `denyMessage = ${JSON.stringify(denyMessage)}\n`}`;
}

/** The first words of a command, whatever follows: only regions that leave all of it open can be said. */
function asCodex({ regions, refusals, syntax, govern }: Exportable): Exported {
	const rule = (words: readonly string[], decision: string, justification?: string): string =>
		`prefix_rule(pattern=${JSON.stringify(words)}, decision="${decision}"${justification === undefined ? "" : `, justification=${JSON.stringify(justification)}`})\n`;
	const remarks: Remark[] = [];
	const texts = refusals.map(({ words, message }) => rule(words, "forbidden", message ?? refused));
	for (const { words, reach, effect } of regions) {
		const isAllowed = effect === "allow" && reach === "any";
		texts.push(rule(words, isAllowed ? "allow" : "prompt"));
		if (effect === "allow" && !isAllowed)
			remarks.push({
				verdict: "tighter",
				place: "a rule",
				source: words.join(" "),
				message: "it is asked about: whatever stands behind these words would be allowed with them",
			});
	}
	remarks.push(
		whole("looser", "what no rule speaks of runs in Codex's sandbox, or is asked about, as its approval policy says"),
		...(regions.every(({ reach }) => reach === "any") ? [] : [whole("looser", asksOfMore)]),
		...(governsCalls(govern)
			? [
					whole(
						"looser",
						"its rules speak of commands alone: calls of other tools go by its sandbox and approval policy",
					),
				]
			: []),
		whole("looser", "its denials do not hold for lines with redirections, variables or anything else but plain words"),
		...lines(syntax, "Codex", ["pipes", "sequences"]),
	);
	return { text: [...new Set(texts)].join(""), remarks };
}

const asksOfMore =
	"a question stands for all commands that begin with its words, those that the policy denies among them";

/** Texts with a star at the end; what stands beside them is not run where nobody is asked. */
function asClaude(policy: Exportable): Exported {
	const { regions, refusals, syntax, refusedCalls, govern, paths } = policy;
	const calls = claudeGrants(policy);
	const files = claudePathGrants(paths.allowed);
	const rules = (effect: Region["effect"]): readonly string[] =>
		regions
			.filter((region) => region.effect === effect)
			.map(({ words, reach }) => `Bash(${words.join(" ")}${reach === "any" ? " *" : ""})`);
	const deny = [
		...refusals.map(({ words }) => `Bash(${words.join(" ")} *)`),
		...[...refusedCalls, ...paths.governing].flatMap(claudeRefusals),
	];
	const isOfFiles = govern.includes("files") || govern.includes("all");
	const permissions = {
		allow: [
			...rules("allow"),
			...calls.said.filter(({ effect }) => effect === "allow").map(({ text }) => text),
			...files,
		],
		ask: [...rules("ask"), ...calls.said.filter(({ effect }) => effect === "ask").map(({ text }) => text)],
		deny: [...new Set(deny)],
		defaultMode: "dontAsk",
	};
	return {
		text: `${JSON.stringify({ permissions }, null, 2)}\n`,
		remarks: [
			...wordsLost(regions, ({ reach }) => reach === "operands", operandsLost),
			whole(
				"looser",
				"Claude Code runs commands that only read by itself, and `timeout`, `nice` and `xargs` before what is allowed",
			),
			...calls.remarks,
			...(files.length === 0 ? [] : [whole("tighter", ofProject)]),
			...(paths.allowed.some(({ does }) => does === "changing") && !syntax.includes("redirects")
				? [whole("looser", writesBehind)]
				: []),
			...(isOfFiles && !deny.includes("Read")
				? [whole("looser", "Claude Code reads files by itself, but for those that are denied here")]
				: []),
			...lines(syntax, "Claude Code", ["pipes", "sequences", "loops", "variables", "globs"]),
		],
	};
}

const ofProject = `its paths are those of a project: it belongs into \`${claudePlaces.project[0]}\`, and means other folders elsewhere`;
const writesBehind =
	"where Claude Code may edit files, commands that it runs may write to them behind `>`, and the policy's `syntax` does not take that";

/** Patterns of which the last that fits decides: signs of a shell come last, and are denied. */
function asOpencode(policy: Exportable): Exported {
	return bashPatterns(policy, "opencode", { $schema: "https://opencode.ai/config.json" });
}

/** The same in Kilo Code, which is made of opencode. */
function asKilo(policy: Exportable): Exported {
	return bashPatterns(policy, "Kilo Code", {});
}

function bashPatterns(policy: Exportable, harness: string, beside: object): Exported {
	const { regions, syntax } = policy;
	const calls = opencodeEntries(policy, harness);
	const entries = regions.map(
		({ words, reach, effect }) => [`${words.join(" ")}${reach === "any" ? " *" : ""}`, effect] as const,
	);
	const signs = [">", "<", "$", "`", "~", "[", "{", "\n"].map((sign) => [`*${sign}*`, "deny"] as const);
	const bash = Object.fromEntries([["*", "deny"], ...entries, ...signs]);
	const permission = Object.fromEntries([...calls.base, ...calls.said, ["bash", bash] as const]);
	return {
		text: `${JSON.stringify({ ...beside, permission }, null, 2)}\n`,
		remarks: [
			...calls.remarks,
			...wordsLost(regions, ({ reach }) => reach === "operands", operandsLost),
			whole(
				"looser",
				`${harness} runs a line without a command (\`> file\`, \`cd ..\`) without a look at its permissions`,
			),
			...lines(syntax, harness, ["pipes", "sequences", "globs", "background", "loops", "functions"]),
		],
	};
}
