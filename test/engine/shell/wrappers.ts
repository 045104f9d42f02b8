/** Commands that hold others: in their arguments, in a text that they read as a script, or where a name or a number is expected. */
import { list } from "./generator.js";
import { hereDocument } from "./redirections.js";
import { telling } from "./run-in-bash.js";
import { flat, simple } from "./simple-commands.js";
import { word } from "./words.js";
import { apart, deeper, flush, lineBreak, unique, type Writer } from "./writer.js";

export function wrapped(writer: Writer): string {
	return writer.one(
		[6, () => ofScript(writer)],
		[8, () => ofWords(writer)],
		[1 + writer.wild, () => ofInput(writer)],
		[0.5 + writer.wild, () => ofOptions(writer)],
		[(0.3 + writer.wild) * writer.bash, () => ofEvaluation(writer)],
	);
}

/** A text that is read as a script. */
function ofScript(writer: Writer): string {
	const { one, pick, chance, bash } = writer;
	const inner = apart(writer);
	const script = () => quoted(list(inner) + flush(inner), writer);
	const signals = bash === 1 ? ["EXIT", "0", "EXIT", "ERR", "DEBUG", "RETURN", "EXIT ERR"] : ["EXIT", "0", "EXIT"];
	const more = () => (chance(0.2) ? ` ${word(writer)}` : "");
	const options = ["-c", "-c", "-c --", "-ec", "-e -c", "-xc", "-c -e", "-uc", "+e -c", "-fc", "-o errexit -c"];
	const strange = ["-kc", "-O extglob -c", "+O extglob -c", "+B -c", "-nc", "-s -c", "-ic", "-lc", "-c -", "-a -c"];
	return one(
		[3, () => `eval ${chance(0.2) ? "-- " : ""}${script()}`],
		[1, () => `eval ${simple(deeper(writer))}`],
		[1, () => `eval ${flat(writer)} ${pick(["\\;", "';'", "'|'", "\\&\\&", "'\n'", "#", "'#'"])} ${flat(writer)}`],
		[2, () => `trap ${chance(0.2) ? "-- " : ""}${script()} ${pick(signals)}`],
		[3, () => `${pick(["bash", "sh"])} ${pick(options)} ${script()}${more()}`],
		[0.3 + writer.wild, () => `${pick(["bash", "sh"])} ${pick(strange)} ${script()}${more()}`],
		[0.5, () => `${pick(["find . -exec", "xargs"])} sh -c ${script()}${chance(0.5) ? " {} \\;" : ""}`],
	);
}

/** Words that are a command. */
function ofWords(writer: Writer): string {
	const { one, pick, bash, wild } = writer;
	const plain = () => flat(deeper(writer));
	const given = () => `${pick(["echo", "printf %s"])} ${pick(["x1", "'x y'", "a b", "-n", "alfa"])}`;
	const forEach = [
		"",
		"-n1 ",
		"-I{} ",
		"-0 ",
		"-r ",
		"-n 1 -P 2 ",
		"-i ",
		"--max-args=1 ",
		"-L1 ",
		"--replace=% ",
		"-I alfa ",
	];
	const ways = ["{} \\;", "{} +", "\\;", "';'", "{} ';'", 'x{} ";"', "{} {} \\;", "{} + -exec bravo {} \\;"];
	const runners = "nice|nice -n 1|nice -n1|nice -1|nice --adjustment=1|nohup|setsid -w|setsid|stdbuf -oL|stdbuf -o L";
	const limits = ["3", "-s KILL 3", "--signal=KILL 3", "-k 1 3", "3s", "--foreground 3", "--preserve-status 3"];
	const environment = [
		"",
		"v=1 ",
		"-u v ",
		"v=1 w=2 ",
		"-- ",
		"--unset=v ",
		"env ",
		"-v ",
		"-C . ",
		"-- v=1 ",
		"--chdir=. ",
	];
	return one(
		[3, () => `command ${pick(["", "", "-- ", "command ", "-v ", "-V ", "eval "])}${plain()}`],
		[bash, () => `builtin ${pick(["eval ", "command ", "echo ", "exec ", "builtin eval "])}${plain()}`],
		[3, () => `env ${pick(environment)}${plain()}`],
		[0.5, () => `env ${pick(["-S", "-S ", "--split-string=", "-vS"])}${quoted(plain(), writer)}${pick(["", " x"])}`],
		[3, () => `${given()} | xargs ${pick(forEach)}${plain()}${pick(["", " {}", " {}x", " %", " x%"])}`],
		[
			2,
			() =>
				`find . ${pick(["", "-maxdepth 0 ", "-name '*' ", "-type d "])}${pick(["-exec", "-execdir"])} ${plain()} ${pick(ways)}`,
		],
		[1.5, () => `timeout ${pick(limits)} ${plain()}`],
		[1.5, () => `${pick(runners.split("|"))} ${plain()}`],
		[0.7, () => `exec ${pick(bash === 1 ? ["", "-- ", "-a x ", "-ax ", "-l "] : [""])}${plain()}`],
		[0.3 + wild, () => `${pick(["if", "time", "!", "then", "env if", "command if", "exec if"])} ${plain()}`],
	);
}

/** Programs that run what they read, and variables that hold a command. */
function ofInput(writer: Writer): string {
	const { one, pick, bash } = writer;
	const line = () => quoted(flat(deeper(writer)), writer);
	return one(
		[1, () => `${pick(["bash", "sh"])} ${pick(["", "-s ", "-"])}${hereDocument(deeper(writer))}`],
		[
			1,
			() =>
				`echo ${line()} | ${pick(["sh", "bash", "sh -s", "bash -", "xargs", "xargs env", "xargs sh -c", "xargs -I% sh -c %"])}`,
		],
		[bash, () => `${pick(["bash", "sh"])} <<< ${line()}`],
		[0.5, () => `${telling} | ${pick(["xargs", "xargs env", "sh", "xargs -n1", "bash"])}`],
		[
			1,
			() =>
				`set -- ${flat(writer)}${lineBreak(writer)}${pick(['"$@"', "$1 x", "$*", "$@", 'alfa "$@"', "alfa $*", 'alfa "$*"', 'bravo "x$@y"', `bravo "\${@:2}"`])}`,
		],
		[
			1,
			() =>
				`v=${line()}; ${pick(["$v", 'eval "$v"', '"$v"', "alfa $v", 'bash -c "$v"', `\${v} x`, 'alfa "$v"', "env $v", 'alfa x"$v"y'])}`,
		],
		[
			0.5 * bash,
			() =>
				`a=(${flat(writer)}); ${pick([`"\${a[@]}"`, `\${a[*]}`, `alfa "\${a[@]}"`, `alfa "x\${a[@]}"`, `alfa "\${a[*]}"`, `bravo "\${#a[@]}"`])}`,
		],
	);
}

/** Options of the shell by which what follows is read otherwise. */
function ofOptions(writer: Writer): string {
	const { pick, bash } = writer;
	const short = "-f -e -x -u -k -n -a -C -h -m -b +B +f -B +e -eu -xf --".split(" ").map((option) => `set ${option}`);
	const long = "noglob posix keyword pipefail errexit braceexpand nounset".split(" ").map((name) => `set -o ${name}`);
	const others = "nullglob failglob extglob dotglob globstar lastpipe expand_aliases nocaseglob execfail"
		.split(" ")
		.map((name) => `shopt -s ${name}`);
	const option = pick(bash === 1 ? [...short, ...long, ...others] : short.slice(0, 9));
	return `${option}${pick(["; ", "\n"])}${flat(writer)} v=1 {x,y} *${pick(["", " zz* ?zz", " +(x)"])}`;
}

/** What evaluates a text where none would expect it: names, numbers, prompts. */
function ofEvaluation(writer: Writer): string {
	const { pick } = writer;
	const inside = `$(${pick(["alfa", "bravo"])} ${unique(writer)})`;
	const index = `'a[${inside}0]'`;
	return pick([
		`test -v ${index}`,
		`[ -v ${index} ]`,
		`[[ -v ${index} ]]`,
		`[[ ${index} -eq 0 ]]`,
		`printf -v ${index} x`,
		`read ${index} <<< 1`,
		`unset ${index}`,
		`a=1; unset ${index}`,
		`let ${index}`,
		`let ${index}=1`,
		`declare ${index}=1`,
		`declare -i v=${index}`,
		`declare -n v=${index}; echo $v`,
		`export ${index}=1`,
		`typeset ${index}`,
		`readonly v=${index}; echo $((v))`,
		`v=${index}; echo $((v))`,
		`v=${index}; ((v))`,
		`v=${index}; a[v]=1`,
		`v=${index}; echo "\${a[$v]}"`,
		`v=${index}; echo "\${!v}"`,
		`v=${index}; [[ v -eq 0 ]]`,
		`v=abc; echo "\${v:${index}}"`,
		`echo "\${a[${index}]}"`,
		`a[${index}]=1`,
		`a=([${index}]=1)`,
		`v='${inside}'; echo "\${v@P}"`,
		`v='${inside}'; echo $v "$v" \${v@Q} \${v/x/y}`,
		`PS4='${inside}'; set -x; :`,
		`PS4='${inside}' bash -xc :`,
		`exec {a[${inside}0]}>f1`,
		`wait -n -p ${index}`,
		`mapfile -C 'alfa m' -c 1 v <<< x`,
		`compgen -W '${inside}'`,
		`compgen -C 'alfa c' x`,
		`getopts x ${index}`,
		`alfa >& '${inside}'`,
		`v='${inside}'; alfa >& "$v"`,
		`declare -a 'v=(${inside})'`,
		`readonly -a 'v=(${inside})'`,
		`declare -A m; k='${inside}'; m["$k"]=1; unset "m[$k]"`,
		`f() { local ${index}=1; }; f`,
		`hash -p f1 alfa; alfa x`,
		`enable -n echo; echo x`,
		`[[ a =~ ${inside} ]]`,
		`echo \${v:=${inside}} "\${v}"`,
		`printf '%s' '${inside}' %d ${index}`,
		`(( 'a[${inside}0]' ))`,
		`for ((i=${index}; 0; )); do :; done`,
		`case ${index} in a*) alfa y;; esac`,
		`shift ${index}`,
		`time -p ${index}`,
		`export -f fa; fa() { alfa e; }; export -f fa; bash -c fa`,
		`BASH_ENV=f1 bash -c :`,
	]);
}

/** A text as one word, in one of several ways to quote it; the wrong one changes what it says, which is as good. */
function quoted(text: string, writer: Writer): string {
	return writer.one(
		[5, () => `'${text.replaceAll("'", "'\\''")}'`],
		[3, () => `"${text.replace(/["\\$`]/g, "\\$&")}"`],
		[0.3 + writer.wild, () => `"${text.replace(/["\\]/g, "\\$&")}"`],
		[writer.bash, () => `$'${text.replace(/['\\]/g, "\\$&").replaceAll("\n", "\\n")}'`],
		[0.5, () => text.replace(/[^\w\n]/g, "\\$&").replaceAll("\n", "' '")],
	);
}
