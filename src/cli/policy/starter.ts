/** The policies that `rules init` writes: short, commented, on top of a shipped pack, with expectations that hold. */
import { readPolicyFile } from "../../language/syntax/read-policy-file.js";
import { formatPolicyFile } from "../../language/syntax/write-policy-file.js";
import { type Project, projectOf, type Toolchain } from "./project-of.js";
import { type Part, partOf } from "./starter-parts.js";

/** A policy for the project that lies in a folder. */
export function starter(folder: string): string {
	return starterFor(projectOf(folder));
}

/** A policy for such a project. */
export function starterFor({ toolchains }: Project): string {
	const parts = toolchains.map((toolchain) => partOf(toolchain));
	const text = `# What agents may run in this folder: what the pack \`developer\` says, and what stands here. What neither knows is a question.
# \`rules show default\` shows all of it, \`rules check -- COMMAND\` decides, \`rules test\` checks the expectations below.
import "developer"

agent default {
  # The policy itself and the settings of agents are out of reach without a rule. Locked: nothing that extends this agent takes it back. The pack asks about secrets and the network.
  locked deny * using write, delete touching **/*.rules, **/*.rules.yaml, @tool-settings because "What stands there runs later, outside of these rules: people change it."
${rulesOf(parts)}
  expect allow: git status
  expect ask: cat .env
  expect deny: cp x .git/hooks/pre-commit
${expectationsOf(toolchains, parts)}}
`;
	return formatPolicyFile(readPolicyFile("policy.rules", text).value);
}

/** What a policy for the project chose, in three lines: what was found, what is free, and what is asked or denied. */
export function choiceOf({ toolchains, agents, unasked }: Project): string {
	const parts = toolchains.map((toolchain) => partOf(toolchain));
	const tools = parts.map(({ title }, index) => `${title}${toolchains[index]?.many ? " (many parts)" : ""}`);
	const settings = [...agents.map(({ title }) => title), ...unasked.map((title) => `${title}, which asks no hook`)];
	const found = [...tools, ...settings.map((title) => `settings of ${title}`)];
	const some = (of: (part: Part, index: number) => string | undefined): string => {
		const list = [...new Set(parts.flatMap((part, index) => of(part, index) ?? []))].slice(0, mostNamed);
		return list.length === 0 ? "" : ` (${list.map((one) => `\`${one}\``).join(", ")})`;
	};
	const locked = some(({ fetches }) => fetches?.[0]?.replace(/^exactly /, ""));
	const fetched = locked === "" ? "" : `, and what lock files name${locked}`;
	return [
		`found: ${found.length === 0 ? "nothing that is known; the policy is for any project" : found.join(", ")}`,
		`free:  the project's own code and files${some((_, index) => everydayOf(toolchains, parts, index))}${fetched}`,
		`asked: what is new, shared or secret${some(({ asked }) => asked)}; denied: what steers agents, and what needs other rights`,
	]
		.map((line) => `${line}\n`)
		.join("");
}

/** More commands than this make no line clearer. */
const mostNamed = 3;

/** A policy that builds on a shipped pack. */
export function packStarter(pack: string): string {
	return `# What agents may run in this folder: what the pack says, and what is added below.
import "${pack}"

agent default {
  # Rules of your own stand here. What the pack denies stays denied; \`override\` takes something out of it.
  # allow make test
  # override allow git status

  # What must hold for agents of this folder; \`rules test\` checks it.
  expect deny: sudo rm -rf /
}
`;
}

function rulesOf(parts: readonly Part[]): string {
	const all = (of: (part: Part) => readonly string[] | undefined): string =>
		[...new Set(parts.flatMap((part) => of(part) ?? []))].join(", ");
	const [fetches, publishes] = [all((part) => part.fetches), all((part) => part.publishes)];
	const own = [
		...(fetches === ""
			? []
			: [`  # What lock files name is fetched without a question; what is new is one.\n  override allow ${fetches}`]),
		...(publishes === "" ? [] : [`  ask ${publishes} because "What is published stays published."`]),
	];
	return own.map((rule) => `\n${rule}\n`).join("");
}

/** Many toolchains say one thing each, so that the policy stays short enough to be read. */
function expectationsOf(toolchains: readonly Toolchain[], parts: readonly Part[]): string {
	const lines = parts.flatMap(({ allowed, asked, denied }, index) => {
		const everyday = everydayOf(toolchains, parts, index);
		return [
			...(everyday === undefined ? [] : [`allow: ${everyday}`]),
			...(allowed === undefined || parts.length > 2 ? [] : [`allow: ${allowed}`]),
			...(asked === undefined || parts.length > 4 ? [] : [`ask: ${asked}`]),
			...(denied === undefined ? [] : [`deny: ${denied}`]),
		];
	});
	return [...new Set(lines)].map((line) => `  expect ${line}\n`).join("");
}

/** The command of every day, where it is given. */
function everydayOf(toolchains: readonly Toolchain[], parts: readonly Part[], index: number): string | undefined {
	const { at = ".", many = false } = toolchains[index] ?? {};
	const { everyday, everydayOfMany } = parts[index] ?? {};
	const command = many ? (everydayOfMany ?? everyday) : everyday;
	return command === undefined ? undefined : inItsFolder(at, command);
}

function inItsFolder(at: string, command: string): string {
	return at !== "." && /^[\w./-]+$/.test(at) && !at.startsWith("-") ? `cd ${at} && ${command}` : command;
}
