/** What each toolchain adds to the starter that `rules init` writes, beyond what the pack `developer` says of it. */
import type { Toolchain } from "./project-of.js";
import type { ToolchainName } from "./toolchains-in.js";

/** What a toolchain adds to a starter. */
export interface Part {
	readonly title: string;
	/** Patterns that fetch what the lock file names, and nothing else. */
	readonly fetches?: readonly string[];
	/** Patterns that publish, where the pack does not ask already. */
	readonly publishes?: readonly string[];
	/** The command of every day; a part of a repository runs it in its own folder. */
	readonly everyday?: string;
	/** The same where the tool builds many parts together. */
	readonly everydayOfMany?: string;
	/** What else is let through. */
	readonly allowed?: string;
	readonly asked?: string;
	readonly denied?: string;
}

/** What the toolchain adds. */
export function partOf({ name, wrapped }: Toolchain): Part {
	if (name === "maven") return maven(wrapped ? "./mvnw" : "mvn");
	if (name === "gradle") return gradle(wrapped ? "./gradlew" : "gradle");
	return parts[name];
}

const parts: Readonly<Record<Exclude<ToolchainName, "maven" | "gradle">, Part>> = {
	npm: {
		title: "npm",
		fetches: ["npm ci"],
		everyday: "npm test",
		everydayOfMany: "npm test --workspaces",
		allowed: "npm ci",
		asked: "npm install left-pad",
	},
	pnpm: {
		title: "pnpm",
		fetches: ["pnpm install --frozen-lockfile"],
		everyday: "pnpm test",
		everydayOfMany: "pnpm -r test",
		allowed: "pnpm install --frozen-lockfile",
		asked: "pnpm add left-pad",
	},
	yarn: {
		title: "Yarn",
		fetches: ["yarn install --immutable", "yarn install --frozen-lockfile"],
		everyday: "yarn test",
		everydayOfMany: "yarn workspaces foreach -A run test",
		allowed: "yarn install --immutable",
		asked: "yarn add left-pad",
	},
	bun: {
		title: "Bun",
		fetches: ["exactly bun install --frozen-lockfile"],
		everyday: "bun test",
		everydayOfMany: "bun run --filter '*' test",
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
		everydayOfMany: "cargo test --workspace",
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
	task: { title: "Task", everyday: "task test", asked: "task deploy" },
	sbt: { title: "sbt", everyday: "sbt test", asked: "sbt publish" },
	mix: { title: "Mix", everyday: "mix test", asked: "mix deps.get" },
	swift: { title: "Swift", everyday: "swift build", asked: "swift package update" },
	cmake: { title: "CMake", everyday: "cmake --build build" },
	meson: { title: "Meson", everyday: "meson compile -C build", asked: "meson install -C build" },
	autotools: { title: "Autotools", everyday: "./configure", asked: "make install" },
	make: { title: "make", everyday: "make", asked: "make install" },
	terraform: { title: "Terraform", everyday: "terraform validate", asked: "terraform apply" },
	tofu: { title: "OpenTofu", everyday: "tofu validate", asked: "tofu apply" },
	docker: { title: "Docker", everyday: "docker ps", asked: "docker build ." },
	compose: { title: "Docker Compose", everyday: "docker compose ps", asked: "docker compose up -d" },
	kubernetes: { title: "Kubernetes", everyday: "kubectl version --client", asked: "kubectl apply -f x.yaml" },
	helm: { title: "Helm", everyday: "helm lint .", asked: "helm upgrade --install app ." },
	devcontainer: { title: "a dev container", denied: "cp x .devcontainer/devcontainer.json" },
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
