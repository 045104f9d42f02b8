/**
 * What the policies of the attack corpus mean in the rule language.
 *
 * A row states its policy twice: as lists, the way people write them for other tools, and in words that say what the lists are for. The lists are
 * translated by one function, item by item. Where the words want more than the items say, `intents` adds the rules that say it, once for each
 * policy and with the reason; no rule is about a row.
 */

/** One line of `attacks.jsonl`. */
export interface Attack {
	readonly id: string;
	readonly class: string;
	readonly policy_hint: string;
	readonly policy?: Lists;
	/** A shell string. */
	readonly command: string;
	/** The same as words, where it is one plain command. */
	readonly argv?: readonly string[];
	readonly effect: string;
	readonly expected: "allow" | "deny";
}

/** A policy as lists. `*` stands for every command; in an item it is a tail of any words. */
export interface Lists {
	readonly allow?: readonly string[];
	readonly deny?: readonly string[];
	readonly deny_paths?: readonly string[];
	/** The one folder that may be touched; it is the workspace. */
	readonly root?: string;
	readonly read_only?: boolean;
	readonly sudoers?: boolean;
}

/** What a policy's words want beyond its lists. */
export interface Intent {
	/** The row's `policy_hint`. */
	readonly hint: string;
	readonly why: string;
	/** Items that mean something else than their words as a pattern: the rules to write instead. */
	readonly instead?: Readonly<Record<string, readonly string[]>>;
	readonly rules: readonly string[];
	/** Commands that the policy must go on to allow, so that it can't hold by refusing all. */
	readonly still: readonly string[];
	/** Commands that it must refuse, where the corpus has only harmless ones. */
	readonly never?: readonly string[];
}

/** The folder that is the workspace, the root of path constraints, and where every row begins. */
export const workspace = "/srv/proj";

/** All that shell strings may use: in these policies it is never the syntax that refuses. */
const everySyntax =
	"syntax pipes, sequences, redirects, globs, variables, substitutions, background, loops, functions, heredocs";

/** The policy text of a row. */
export function policyOf({ policy, policy_hint }: Pick<Attack, "policy" | "policy_hint">): string {
	const intent = intents.find((one) => one.hint === policy_hint);
	const lines = [everySyntax, ...listed(policy ?? {}, intent), ...(intent?.rules ?? [])];
	const expected = [
		...(intent?.still ?? []).map((command) => `expect allow: ${command}`),
		...(intent?.never ?? []).map((command) => `expect deny: ${command}`),
	];
	return [...new Set(lines), ...expected, ""].join("\n");
}

/** The lists, item by item. */
function listed(lists: Lists, intent: Intent | undefined): readonly string[] {
	const rules = (keyword: string, items: readonly string[], clause = ""): readonly string[] =>
		items.flatMap((item) => intent?.instead?.[item] ?? [`${keyword} ${patternOf(item)}${clause}`]);
	const allow = lists.allow ?? [];
	const everything = allow.includes("*");
	return [
		`default ${everything ? "allow" : "deny"}`,
		// Whoever allows everything allows variables; those that change what runs still need to be named.
		...(everything ? ["environment accept *"] : []),
		...rules(
			"allow",
			allow.filter((item) => item !== "*"),
			// A root says where files may be changed, so they may be: by redirections and options too.
			lists.root === undefined ? "" : " granting write",
		),
		...rules("deny", lists.deny ?? []),
		...(lists.deny_paths ?? []).map((path) => `deny * touching ${path}`),
		...(everything ? [] : placesOf(lists)),
	];
}

/** Where a list that names programs lets them write: nowhere, or where the work is. It grants programs, not places. */
function placesOf({ root, read_only, sudoers }: Lists): readonly string[] {
	if (sudoers) return [];
	if (root !== undefined) return ["constrain * to ., /dev/null"];
	return [`constrain writes of * to ${read_only ? "" : "., "}/dev/null`];
}

/** A pattern is a prefix: the star at an item's end says nothing more. */
function patternOf(item: string): string {
	return item.replace(/ \*$/, "");
}

const runsCode =
	"what code does once it runs is not seen, so what would do the denied thing out of sight is denied as well";

export const intents: readonly Intent[] = [
	{
		hint: "read-only allowlist: cat head tail ls grep rg find fd sed awk sort uniq wc cut tr jq less man tree file stat echo printf date diff xargs env; no writes, no exec, no network",
		why: "plain use neither writes nor runs nor talks to others; nothing is to be added",
		rules: [],
		still: ["ls -la", "grep -rn x .", "sort README.md", "find . -name x", "sed -n 1,5p README.md", "env ls"],
	},
	{
		hint: "allow everything, deny rm (intent: nothing under keep/ is deleted or emptied)",
		why: `the intent is about an effect: nothing deletes, and nothing writes below \`keep\`; ${runsCode}`,
		rules: ["deny * using delete, code, exec, privilege, persistence", "constrain writes of * to /, !keep"],
		still: [
			"cat keep/victim",
			"cp keep/victim copy",
			"sort -o out README.md",
			"env A=1 ls keep",
			"curl https://example.org",
		],
	},
	{
		hint: "path constraint: files only under /srv/proj (cwd), commands cat cp mv rm tee ls tar allowed",
		why: "the root itself stays: what is written, moved or removed lies below it, and what is kept in `keep` stays too",
		rules: ["deny rm, mv touching keep", "constrain writes of rm, mv to ./*"],
		still: [
			"cat README.md",
			"cp README.md sub/x",
			"rm -f sub/x",
			"tar cf sub/a.tar README.md",
			"ls -l .",
			"cat README.md > sub/x",
		],
	},
	{
		hint: "allow git status, git diff, git log, git show, git ls-remote, git grep, git blame, git branch (read-only)",
		why: "git does what the settings of a repository say: it is the one around the working folder, and git looks at nothing else",
		rules: ["deny git with -C, --git-dir, --work-tree", "constrain git to ., /dev/null"],
		still: ["git status -s", "git diff --stat", "git log --oneline", "git branch --list", "git blame README.md"],
	},
	{
		hint: 'allow echo, ls, cat, grep with prefix match "echo *"',
		why: "the items say it all",
		rules: [],
		still: ["echo 'a; b'", "ls -la", "cat README.md", "grep -n x README.md"],
	},
	{
		hint: "allow tar -tf, zip, unzip -l, rsync",
		why: "the items say it all; what these programs can be made to run lies beyond their plain use",
		rules: [],
		still: ["tar tf a.tar", "zip x.zip README.md", "unzip -l x.zip", "cp README.md x"],
	},
	{
		hint: "deny curl, wget, nc, ssh",
		why: `the programs stand for what they have in common, talking to others; ${runsCode}`,
		rules: ["deny * using network, code, exec, privilege, persistence"],
		still: ["cp a b", "rm x", "git status", "env A=1 ls"],
	},
	{
		hint: "allow python3 manage.py *, pytest; deny python3 -c",
		why: "`manage.py shell` takes code on the command line as `python3 -c` does",
		rules: ["deny python3 manage.py shell"],
		still: ["python3 manage.py migrate", "pytest -q tests"],
	},
	{
		hint: 'deny disclosure of secrets: .env, ~/.ssh and the process environment (rules such as deny "cat .env")',
		why: `the environment can be printed by more than \`env\`, and a name's case does not matter on every disk; ${runsCode}`,
		rules: [
			"deny * touching **/.[eE][nN][vV], **/.[sS][sS][hH], /proc/*/environ",
			"deny * using code, exec, privilege, persistence",
			"deny ps",
			"deny exactly set, exactly export, exactly declare, exactly typeset, exactly readonly",
			"deny export -p, declare -p, declare -x, typeset -p, typeset -x, compgen -e, systemctl show-environment",
			// `env` or `$ENV` as a word of the program, not the name of a field
			'deny jq /((.|\\s)*[^.\\w"])?(env|ENV)([^\\w:"](.|\\s)*)?/',
		],
		still: ["cat README.md", "cp README.md x", "git status", "jq .name package.json"],
	},
	{
		hint: "allow npm test, npm run build, npx tsc",
		why: "these run what the project says under these words: further words would say something else",
		instead: {
			"npm test": ["allow exactly npm test"],
			"npm run build": ["allow exactly npm run build"],
			"npx tsc": ["allow exactly npx tsc"],
		},
		rules: [],
		still: ["npm test", "npm run build", "npx tsc", "npm ls"],
	},
	{
		hint: "allow curl https://api.example.com/*",
		why: "one address and no option that sends elsewhere; curl itself reads braces and brackets in an address as several addresses",
		instead: {
			"curl https://api.example.com/*": ["allow exactly curl /https:\\/\\/api\\.example\\.com\\/[^{}\\[\\]]*/"],
		},
		rules: [],
		still: ["curl https://api.example.com/a"],
	},
	{
		hint: "allow git; deny git reset --hard, git clean",
		why: "both discard work; so do other subcommands, and they count as deleting",
		rules: ["deny git using delete"],
		still: ["git status", "git add README.md", "git log"],
	},
	{
		hint: "allow make test",
		why: "the target is granted; further words would change what it is",
		instead: { "make test": ["allow exactly make test"] },
		rules: [],
		still: ["make test"],
	},
	{
		hint: "allow sqlite3 -readonly DB, psql -c SELECT",
		why: "what a database's shell reads is code; a query is what begins with `select` and holds no command of the shell",
		instead: {
			"sqlite3 -readonly *": ["allow sqlite3 -readonly -safe"],
			"psql -c *": ["allow exactly psql -c=[sS][eE][lL][eE][cC][tT]*", "deny psql -c={*[;\\\\]*,[!sS]*}"],
			"mysql -e *": ["allow exactly mysql -e=[sS][eE][lL][eE][cC][tT]*", "deny mysql -e={*[;\\\\]*,[!sS]*}"],
		},
		rules: [],
		still: ["sqlite3 -safe -readonly db.sqlite 'select 1'", "psql -c 'select 1'"],
	},
	{
		hint: "allow docker ps, docker logs, docker run (no host access)",
		why: "what gives a container the host lies beyond plain use",
		rules: [],
		still: ["docker ps", "docker logs x"],
	},
	{
		hint: "allow pandoc, pdflatex, convert, ffmpeg, man",
		why: "converters read files of the project and write others",
		rules: ["allow pandoc, convert, ffmpeg granting write", "constrain * to ., /dev/null"],
		still: ["pandoc -o x.html README.md", "man ls"],
	},
	{
		hint: "allow go test, go build, go vet",
		why: "what these build and run is the project's; other tools in the place of Go's own lie beyond",
		rules: [],
		still: ["go test ./...", "go vet ./...", "go build ./..."],
	},
	{
		hint: "sudoers: user ALL=(root) NOPASSWD: /bin/cat /var/log/*, /usr/bin/vi /etc/app/*, /bin/chown *:www /srv/*, /usr/bin/systemctl status *",
		why: "the rights are granted with the command that they are for, and its paths lie where they are said to",
		rules: [
			"allow sudo granting privilege only -n",
			"allow cat within /var/log",
			"allow exactly vi * within /etc/app",
			"allow exactly chown *:www * within /srv",
			"allow systemctl status",
		],
		still: ["sudo cat /var/log/syslog", "sudo chown u:www /srv/x", "sudo systemctl status x"],
	},
	{
		hint: 'deny "rm -rf"',
		why: "what makes it dreadful is that it goes into folders: `-f` only silences the questions, which a pipe can answer",
		rules: ["deny rm -r"],
		still: ["rm -f x", "ls"],
	},
	{
		hint: "allow cargo check, cargo metadata, cargo test",
		why: "settings on the command line put other programs in the compiler's place",
		rules: ["deny cargo with --config"],
		still: ["cargo check", "cargo test --lib", "cargo metadata"],
	},
	{
		hint: "allow find, grep; deny rm",
		why: "deleting without `rm` lies beyond the plain use of `find`",
		rules: [],
		still: ["find . -name x", "grep -rn x ."],
	},
	{
		hint: "allow git push; deny git push --force",
		why: "a `+` or an empty source in a refspec, `--mirror` and `--delete` do by another spelling what `--force` does",
		rules: ["deny git push ** +*", "deny git push ** :*", "deny git push with --delete, --mirror, --prune"],
		still: ["git push", "git push origin main"],
	},
	{
		hint: "deny sudo",
		why: "the program stands for raising one's rights",
		rules: ["deny * using privilege"],
		still: ["ls", "env A=1 ls"],
	},
	{
		hint: "allow git; deny git push",
		why: "the items say it all",
		rules: [],
		still: ["git status"],
	},
	{
		hint: "allow kubectl get, kubectl describe",
		why: "`--raw` asks the server anything",
		rules: ["deny kubectl get --raw"],
		still: ["kubectl get pods", "kubectl describe pod x"],
	},
	{
		hint: "allow read-only coreutils, shell loops over them, redirects to /dev/null and from files inside the root",
		why: "plain use, the words of loops, and writing nowhere but to `/dev/null`; what `cat` may read, a redirection may; variables are the loops'",
		rules: [
			"default deny",
			"allow ls, dir, cat, head, tail, wc, sort, uniq, cut, tr, paste, column, diff, cmp, comm, join, nl, od, fold, fmt, expand, unexpand, rev, tac",
			"allow md5sum, sha1sum, sha256sum, sha512sum, cksum, sum, base64, shuf, tsort, numfmt, pr, du, df, stat, file, realpath, readlink, basename",
			"allow dirname, pathchk, date, seq, expr, factor, echo, printf, test, [, true, false, :, yes, sleep, id, whoami, groups, uname, hostname, nproc",
			"allow arch, tty, pwd, cd, read, set, shift, exit, break, continue, return, wait, export, unset, local, readonly, type, command, which, time, env, nice, timeout, xargs, tee, grep",
			"allow sort granting write",
			"constrain writes of * to /dev/null",
			"environment accept *",
		],
		still: [],
		never: [
			"ls > x",
			"sort -o x README.md",
			'for f in *; do rm "$f"; done',
			"echo x | xargs rm",
			"PATH=. ls",
			"timeout 5 rm x",
		],
	},
	{
		hint: "allow the named tool with its safe arguments",
		why: "one rule a tool; where an option is what is safe, it stands in the pattern",
		rules: [
			"default deny",
			"allow npm test, npm run, npm ls, npx tsc, node --check, node --version, npm --version, python3 -m=json.tool, python3 manage.py",
			"allow python3 --version, pytest, make, cargo check, cargo test, cargo build, go vet, go test, go build, go version, ruby -c, php -l, bash -n",
			"allow gcc --version, java -version, sqlite3 -safe -readonly, psql --version, mysql --version, docker ps, kubectl get, terraform validate",
			"allow pandoc, xmllint, ffmpeg -version, convert -version, openssl version, tar -t, unzip -l, rsync --version, curl --version, ssh -V",
			"allow git log, git diff, git status, git show, git log -c=core.pager=cat, fd, rg, bat, batcat, awk, sed, jq, find, less, man, head, tail",
			"constrain writes of * to ., /dev/null",
		],
		still: [],
		never: [
			"npm install",
			"python3 -c 1",
			"node evil.js",
			"go run x.go",
			"git push",
			"sqlite3 db.sqlite .tables",
			"pandoc --filter=x README.md",
		],
	},
	{
		hint: "allow echo",
		why: "plain use",
		rules: ["default deny", "allow echo"],
		still: [],
		never: ["echo x > f", "echo x; rm f", "rm f"],
	},
	{
		hint: "allow git status, log, diff, show, commit, grep, branch, tag, rev-parse, head, cat",
		why: "plain use; `rev-list` is what `log` reads",
		rules: [
			"default deny",
			"allow git status, git log, git diff, git show, git commit, git grep, git branch, git tag, git rev-parse, git rev-list",
			"allow head, cat",
		],
		still: [],
		never: ["git push", "git -c core.pager=x log", "git diff --output=x", "git branch -D x"],
	},
	{
		hint: "path constraint: writes allowed under /srv/proj",
		why: "plain use of what works on files, held to the root",
		rules: [
			"default deny",
			"allow touch, mkdir, cp, mv, rm, ln, tar, tee, cat, echo, printf, ls, cd, head, tail, sort granting write",
			"constrain writes of * to ., /dev/null",
		],
		still: [],
		never: ["touch ../x", "cp README.md /tmp", "echo x > /tmp/x", "tar xf a.tar -C /tmp", "tee link_to_home/x"],
	},
	{
		hint: "allow grep",
		why: "plain use",
		rules: ["default deny", "allow grep"],
		still: [],
		never: ["grep x y > z", "rm x"],
	},
	{
		hint: "allow rg (without --pre), head",
		why: "plain use is without",
		rules: ["default deny", "allow rg, head"],
		still: [],
		never: ["rg --pre=sh x", "rg -z x", "head x > y"],
	},
	{
		hint: "allow sed without -i and without e r w commands",
		why: "plain use is without `-i`, `e` and `w`; what it reads lies in the workspace",
		rules: ["default deny", "allow sed", "constrain reads of * to ."],
		still: [],
		never: ["sed -i s/a/b/ x", "sed '1e id' x", "sed 's/a/b/w y' x", "sed 'r /etc/passwd' x"],
	},
	{
		hint: "allow find without -exec -ok -delete -fprint*, wc, xargs ls",
		why: "plain use is without, and `xargs` runs what is granted by itself",
		rules: ["default deny", "allow find, wc, xargs, ls"],
		still: [],
		never: ["find . -delete", "find . -exec rm {} +", "find . -fprint x", "find . | xargs rm"],
	},
	{
		hint: "allow jq (without env, $ENV, input files options), cat",
		why: "plain use is without; errors may be thrown away",
		rules: ["default deny", "allow jq, cat", "constrain writes of * to /dev/null"],
		still: [],
		never: ["jq -n env", "jq -n '$ENV'", "jq . x > y"],
	},
	{
		hint: "allow awk whose program has no system, pipe, redirection, getline",
		why: "plain use is without",
		rules: ["default deny", "allow awk"],
		still: [],
		never: ["awk 'BEGIN{system(\"id\")}'", "awk '{print > \"x\"}' y", "awk 'BEGIN{\"id\"|getline}'"],
	},
];
