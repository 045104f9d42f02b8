/** The policies that `rules init` writes: short, commented, with expectations that hold. */
import { existsSync } from "node:fs";
import { join } from "node:path";

/** What a kind of project adds to a starter. */
interface Project {
	/** Files that show the kind. */
	readonly files: readonly string[];
	readonly rules: readonly string[];
	readonly expectations: readonly string[];
}

const projects: readonly Project[] = [
	{
		files: ["package.json"],
		rules: [
			"allow npm test, npm run, npm ci",
			"allow node without -e, -p, -r # files, and no code that stands on the command line",
			'deny npm install --global because "Packages belong into the project, not onto the machine."',
			'ask npm publish because "A person looks at every release."',
		],
		expectations: ["allow: npm test", "deny: npm install -g left-pad", "ask: npm publish"],
	},
	{
		files: ["go.mod"],
		rules: ["allow go build, go test, go run, go vet, gofmt"],
		expectations: ["allow: go test ./...", "deny: go install example.com/tool@latest"],
	},
	{
		files: ["Cargo.toml"],
		rules: [
			"allow cargo build, cargo check, cargo test, cargo run, cargo fmt, cargo clippy",
			'ask cargo publish because "A person looks at every release."',
		],
		expectations: ["allow: cargo test", "ask: cargo publish"],
	},
	{
		files: ["pyproject.toml", "requirements.txt", "setup.py"],
		rules: [
			"allow pytest",
			"allow python, python3 without -c # files and modules, and no code that stands on the command line",
			'ask pip install, pip3 install because "A person looks at every new package."',
		],
		expectations: ["allow: python3 -m pytest", "ask: pip install requests"],
	},
];

/** A policy for the project that lies in a folder. */
export function starter(folder: string): string {
	const found = projects.filter((project) => project.files.some((file) => existsSync(join(folder, file))));
	const own =
		found.length > 0
			? [
					"",
					"  # Build, test, run. Whoever may run these may run any code of this project.",
					...found.flatMap(({ rules }) => rules.map((rule) => `  ${rule}`)),
				]
			: [];
	return `# What agents may run in this folder. \`rules check -- COMMAND\` decides, \`rules test\` checks the expectations below.
agent default {
  default deny

  # Locked: nothing that extends this agent takes it back.
  locked deny sh, bash, zsh, dash, fish because "A shell inside the shell hides what runs."
  locked deny * using privilege because "No agent raises its privileges."
  locked deny *
    using write, delete
    touching **/*.rules, **/*.rules.yaml, bylaw.config.yaml, .git/hooks, .husky, .github/workflows,
        .vscode, .claude, .cursor, .envrc
    because "What agents write there runs later, or decides what they may do."
  deny * touching **/.env, ~/.ssh because "Secrets stay out of agents' sight."

  # Looking around, and changing files inside of this folder.
  allow ls, cat, head, tail, wc, grep, mkdir, cp, mv, rm within .
  allow git status, git diff, git log
  nudge git push because "People merge: open a pull request."
${own.map((line) => `${line}\n`).join("")}
  limit timeout 2m max 10m
  limit output 64KiB keep head 16KiB tail 48KiB

  expect allow: git status
  expect nudge: git push origin main
  expect deny: rm -rf ../other
  expect deny: cat .env
  expect deny: cp x .git/hooks/pre-commit
${found.flatMap(({ expectations }) => expectations.map((one) => `  expect ${one}\n`)).join("")}}
`;
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
