/**
 * Scripts that are made to be slow: one thing again and again. Each shape makes a text of at most a given length, and closes again what it opened,
 * so that what is refused is refused for its depth or its number, and not for being cut off.
 */

/** What is repeated; `before` and `behind` stand once, `close` once for each. `unit` may count. */
const plan = {
	// nesting
	"nested subshells": { unit: "(", inside: "a", close: ")" },
	"nested subshells with blanks": { unit: "( ", inside: "a", close: " )" },
	"nested groups": { unit: "{ ", inside: "a", close: "; }" },
	"nested substitutions": { unit: "$(", inside: "a", close: ")" },
	"nested echo of substitutions": { unit: "echo $(", inside: "a", close: ")" },
	"nested quoted substitutions": { unit: 'echo "$(', inside: "a", close: ')"' },
	"nested defaults": { before: "echo ", unit: "${x:-", inside: "a", close: "}" },
	"nested arithmetic": { before: "echo ", unit: "$((1+", inside: "1", close: "))" },
	"nested brackets in arithmetic": { before: "echo $((", unit: "(", inside: "1", close: ")", behind: "))" },
	"nested process substitutions": { before: "cat ", unit: "<(cat ", inside: "a", close: ")" },
	"nested if": { unit: "if a; then ", inside: "b", close: "; fi" },
	"nested if in conditions": { unit: "if ", inside: "b", close: "; then a; fi" },
	"nested while": { unit: "while a; do ", inside: "b", close: "; done" },
	"nested for": { unit: "for x in a; do ", inside: "b", close: "; done" },
	"nested case": { unit: "case x in x) ", inside: "a", close: ";; esac" },
	"nested functions": { unit: "f() { ", inside: "a", close: "; }" },
	"nested brackets in conditions": { before: "[[ ", unit: "( ", inside: "a", close: " )", behind: " ]]" },
	"nested brace lists": { before: "echo ", unit: "{a,", inside: "b", close: "}" },
	"nested extended globs": { before: "echo ", unit: "@(a|", inside: "b", close: ")" },
	"nested eval": { unit: "eval ", inside: "a" },
	// quotes, backslashes, characters
	"single quotes": { before: "echo", unit: " 'a'" },
	"single quotes in one word": { before: "echo ", unit: "'a'" },
	"double quotes": { before: "echo", unit: ' "a"' },
	"quotes of both kinds in one word": { before: "echo ", unit: `"'"'"'` },
	"ansi quotes": { before: "echo", unit: " $'\\x41'" },
	backslashes: { before: "echo ", unit: "\\\\" },
	"backslashes in double quotes": { before: 'echo "', unit: "\\\\", behind: '"' },
	backticks: { before: "echo", unit: " `a`" },
	continuations: { before: "echo ", unit: "\\\n", behind: "a" },
	"one long word": { before: "echo ", unit: "a" },
	"one long quoted word": { before: "echo '", unit: "a b\n", behind: "'" },
	"one long program name": { unit: "a" },
	"characters beyond the first plane": { before: "echo ", unit: "\u{1f600}" },
	"combining marks": { before: "echo ", unit: "a\u0301" },
	"empty lines": { before: "a", unit: "\n" },
	comments: { unit: "# a b c\n", behind: "a" },
	"one comment": { before: "a # ", unit: "it's (" },
	// words
	words: { before: "echo", unit: " a" },
	"different words": { before: "echo", unit: (n) => ` w${n}` },
	"words for a program that nobody knows": { before: "frobnicate", unit: (n) => ` w${n}` },
	"paths to one command": { before: "rm", unit: (n) => ` ./d/e/f${n}` },
	"one path of many folders": { before: "rm ", unit: "a/" },
	"one path of many parents": { before: "rm ", unit: "../" },
	globs: { before: "ls", unit: " *.c" },
	"stars in one word": { before: "ls ", unit: "*a" },
	"bracket globs": { before: "echo ", unit: "[" },
	"bracket globs that close": { before: "echo ", unit: "[a]" },
	"brace lists": { before: "echo", unit: " {a,b}" },
	"brace lists in one word": { before: "echo ", unit: "{a,b}" },
	"one long brace list": { before: "echo {a", unit: ",a", behind: "}" },
	"braces that open": { before: "echo ", unit: "{" },
	"braces that close": { before: "echo ", unit: "}" },
	tildes: { before: "ls", unit: " ~/a" },
	variables: { before: "echo", unit: " $x" },
	"variables in one word": { before: "echo ", unit: "$x" },
	substitutions: { before: "echo", unit: " $(a)" },
	// assignments, redirections, here-documents
	assignments: { unit: (n) => `x${n}=1 `, behind: "a" },
	"assignments alone": { unit: (n) => `x${n}=1\n` },
	"assignments of numbers in turn": { unit: (n) => `x${n}=$((x${n - 1}+1))\n`, before: "x0=0\n", first: 1 },
	"elements of an array": { before: "x=(", unit: "a ", behind: ")" },
	exports: { unit: (n) => `export x${n}=1\n` },
	"exports in one command": { before: "export", unit: (n) => ` x${n}=1` },
	redirections: { before: "cat", unit: (n) => ` >f${n}` },
	"redirections of groups": { unit: "{ ", inside: "a", close: "; } >f" },
	"here-documents": { unit: (n) => `cat <<E${n}\na\nE${n}\n` },
	"here-documents on one line": { before: "cat", unit: " <<E", behind: "\nE\n" },
	"one long here-document": { before: "cat <<E\n", unit: "a b\n", behind: "E\n" },
	"one long here-document that expands": { before: "cat <<E\n", unit: "a $x b\n", behind: "E\n" },
	"here-strings": { unit: "cat <<<a\n" },
	// operators and statements
	commands: { unit: "a;" },
	"commands on lines": { unit: (n) => `c${n} a\n` },
	ands: { unit: "a&&", behind: "a" },
	ors: { unit: "a||", behind: "a" },
	pipes: { unit: "a|", behind: "a" },
	ampersands: { unit: "a&" },
	negations: { unit: "! ", behind: "a" },
	"folders one after the other": { unit: "cd a;" },
	"folders that may fail": { unit: "cd a && b;" },
	"folders or others": { unit: "cd a || cd b;" },
	"links that are made": { unit: (n) => `ln -s l${n}/a l${n + 1};` },
	"links in one of several folders": {
		before: "cd a || cd b || cd c;",
		unit: (n) => `ln -s l${n}/a m${n}; cat m${n}/*;`,
	},
	"folders with commands between": { unit: (n) => `cd d${n}; rm f${n};` },
	functions: { unit: (n) => `f${n}() { a; }\n` },
	"functions and their calls": { unit: (n) => `f${n}() { a; }\nf${n}\n` },
	"if one after the other": { unit: "if a; then b; fi\n" },
	elif: { before: "if a; then b", unit: "; elif a; then b", behind: "; fi" },
	"case clauses": { before: "case x in ", unit: "a) b;; ", behind: "esac" },
	"patterns of one clause": { before: "case x in a", unit: "|a", behind: ") b;; esac" },
	"words of a loop": { before: "for x in", unit: " a", behind: "; do rm $x; done" },
	"ands in conditions": { before: "[[ a", unit: " && a", behind: " ]]" },
	arithmetic: { before: "echo", unit: " $((1+1))" },
	"one long sum": { before: "echo $((1", unit: "+1", behind: "))" },
	traps: { unit: "trap 'a b' EXIT\n" },
	// options and wrappers
	"options to one command": { before: "ls", unit: " -l" },
	"long options to one command": { before: "git log", unit: (n) => ` --grep=w${n}` },
	"letters of one option": { before: "ls -", unit: "l" },
	"options to a program that nobody knows": { before: "frobnicate", unit: (n) => ` -a --b${n}` },
	"configuration to git": { before: "git", unit: " -c a.b=c", behind: " status" },
	tests: { before: "[", unit: " a -a", behind: " a ]" },
	"nested env": { unit: "env ", inside: "a" },
	"nested env with variables": { unit: (n) => `env x${n}=1 `, inside: "a" },
	"nested xargs": { unit: "xargs ", inside: "a" },
	"nested wrappers": { unit: "nice timeout 1 xargs ", inside: "a" },
	"xargs with words": { before: "xargs rm", unit: (n) => ` w${n}` },
	"find with commands": { before: "find .", unit: " -exec a {} +" },
	"find with conditions": { before: "find .", unit: " -o -name a" },
	"lines for shells": { unit: "bash -c 'a b'\n" },
	"one long line for a shell": { before: "bash -c '", unit: "a;", behind: "'" },
	"one long line for a shell in a shell": { before: `bash -c 'sh -c "`, unit: "a;", behind: `"'` },
	"programs for awk": { before: "awk '{ ", unit: "print $1; ", behind: "}' f" },
	"a condition for awk": { before: "awk '", unit: "(", inside: "1", close: ")", behind: "' f" },
	"commands for sed": { before: "sed '", unit: "s/a/b/;", behind: "' f" },
	"filters for jq": { before: "jq '.", unit: "|.", behind: "' f" },
	"brackets for jq": { before: "jq '", unit: "[", inside: ".", close: "]", behind: "' f" },
	"flags and numbers that may take them back": { before: "cp", unit: (index) => ` test -f a ${index}` },
	"what others read, sent on": { unit: "tee [[ $x ]];sed 's/a/b/e' f;" },
	"programs behind sudo": { before: "sudo", unit: " sed -n '1,2p' docker exec a sh -c 'b' a" },
	"variables that every line sees": { unit: (index) => `GIT_SSH=a${index}; sh -c 'a';` },
	"declarations of words": { before: "declare", unit: " 2>/dev/null sed -s s/a/b/ xargs a" },
	"folders to start in": { before: "pnpm", unit: (n) => ` --prefix=a${n}` },
	"operands behind a folder": { before: "tar c -C a", unit: (n) => ` -v f${n}` },
	"folders to copy into": { before: "cp", unit: (n) => ` -t a${n} f${n}` },
	"output that others may send": { unit: (n) => `cat f${n}; curl -d $x h; ` },
	"inputs that others write": { unit: "gcloud <f || ", behind: "a" },
	"talk in pipes": { unit: (n) => `helm upgrade -i a${n} | `, behind: "cat" },
	"programs by paths that are made": { unit: (n) => `if a; then sudo -N 's/a/b${n}/'; fi & `, behind: "a" },
	"options that no table lists": { before: "cmake consul-template", unit: (n) => ` -exec=a${n}` },
	"values of options that no table lists": { before: "mv -n", unit: (n) => ` -E a=b,c:d@e${n}` },
	"words behind options that no table lists": { before: "source", unit: (n) => ` -V /etc/${n}` },
	"words that are named again": { before: "mv", unit: " +x" },
	"declarations between commands": { unit: (n) => `zip a${n} b; declare -x c${n}=1; make; ` },
	"words behind a double dash that are no subcommand": {
		before: "kubectl",
		unit: (n) => ` -- --kubeconfig f${n} src/a${n}`,
	},
	"a subcommand's word behind a double dash": { before: "kubectl --", unit: " status" },
	"lines that all get the same words": { before: "env", unit: (n) => ` -S $(a) --version -S'a b${n}'` },
	"archives in one folder": { unit: (n) => `unzip a${n}.zip; ` },
};

export const shapes = Object.keys(plan);

/** The shape with so many repetitions. */
export function repeated(name, times) {
	const { before = "", unit, inside = "", close = "", behind = "", first = 0 } = plan[name];
	const middle =
		typeof unit === "string"
			? unit.repeat(times)
			: Array.from({ length: times }, (_, index) => unit(first + index)).join("");
	return `${before}${middle}${inside}${close.repeat(times)}${behind}`;
}

/** The longest text of the shape within the length. */
export function shapeOf(name, length) {
	return repeated(
		name,
		largest(length, (times) => repeated(name, times).length <= length),
	);
}

/** The greatest number up to `most` of which something holds that holds of all smaller ones. */
export function largest(most, holds) {
	let [low, high] = [1, most];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (holds(middle)) low = middle;
		else high = middle - 1;
	}
	return low;
}
