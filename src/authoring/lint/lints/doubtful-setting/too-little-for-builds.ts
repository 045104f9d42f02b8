/** A limit that leaves too little for what the agent's own rules let run: one process for a build, memory in which no compiler starts, seconds for an installation. */
import { programNamed } from "../../../../engine/knowledge/lookup.js";
import type { AgentPolicy, Rule } from "../../../../language/policy/policy.js";
import { milliseconds } from "../../../../language/policy/settings/values/durations.js";
import { bytes } from "../../../../language/policy/settings/values/sizes.js";
import type { AmountStatement } from "../../../../language/syntax/statements.js";
import type { ValidPolicyContext } from "../../lint-context.js";
import type { Finding } from "../../lint-record.js";

export function tooLittleForBuilds(
	statement: AmountStatement,
	owner: string,
	subject: ValidPolicyContext,
): readonly Finding[] {
	const agent = subject.policy.agents.get(owner);
	if (agent === undefined) return [];
	const first = statement.words[0]?.text ?? "";
	switch (statement.name.text) {
		case "processes":
			return Number(first) === 1
				? oneProcess(statement, agent, subject)
				: Number(first) > 1 && Number(first) < leastProcesses
					? fewProcesses(statement, agent, subject)
					: [];
		case "file-size":
			return smallFiles(statement, agent, subject);
		case "memory":
			return littleMemory(statement, agent, subject);
		case "timeout":
			return shortTime(statement, agent, subject);
		case "cpu":
			return neverReached(statement, agent);
		default:
			return [];
	}
}

function oneProcess({ span }: AmountStatement, agent: AgentPolicy, subject: ValidPolicyContext): readonly Finding[] {
	const syntax = agent.syntax.find((one) => startsMore.test(one));
	const program = granted(agent, subject).find(({ runsCode }) => runsCode)?.name;
	const what = syntax === undefined ? program && `\`${program}\`, which is allowed,` : `\`syntax ${syntax}\``;
	if (what === undefined) return [];
	return [
		{
			message: `with one process ${what} can't start another, and fails`,
			span,
			help: "count what a run starts, as in `limit processes 64`",
		},
	];
}

const startsMore = /^(?:pipes|background|substitutions)$/;

/** A build starts a compiler for each core of the machine, and each of them an assembler or a linker. */
function fewProcesses(
	{ words: [first], span }: AmountStatement,
	agent: AgentPolicy,
	subject: ValidPolicyContext,
): readonly Finding[] {
	const program = granted(agent, subject).find(({ name }) => starters.has(name))?.name;
	if (program === undefined) return [];
	return [
		{
			message: `\`limit processes ${first?.text}\` is less than \`${program}\`, which is allowed, starts at once: it fails`,
			span,
			help: "count what a run starts, as in `limit processes 256`",
		},
	];
}

const leastProcesses = 8;

function smallFiles(
	{ words: [first], span }: AmountStatement,
	agent: AgentPolicy,
	subject: ValidPolicyContext,
): readonly Finding[] {
	if ((bytes(first?.text ?? "") ?? leastForBuilds) >= leastForBuilds) return [];
	const program = granted(agent, subject).find(({ runsCode }) => runsCode)?.name;
	if (program === undefined) return [];
	return [
		{
			message: `\`limit file-size ${first?.text}\` cuts off what \`${program}\`, which is allowed, makes: hardly a build stays below it`,
			span,
			help: "name the size of the largest file that is made, as in `limit file-size 100MiB`",
		},
	];
}

const leastForBuilds = 64 * 1024;

function littleMemory(
	{ words: [first], span }: AmountStatement,
	agent: AgentPolicy,
	subject: ValidPolicyContext,
): readonly Finding[] {
	const size = bytes(first?.text ?? "");
	if (size === undefined) return [];
	const program = granted(agent, subject).find(({ name }) => size < (leastMemory.get(name) ?? 0))?.name;
	if (program === undefined) return [];
	return [
		{
			message: `\`limit memory ${first?.text}\` is less than \`${program}\`, which is allowed, needs to start and to work`,
			span,
			help: "name what a run needs, as in `limit memory 4GiB`",
		},
	];
}

/** Whoever asks for nothing gets the first time, and the second says how long runs are thought to take. */
function shortTime(
	{ words, span }: AmountStatement,
	agent: AgentPolicy,
	subject: ValidPolicyContext,
): readonly Finding[] {
	const [first, most] = words.flatMap(({ text }) => milliseconds(text) ?? []);
	if (first === undefined || most === undefined || first > shortest || most < first * longer) return [];
	const program = granted(agent, subject).find(({ name }) => starters.has(name))?.name;
	if (program === undefined) return [];
	const [said = "", , longest = ""] = words.map(({ text }) => text);
	return [
		{
			message: `a run that asks for no time ends after ${said}, in which \`${program}\`, which is allowed, gets nothing done; \`max ${longest}\` says how long runs may take`,
			span,
			help: "name the time that most runs take first, as in `limit timeout 5m max 1h`",
		},
	];
}

const shortest = 30_000;
/** Times as long, a run is of another kind. */
const longer = 100;

/** Processor time that no run can use up before its time is over, on any usual machine. */
function neverReached({ words: [first], span }: AmountStatement, { limits }: AgentPolicy): readonly Finding[] {
	const cpu = milliseconds(first?.text ?? "");
	const whole = limits.timeoutMax ?? limits.timeout;
	if (cpu === undefined || whole === undefined || cpu <= whole * cores) return [];
	return [
		{
			message: `\`limit cpu ${first?.text}\` bounds nothing: a run ends after ${whole / 1000} seconds, and would need more than ${cores} cores to use up so much`,
			span,
			help: "name the processor time that a run may take, which is mostly less than its timeout, as in `limit cpu 60s`",
		},
	];
}

const cores = 16;

interface Granted {
	readonly name: string;
	/** By what it is there for. */
	readonly runsCode: boolean;
}

const known = new WeakMap<AgentPolicy, readonly Granted[]>();

/** The programs that the agent's rules grant by their names, in the order of the rules. */
function granted(agent: AgentPolicy, subject: ValidPolicyContext): readonly Granted[] {
	const found = known.get(agent) ?? agent.rules.flatMap((rule) => grantedBy(rule, subject));
	known.set(agent, found);
	return found;
}

function grantedBy(rule: Rule, subject: ValidPolicyContext): readonly Granted[] {
	if (rule.keyword !== "allow") return [];
	const patterns = subject.statementOf(rule)?.statement.patterns ?? [];
	return patterns.flatMap(({ words: [first, second] }) => {
		if (first?.kind !== "plain") return [];
		const name = first.text.replace(/^\.\//, "");
		const program = programNamed(name);
		const { powers } = (second && program?.subcommands[second.text]) ?? program ?? { powers: [] };
		// `npm config get` and `cargo --version` start nothing.
		const starts = program === undefined || powers.some((power) => power === "code" || power === "exec");
		return starts ? [{ name, runsCode: program !== undefined && first.text === name }] : [];
	});
}

function named(text: string): readonly string[] {
	return text.split(/\s+/);
}

/** Programs that start as many others as the machine has cores, or fetch and compile: none is done in seconds. */
const starters: ReadonlySet<string> = new Set(
	named(
		"cmake ninja make gmake meson bazel bazelisk gradle gradlew mvn mvnw sbt cargo npm pnpm yarn colcon bitbake west idf.py conan vcpkg stack cabal msbuild xcodebuild dotnet next webpack turbo nx poetry pip conda mamba composer bundle torchrun accelerate deepspeed snakemake nextflow dbt spark-submit",
	),
);

/** What each of these needs at the least: a virtual machine of Java or of JavaScript, a compiler, a library of numbers. Bytes. */
const leastMemory: ReadonlyMap<string, number> = new Map([
	...sized(
		256,
		"java javac mvn mvnw gradle gradlew sbt kotlinc scala scalac clojure groovy spark-submit spark-shell ant bazel flutter",
	),
	...sized(
		256,
		"node npm npx pnpm yarn bun deno tsc tsx jest vitest webpack vite next turbo eslint playwright cypress",
	),
	...sized(
		192,
		"cargo rustc gcc g++ cc c++ clang clang++ cmake ninja make go swift swiftc ghc stack cabal dotnet msbuild xcodebuild west colcon",
	),
	...sized(256, "torchrun accelerate deepspeed jupyter gazebo blender"),
	...sized(96, "python python3 pip pip3 uv poetry conda mamba pytest Rscript R julia ruby bundle php composer"),
]);

function sized(mebibytes: number, names: string): readonly (readonly [string, number])[] {
	return named(names).map((name) => [name, mebibytes * 1024 * 1024] as const);
}
