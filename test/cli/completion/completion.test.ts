/** Real shells complete by the scripts that are written for them. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { verbs } from "../../../src/cli/verbs.js";
import { cacheHome, folder, rules } from "../cli.js";

const shells = ["bash", "zsh", "fish"] as const;
type Shell = (typeof shells)[number];

const cwd = folder({ "policy.rules": "", "src/a.rules": "", "log.jsonl": "" });
const scripts = folder();
const home = folder();

/** Runs a program of a shell; `undefined` where there is no such shell. */
function ran(shell: Shell, words: readonly string[], input = ""): string | undefined {
	const done = spawnSync(shell, words, {
		cwd,
		input,
		encoding: "utf8",
		timeout: 120_000,
		env: { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: cacheHome(), TERM: "dumb", LC_ALL: "C" },
	});
	if ((done.error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") return undefined;
	expect(done.stderr).toBe("");
	return done.stdout;
}

const missing = shells.filter((shell) => ran(shell, ["-c", ":"]) === undefined);
for (const shell of missing) console.warn(`skipped: no ${shell} on this machine`);

const describeWith = (shell: Shell): typeof describe.skip => (missing.includes(shell) ? describe.skip : describe);

beforeAll(() => {
	for (const shell of shells) {
		const { code, out, err } = rules(["completion", shell]);
		expect([code, err]).toEqual([0, ""]);
		spawnSync("tee", [join(scripts, shell)], { input: out });
	}
});

/** What bash offers for words, the last of which is being typed, cut as bash cuts them. */
const inBash = String.raw`
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
_rules
((${"$"}{#COMPREPLY[@]} == 0)) || printf '%s\n' "${"$"}{COMPREPLY[@]}"
`;

/** What zsh offers for each line: what \`compadd\` is told is printed. */
const inZsh = String.raw`
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1=; autoload -Uz compinit; compinit -u -D; source '$1'; compadd() { local -a hits; if [[ $'"{@[1,(i)(-|--)]}"' != *-(O|A|D)\ * ]]; then builtin compadd -A hits "$@"; (( $#hits )) && print -rl -- "<<"$^hits">>"; fi; builtin compadd "$@"; }; ended() { print "<""<END>>"; zle kill-whole-line }; zle -N ended; bindkey "^I" complete-word; bindkey "^X" ended; print READ""Y'
zpty -r z out '*READY*'
while IFS= read -r line; do
	zpty -w -n z "$line"$'\t'
	zpty -w -n z $'\x18'
	zpty -r z out '*<<END>>*'
	print -r -- "=$line"
	print -r -- "$out"
done
zpty -d z
`;

/** What a shell offers where this line ends. In bash and fish, options and values with all that stands before them in their word. */
function offered(shell: Shell, line: string): readonly string[] {
	const script = join(scripts, shell);
	switch (shell) {
		case "bash": {
			const cut = line.split(/ +|(?==)|(?<==)/);
			return listed(ran(shell, ["--norc", "--noprofile", "-c", inBash, "bash", script, ...cut]));
		}
		case "fish":
			return listed(ran(shell, ["--no-config", "-c", `source ${script}; complete -C '${line}'`])).map((one) =>
				one.replace(/\t.*$/, "").replace(/^--[a-z-]+=(?=.)/, ""),
			);
		case "zsh":
			return zshAnswers.get(line) ?? [];
	}
}

const listed = (text = ""): readonly string[] => text.split("\n").filter((one) => one !== "");
const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].toSorted();
const slashless = (names: readonly string[]): readonly string[] => sorted(names.map((one) => one.replace(/\/$/, "")));

const zshAnswers = new Map<string, readonly string[]>();
const verbNames = [...verbs.map(({ name }) => name), "help"];

/** Lines, and all that is offered for them. */
const cases: readonly (readonly [line: string, offers: readonly string[]])[] = [
	["rules ", verbNames],
	["rules ch", ["check"]],
	["bylaw comp", ["compile", "completion"]],
	["rules check --js", ["--json", "--jsonl"]],
	["rules check --rules gua", ["guard"]],
	["rules check --rules pol", ["policy.rules"]],
	["rules lint --format ", ["text", "json", "sarif", "github", "gitlab"]],
	["rules lint --format=j", ["json"]],
	["rules test --format ", ["text", "json", "junit", "tap"]],
	["rules lint --only sty", ["style"]],
	["rules lint --explain missing-o", ["missing-override"]],
	["rules init --pack safe", ["safe-shell"]],
	["rules install --harness claude", ["claude-code"]],
	["rules doctor --settings x --harness kir", ["kiro"]],
	["rules audit ", ["verify", "tail", "show", "stats", "ship", "ingest", "query"]],
	["rules audit --json st", ["stats"]],
	// A value is not taken for a word of its own.
	["rules audit --agent tail ver", ["verify"]],
	["rules audit --agent=tail ver", ["verify"]],
	["rules audit tail lo", ["log.jsonl"]],
	["rules session ", ["show", "release"]],
	["rules export cl", ["claude-code"]],
	["rules can --effect a", ["allow", "ask"]],
	["rules completion ", ["bash", "zsh", "fish"]],
	["rules help aud", ["audit"]],
	["rules mcp gate", ["gateway"]],
	["rules diff policy.rules univ", ["universal"]],
	["rules fmt sr", ["src"]],
	["rules check --env A=b --work", ["--workspace"]],
	["rules check --cwd ", ["src"]],
	// Nothing is known of agents.
	["rules show sr", []],
	["rules run -- tas", []],
	["rules nosuch ", []],
];

describe.each(shells)("%s", (shell) => {
	describeWith(shell)("offers", () => {
		beforeAll(() => {
			if (shell !== "zsh") return;
			const input = cases.map(([line]) => `${line}\n`).join("");
			const answers = ran(shell, ["-f", "-c", inZsh, "zsh", join(scripts, shell)], input) ?? "";
			for (const answer of answers.split(/^=/m).slice(1)) {
				const line = answer.slice(0, answer.indexOf("\n"));
				const found = [...answer.matchAll(/<<(.*?)>>/g)].map(([, one = ""]) => one.trim());
				zshAnswers.set(line, found.slice(0, found.indexOf("END")));
			}
			expect(zshAnswers.size).toBe(cases.length);
		});

		test.each(cases.filter(([line]) => !line.startsWith("rules run")))("%j", (line, offers) => {
			expect(slashless(offered(shell, line))).toEqual(sorted(offers));
		});

		if (shell !== "zsh")
			test("programs behind `--`, and no options of the verb", () => {
				expect(offered(shell, "rules run -- tes")).toContain("test");
				expect(offered(shell, "rules run -- test --")).not.toContain("--script");
				expect(offered(shell, "rules show -- tes")).not.toContain("test");
			});
	});
});

describeWith("bash")("in bash", () => {
	test.each(verbs.map(({ name }) => name))("every option that the help shows is offered: %s", (name) => {
		const shown = [...rules([name, "--help"]).out.matchAll(/^ {2}(?:(-\w), )?(--[a-z-]+)/gm)].flatMap(
			([, short, long]) => [short, long].flatMap((one) => one ?? []),
		);
		expect(shown).toContain("--help");
		expect(sorted(offered("bash", `rules ${name} -`))).toEqual(sorted(shown));
	});

	test("no value is taken where an option takes none", () => {
		expect(offered("bash", "rules check --json=")).toEqual([]);
		expect(offered("bash", "rules check --json ")).toEqual([]);
		expect(offered("bash", "rules lint --cache sr")).toEqual(["src"]);
	});
});

test("a shell that is not known is refused", () => {
	expect(rules(["completion", "tcsh"])).toEqual({
		code: 2,
		out: "",
		err: "error: `tcsh` is invalid for argument `SHELL`: it is one of bash, zsh, fish.\nhelp: see `rules completion --help`\n",
	});
	expect(rules(["completion", "bsh"]).err).toMatch(/^help: did you mean `bash`\?$/m);
	expect(rules(["completion"])).toMatchObject({ code: 2, out: "" });
});
