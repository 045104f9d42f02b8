import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { sameStatements } from "../../../src/language/syntax/equal.js";
import { readPolicyFile } from "../../../src/language/syntax/read-policy-file.js";
import { convertPolicyFile, formatPolicyFile } from "../../../src/language/syntax/write-policy-file.js";

function example(name: string): string {
	return readFileSync(new URL(name, import.meta.url), "utf8");
}

describe.each(["example.rules", "example.rules.yaml"])("%s", (name) => {
	const text = example(name);
	const { value, diagnostics } = readPolicyFile(name, text);

	test("has no faults", () => expect(diagnostics).toEqual([]));

	test("keeps every comment in both notations", () => {
		const comments = text.match(/(?<=^|[ \n])# [^\n]*/g)?.filter((one) => one !== "# part of the command") ?? [];
		expect(comments.length).toBeGreaterThan(5);
		for (const notation of ["rules", "yaml"] as const) {
			const written = convertPolicyFile(value, notation);
			for (const comment of comments) expect(written).toContain(comment.trim());
		}
	});

	test("goes to the other notation and back", () => {
		const yaml = convertPolicyFile(value, "yaml");
		const dsl = convertPolicyFile(value, "rules");
		const fromYaml = readPolicyFile("x.rules.yaml", yaml);
		const fromDsl = readPolicyFile("x.rules", dsl);
		expect([fromYaml.diagnostics, fromDsl.diagnostics]).toEqual([[], []]);
		expect(sameStatements(fromYaml.value, fromDsl.value, { comments: true })).toBe(true);
		expect(convertPolicyFile(fromYaml.value, "rules")).toBe(dsl);
		expect(convertPolicyFile(fromDsl.value, "yaml")).toBe(yaml);
		expect(formatPolicyFile(fromDsl.value)).toBe(dsl);
	});

	test("is the same with other line ends and a byte order mark", () => {
		const other = readPolicyFile(name, `\ufeff${text.replace(/\n/g, "\r\n")}`);
		expect(other.diagnostics).toEqual([]);
		expect(sameStatements(value, other.value, { comments: true })).toBe(true);
	});
});

test("the formatter writes the example like this", () => {
	const { value } = readPolicyFile("example.rules", example("example.rules"));
	expect(formatPolicyFile(value)).toMatchInlineSnapshot(`
"# What our coding agents may run.
import "guard" # shipped; "./team.rules" would lie beside this file

set shells = bash, sh, zsh, fish
trust /usr/bin, /bin

program deploy can read, network { # our own script
  # where to
  option --target, -t PATH write
  option -q # quiet

  # nothing else
}

group readers {
  allow cat, head, tail within .
}

agent default extends readers {
  default deny

  # --- shells
  locked deny @shells because "A shell inside the shell hides what runs."
  locked deny * using privilege note "Reviewed in {program}." # sudo, su, doas
  deny git
    except git status, git diff, exactly git log
    use go.get, go.mod
    id no-git
    because "Use the \\"version-control\\" tools.\\nAlways." # reading is fine
  deny npm install --global
  ask npm publish
  ask 2 of release for this session npm deprecate, npm unpublish within .
  ask of "the team" "of" 2
  nudge go build use go.build
  nudge grep with -r & -f, --recursive without -q use file.search id no-grep
  allow /go[0-9.]*/, ./*, "a b" "within" only -v, --help
  allow sort granting write
  constrain writes of * to ., /tmp/build, !./secret
  constrain reads of @shells to "C:\\\\x"
  deny * touching **/.env, ~/.ssh

  syntax pipes, redirects
  limit output 16KiB keep head 1KiB tail 1KiB spill
  override limit timeout 5s max 30s
  unreadable ask
  sandbox require
  override audit prefer
  self protected
  environment keep PATH, HOME
  environment set CI=1, "GREETING=good day"

  expect allow: go run ./cmd/server   # part of the command
  expect nudge forced by no-grep: grep x
  expect deny "echo 'two\\nlines'" # and a comment
  never allow rm touching /etc
  # the end
}

agent "release bot" extends default, readers {}
always deny rm because "Never here."
# after all
"
`);
	expect(convertPolicyFile(value, "yaml")).toMatchInlineSnapshot(`
"# What our coding agents may run.
import: guard # shipped; "./team.rules" would lie beside this file

sets:
  shells: [bash, sh, zsh, fish]
trust: [/usr/bin, /bin]

programs:
  deploy: # our own script
    can: [read, network]
    options:
      # where to
      - { names: [--target, -t], value: PATH, does: write }
      - { names: -q } # quiet

      # nothing else

groups:
  readers:
    rules:
      - allow: [cat, head, tail]
        within: .

agents:
  default:
    extends: readers
    default: deny

    rules:
      # --- shells
      - deny: "@shells"
        locked: true
        because: A shell inside the shell hides what runs.
      - deny: "*" # sudo, su, doas
        locked: true
        using: privilege
        note: Reviewed in {program}.
      - deny: git # reading is fine
        except: [git status, git diff, exactly git log]
        use: [go.get, go.mod]
        id: no-git
        because: "Use the \\"version-control\\" tools.\\nAlways."
      - deny: npm install --global
      - ask: npm publish
      - ask: [npm deprecate, npm unpublish]
        of: { group: release, "n": "2", for: this session }
        within: .
      - ask: '"of" 2'
        of: the team
      - nudge: go build
        use: go.build
      - nudge: grep
        with: [-r & -f, --recursive]
        without: -q
        use: file.search
        id: no-grep
      - allow: ["/go[0-9.]*/", ./*, '"a b" "within"']
        only: [-v, --help]
      - allow: sort
        granting: write
      - constrain: "*"
        of: writes
        to: [., /tmp/build, "!./secret"]
      - constrain: "@shells"
        of: reads
        to: '"C:\\\\x"'
      - deny: "*"
        touching: ["**/.env", ~/.ssh]

      - syntax: [pipes, redirects]
      - limit: output 16KiB keep head 1KiB tail 1KiB spill
      - limit: timeout 5s max 30s
        override: true
      - unreadable: ask
      - sandbox: require
      - audit: prefer
        override: true
      - self: protected
      - environment: { keep: [PATH, HOME] }
      - environment: { set: [CI=1, '"GREETING=good day"'] }

      - expect: allow
        command: "go run ./cmd/server   # part of the command"
      - expect: nudge
        forced: true
        by: no-grep
        command: grep x
      - expect: deny # and a comment
        command: "echo 'two\\nlines'"
      - never: { allow: rm, touching: /etc }
      # the end

  release bot:
    extends: [default, readers]
rules:
  - always: { deny: rm, because: Never here. }
# after all
"
`);
});
