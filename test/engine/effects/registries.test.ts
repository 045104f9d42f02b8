/** Where packages, modules and plans come from: by words, variables, and what the files say that a program reads. */
import { expect, test } from "@jest/globals";
import { explain } from "../../../src/engine/decide/explain/explain.js";
import { loadText } from "../../../src/runtime/load/load.js";

const { tree } = loadText(
	"policy.rules",
	"agent default {\n  default deny\n  syntax sequences, variables\n  environment accept *\n}\n",
);

/** Hosts of a script on a machine with these files, in doubt with a `?` behind them; a lone one is a host that nobody knows. */
function hosts(script: string, files: Readonly<Record<string, string>> = {}): readonly string[] {
	if (tree === undefined) throw new Error("the policy is broken");
	const world = {
		workspace: "/w",
		home: "/home/u",
		linkAt: () => "none" as const,
		entriesOf: (folder: string) =>
			Object.keys(files).flatMap((path) =>
				path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1).replace(/\/.*/s, "")] : [],
			),
		textAt: (path: string) => (files[path] === undefined ? ("none" as const) : { text: files[path] as string }),
		facts: { variable: () => null },
	};
	return explain(tree, { script }, world).commands.flatMap(({ effects }) =>
		effects.flatMap(({ effect, sure, what }) => (effect === "reaches" ? [`${what ?? ""}${sure ? "" : "?"}`] : [])),
	);
}

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
	// Without a proxy of its own, go asks where a module lies, too.
	["go get forge.corp/a/b", {}, ["proxy.golang.org?", "sum.golang.org?", "?"]],
	["GOPROXY=https://proxy.corp/go go get forge.corp/a/b", {}, ["proxy.corp", "sum.golang.org?"]],
	[
		"GOPROXY='https://proxy.corp|https://two.corp' go get x.example/b",
		{},
		["proxy.corp?", "two.corp?", "sum.golang.org?"],
	],
	["GOPROXY=https://proxy.corp,direct go mod download", {}, ["proxy.corp?", "?", "sum.golang.org?"]],
	["GOPROXY=https://proxy.corp GOPRIVATE=x.example go get x.example/b", {}, ["proxy.corp", "sum.golang.org?", "?"]],
	["go mod tidy", { "/home/u/.config/go/env": "GOPROXY=https://proxy.corp\n" }, ["proxy.corp", "sum.golang.org?"]],
	[
		"go mod tidy",
		{ "/home/u/.config/go/env": "GOPROXY=https://proxy.corp\nGOFLAGS=-insecure\n" },
		["proxy.corp", "sum.golang.org?", "?"],
	],
	["apt-get update", {}, ["?"]],
	[
		"apt-get update",
		{ "/etc/apt/sources.list": "deb [arch=amd64] https://mirror.corp/debian stable main\n# deb http://x.example y\n" },
		["mirror.corp"],
	],
	[
		"apt-get update",
		{ "/etc/apt/sources.list.d/a.sources": "Types: deb\nURIs: https://mirror.corp/debian\nSuites: s\n" },
		["mirror.corp"],
	],
	[
		"apt-get update",
		{ "/etc/apt/sources.list.d/a.sources": "URIs: https://mirror.corp/a https://x.example/b\n" },
		["?"],
	],
	[
		"apt-get install jq",
		{
			"/etc/apt/sources.list.d/a.list": "deb https://mirror.corp/debian s m\n",
			"/etc/apt/apt.conf.d/01": 'Acquire::http::Proxy "http://p.corp";\n',
		},
		["mirror.corp", "?"],
	],
	[
		"apt-get -o Acquire::http::Proxy=http://p.example update",
		{ "/etc/apt/sources.list": "deb https://mirror.corp/d s m\n" },
		["mirror.corp", "p.example"],
	],
	[
		"apt-get -o Dir::Etc::SourceList=/tmp/x update",
		{ "/etc/apt/sources.list": "deb https://mirror.corp/d s m\n" },
		["mirror.corp", "?"],
	],
	["apt-get -c /tmp/x update", { "/etc/apt/sources.list": "deb https://mirror.corp/d s m\n" }, ["mirror.corp", "?"]],
	["dnf list", { "/etc/yum.repos.d/a.repo": "[a]\nbaseurl=https://rpm.corp/a\n" }, ["rpm.corp"]],
	["dnf list", { "/etc/yum.repos.d/a.repo": "[a]\nmirrorlist=https://rpm.corp/a\n" }, ["?"]],
	["pacman -Sy", { "/etc/pacman.d/mirrorlist": "Server = https://arch.corp/$repo/os/$arch\n" }, ["arch.corp"]],
	["mvn -q verify", {}, ["repo.maven.apache.org"]],
	["mvn -Dmaven.repo.remote=https://x.example/m verify", {}, ["repo.maven.apache.org", "x.example"]],
	["mvn -Dhttps.proxyHost=x verify", {}, ["repo.maven.apache.org", "?"]],
	["mvn -DskipTests=true verify", {}, ["repo.maven.apache.org"]],
	["mvn -s other.xml verify", {}, ["repo.maven.apache.org", "?"]],
	[
		"mvn verify",
		{ "/home/u/.m2/settings.xml": "<mirror><url>https://mvn.corp/all</url></mirror>" },
		["repo.maven.apache.org", "mvn.corp?"],
	],
	["mvn verify", { "/w/pom.xml": "<repositories>" }, ["repo.maven.apache.org", "?"]],
	[
		"composer install",
		{ "/w/composer.json": '{"repositories":[{"type":"vcs","url":"git@forge.corp:a/b.git"}]}' },
		["*.packagist.org", "forge.corp?", "packagist.org?", "github.com?", "api.github.com?", "codeload.github.com?"],
	],
	[
		"COMPOSER=x.json composer install",
		{},
		["*.packagist.org", "packagist.org?", "github.com?", "api.github.com?", "codeload.github.com?", "?"],
	],
	[
		"terraform init",
		{},
		["*.terraform.io?", "*.hashicorp.com?", "*.opentofu.org?", "github.com?", "*.githubusercontent.com?"],
	],
	[
		"terraform init -from-module=git::https://forge.corp/m",
		{},
		["*.terraform.io?", "*.hashicorp.com?", "*.opentofu.org?", "github.com?", "*.githubusercontent.com?", "forge.corp"],
	],
	[
		"terraform init -backend-config=address=https://state.corp/x",
		{},
		["*.terraform.io?", "*.hashicorp.com?", "*.opentofu.org?", "github.com?", "*.githubusercontent.com?", "state.corp"],
	],
	[
		"terraform init",
		{ "/w/main.tf": 'module "a" {\n  source = "mods.corp/team/a/aws"\n}\n' },
		["mods.corp?", "*.terraform.io?", "*.hashicorp.com?", "*.opentofu.org?", "github.com?", "*.githubusercontent.com?"],
	],
	[
		"terraform init",
		{ "/w/main.tf": 'terraform {\n  backend "http" {\n' },
		["*.terraform.io?", "*.hashicorp.com?", "*.opentofu.org?", "github.com?", "*.githubusercontent.com?", "?"],
	],
	[
		"terraform init",
		{ "/w/main.tf": '  source = "./part"\n' },
		["*.terraform.io?", "*.hashicorp.com?", "*.opentofu.org?", "github.com?", "*.githubusercontent.com?", "?"],
	],
	["glab mr list", {}, ["gitlab.com"]],
	["glab mr list -R forge.corp/a/b", {}, ["forge.corp"]],
	["glab api x --hostname forge.corp", {}, ["forge.corp"]],
	["GITLAB_HOST=https://forge.corp glab mr list", {}, ["forge.corp"]],
	[
		"glab mr list",
		{ "/w/.git/config": '[remote "origin"]\n\turl = git@forge.corp:a/b.git\n' },
		["gitlab.com", "forge.corp?"],
	],
	[
		"glab mr list",
		{ "/home/u/.config/glab-cli/config.yml": "hosts:\n    forge.corp:\n        token: x\n" },
		["forge.corp"],
	],
	["dotnet restore", {}, ["api.nuget.org"]],
	["dotnet restore @more.rsp", {}, ["api.nuget.org", "?"]],
	["dotnet restore", { "/w/Directory.Build.rsp": "-p:RestoreSources=x" }, ["api.nuget.org", "?"]],
	["BUNDLE_MIRROR__ALL=https://x.example bundle install", {}, ["rubygems.org", "*.rubygems.org", "?"]],
	[
		"terraform -chdir=/d init",
		{ "/d/main.tf": '  source = "mods.corp/a/b/c"\n' },
		["*.terraform.io?", "*.hashicorp.com?", "*.opentofu.org?", "github.com?", "*.githubusercontent.com?", "mods.corp?"],
	],
	[
		"TF_CLI_ARGS_init=-from-module=x terraform init",
		{},
		["*.terraform.io?", "*.hashicorp.com?", "*.opentofu.org?", "github.com?", "*.githubusercontent.com?", "?"],
	],
	["dotnet restore -s https://nuget.corp/v3", {}, ["api.nuget.org", "nuget.corp"]],
	[
		"dotnet restore",
		{ "/nuget.config": '<add key="a" value="https://nuget.corp/v3" />' },
		["api.nuget.org", "nuget.corp?"],
	],
	["bundle install", { "/w/Gemfile": 'source "https://gems.corp"\ngem "x"\n' }, ["gems.corp"]],
	["bundle install", { "/w/Gemfile": 'source "https://gems.corp"\ngem "x", github: "a/b"\n' }, ["gems.corp", "?"]],
	["pipenv install x", { "/w/Pipfile": '[[source]]\nurl = "https://pypi.corp/simple"\n' }, ["pypi.corp"]],
	["RUSTUP_DIST_SERVER=https://rust.corp rustup update", {}, ["rust.corp"]],
	["HEX_MIRROR=https://hex.corp mix deps.get", {}, ["hex.corp"]],
	["conda install -c https://conda.corp/x y", {}, ["repo.anaconda.com", "conda.anaconda.org", "conda.corp"]],
	// A proxy is talked to, whatever its scheme is.
	["ALL_PROXY=socks5h://p.example:1080 curl https://x.example", {}, ["x.example", "p.example?"]],
	["https_proxy=p.example:3128 no_proxy=localhost curl https://x.example", {}, ["x.example", "p.example?"]],
	["curl -x socks5://p.example https://x.example", {}, ["x.example", "p.example"]],
	["curl --socks5-hostname p.example:9 https://x.example", {}, ["x.example", "p.example"]],
	["pip download --proxy socks5://p.example:1 x", {}, ["pypi.org", "files.pythonhosted.org", "p.example"]],
])("%s with %o", (script, files, expected) => {
	expect([...hosts(script, files)].sort()).toEqual([...expected].sort());
});
