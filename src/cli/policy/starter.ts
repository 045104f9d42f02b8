/** The policies that `rules init` writes: short, commented, on top of a shipped pack, with expectations that hold. */
import { readPolicyFile } from "../../language/syntax/read-policy-file.js";
import { formatPolicyFile } from "../../language/syntax/write-policy-file.js";
import { type Project, projectOf, type Toolchain, type ToolchainName } from "./project-of.js";

/** What a toolchain adds to a starter. */
interface Part {
	readonly title: string;
	/** Patterns that fetch what the lock file names, and nothing else. */
	readonly fetches?: readonly string[];
	/** Patterns that publish, where the pack does not ask already. */
	readonly publishes?: readonly string[];
	/** The command of every day; a part of a repository runs it in its own folder. */
	readonly everyday: string;
	/** What else is let through. */
	readonly allowed?: string;
	readonly asked?: string;
}

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
  # The policy itself and the settings of agents are out of reach without a rule. Locked: nothing that extends this agent takes it back. Secrets and the network are questions of the pack.
  locked deny * using write, delete touching **/*.rules, **/*.rules.yaml, @tool-settings because "What stands there runs later, outside of these rules: people change it."
${rulesOf(parts)}
  expect allow: git status
  expect ask: cat .env
  expect deny: cp x .git/hooks/pre-commit
${expectationsOf(toolchains, parts)}}
`;
	return formatPolicyFile(readPolicyFile("policy.rules", text).value);
}

/** What was found, for people: `pnpm, Go, settings of Claude Code`; empty where nothing was. */
export function foundIn({ toolchains, agents }: Project): string {
	return [
		...toolchains.map((toolchain) => partOf(toolchain).title),
		...agents.map(({ title }) => `settings of ${title}`),
	].join(", ");
}

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

function partOf({ name, wrapped }: Toolchain): Part {
	if (name === "maven") return maven(wrapped ? "./mvnw" : "mvn");
	if (name === "gradle") return gradle(wrapped ? "./gradlew" : "gradle");
	return parts[name];
}

const parts: Readonly<Record<Exclude<ToolchainName, "maven" | "gradle">, Part>> = {
	npm: { title: "npm", fetches: ["npm ci"], everyday: "npm test", allowed: "npm ci", asked: "npm install left-pad" },
	pnpm: {
		title: "pnpm",
		fetches: ["pnpm install --frozen-lockfile"],
		everyday: "pnpm test",
		allowed: "pnpm install --frozen-lockfile",
		asked: "pnpm add left-pad",
	},
	yarn: {
		title: "Yarn",
		fetches: ["yarn install --immutable", "yarn install --frozen-lockfile"],
		everyday: "yarn test",
		allowed: "yarn install --immutable",
		asked: "yarn add left-pad",
	},
	bun: {
		title: "Bun",
		fetches: ["exactly bun install --frozen-lockfile"],
		everyday: "bun test",
		allowed: "bun install --frozen-lockfile",
		asked: "bun add left-pad",
	},
	deno: {
		title: "Deno",
		everyday: "deno test",
		asked: "deno publish",
	},
	uv: {
		title: "uv",
		fetches: ["uv sync --locked", "uv sync --frozen"],
		everyday: "uv run pytest",
		allowed: "uv sync --locked",
		asked: "uv add requests",
	},
	poetry: {
		title: "Poetry",
		fetches: ["poetry install", "poetry sync"],
		everyday: "poetry run pytest",
		allowed: "poetry install",
		asked: "poetry add requests",
	},
	pdm: {
		title: "PDM",
		fetches: ["pdm sync"],
		everyday: "pdm run pytest",
		allowed: "pdm sync",
		asked: "pdm add requests",
	},
	pipenv: {
		title: "Pipenv",
		fetches: ["pipenv sync"],
		everyday: "pipenv run pytest",
		allowed: "pipenv sync",
		asked: "pipenv install requests",
	},
	pip: {
		title: "pip",
		everyday: "python3 -m pytest",
		allowed: "pytest -q",
		asked: "python3 -m pip install requests",
	},
	go: {
		title: "Go",
		fetches: ["go mod download", "go mod verify"],
		everyday: "go test ./...",
		allowed: "go mod download",
		asked: "go get example.com/tool",
	},
	cargo: {
		title: "Cargo",
		fetches: ["cargo fetch --locked"],
		everyday: "cargo test",
		allowed: "cargo fetch --locked",
		asked: "cargo add serde",
	},
	dotnet: {
		title: ".NET",
		everyday: "dotnet test",
		asked: "dotnet add package Newtonsoft.Json",
	},
	bundler: {
		title: "Bundler",
		fetches: ["bundle install --frozen"],
		everyday: "bundle exec rake",
		allowed: "bundle install --frozen",
		asked: "bundle add rack",
	},
	composer: {
		title: "Composer",
		fetches: ["composer install"],
		everyday: "php vendor/bin/phpunit",
		allowed: "composer install",
		asked: "composer require monolog/monolog",
	},
	turbo: { title: "Turborepo", everyday: "turbo run test" },
	nx: {
		title: "Nx",
		everyday: "nx affected --target=test",
	},
	just: { title: "just", everyday: "just test" },
};

function maven(program: string): Part {
	return {
		title: "Maven",
		everyday: `${program} verify`,
		asked: `${program} -q clean deploy`,
	};
}

/** A bare name in a rule that asks means that program wherever it lies: `gradlew` is `./gradlew` and `services/api/gradlew`, too. */
function gradle(program: string): Part {
	return {
		title: "Gradle",
		publishes: ["gradle ** {publish,*:publish,uploadArchives}*", "gradlew ** {publish,*:publish,uploadArchives}*"],
		everyday: `${program} build`,
		asked: `${program} :lib:publish`,
	};
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
	return parts
		.flatMap(({ everyday, allowed, asked }, index) => [
			`allow: ${inItsFolder(toolchains[index]?.at ?? ".", everyday)}`,
			...(allowed === undefined || parts.length > 2 ? [] : [`allow: ${allowed}`]),
			...(asked === undefined || parts.length > 4 ? [] : [`ask: ${asked}`]),
		])
		.map((line) => `  expect ${line}\n`)
		.join("");
}

function inItsFolder(at: string, command: string): string {
	return at !== "." && /^[\w./-]+$/.test(at) && !at.startsWith("-") ? `cd ${at} && ${command}` : command;
}
