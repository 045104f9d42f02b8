/**
 * `rules init` in projects that their own tools make (`cargo new`, `go mod init`, `bundle gem`, …): what it writes passes `lint`, `test` and `prove` at once.
 * Tools that are not installed are named and left out. By the built program, in folders for the time being; nothing is fetched.
 *
 *	npm run kinds                     every tool that is there
 *	npm run kinds -- cargo go         these alone
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";

/** The tool, what it is asked, and the folder that the project then lies in. */
const kinds = [
	["npm", "npm init -y"],
	["npm", "npm init -y && npm init -y -w packages/a && npm init -y -w packages/b"],
	["pnpm", "pnpm init"],
	["yarn", "yarn init -y"],
	["bun", "bun init -y"],
	["deno", "deno init"],
	["tsc", "npm init -y && tsc --init"],
	["lerna", "npm init -y && lerna init --skip-install"],
	["cargo", "cargo new app", "app"],
	["cargo", "cargo init --lib"],
	["go", "go mod init example.com/app"],
	[
		"go",
		"mkdir a b && (cd a && go mod init example.com/a) && (cd b && go mod init example.com/b) && go work init ./a ./b",
	],
	["composer", "composer init --no-interaction --name acme/app"],
	["bundle", "bundle init"],
	["bundle", "bundle gem app --no-ci --no-mit --no-coc --test=rspec --linter=rubocop --no-changelog", "app"],
	["mix", "mix new app", "app"],
	["meson", "meson init --name app --language c"],
	["poetry", "poetry new app", "app"],
	["gradle", "gradle init --offline --no-daemon --type basic --dsl kotlin --project-name app"],
	["django-admin", "django-admin startproject app", "app"],
	["dune", "dune init project app", "app"],
	["uv", "uv init --offline app", "app"],
	["dotnet", "dotnet new console -o app", "app"],
	["swift", "swift package init"],
	["helm", "helm create app", "app"],
	["sbt", "sbt new scala/hello-world.g8 --name=app", "app"],
];

const wanted = process.argv.slice(2);
const program = join(root, "dist", "cli.cjs");
let failed = 0;
let green = 0;
const missing = new Set();
for (const [tool, made, below = "."] of kinds) {
	if (wanted.length > 0 && !wanted.includes(tool)) continue;
	if (spawnSync("sh", ["-c", `command -v ${tool}`]).status !== 0) {
		missing.add(tool);
		continue;
	}
	const place = mkdtempSync(join(tmpdir(), "bylaw-kind-"));
	try {
		// A home of its own: tools leave settings and caches there.
		const home = join(place, "home");
		const project = join(place, "project");
		mkdirSync(home);
		mkdirSync(project);
		writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = a\n\temail = a@example.com\n");
		const env = { ...process.env, HOME: home, CI: "1" };
		const tried = spawnSync("sh", ["-c", made], { cwd: project, env, encoding: "utf8", timeout: 300_000 });
		if (tried.status !== 0) {
			failed++;
			console.log(`not made  ${made}: ${(tried.stderr || tried.stdout).trim().split("\n").at(-1)}`);
			continue;
		}
		const cwd = join(project, below);
		const run = (...words) => spawnSync(process.execPath, [program, ...words], { cwd, env, encoding: "utf8" });
		const first = run("init");
		const faults = [
			...(first.status === 0 ? [] : [`init: ${first.stderr.trim()}`]),
			...[["lint", "--max-warnings", "0"], ["test"], ["prove"]].flatMap((words) => {
				const { status, stdout, stderr } = run(...words);
				return status === 0 ? [] : [`${words[0]}: ${(stdout + stderr).trim()}`];
			}),
		];
		const found = /^found: .*$/m.exec(first.stdout)?.[0] ?? "found: nothing";
		if (faults.length === 0) green++;
		else failed++;
		console.log(`${faults.length === 0 ? "green   " : "FAILED  "}  ${made}  (${found})`);
		for (const fault of faults) console.log(fault.replace(/^/gm, "    "));
	} finally {
		rmSync(place, { recursive: true, force: true });
	}
}
console.log(`${green} green, ${failed} failed${missing.size > 0 ? `; not installed: ${[...missing].join(", ")}` : ""}`);
if (failed > 0) process.exitCode = 1;
