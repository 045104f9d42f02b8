/** Completion for fish: a line for each verb, option and place, with the condition under which it is offered. */
import { type CompletedOption, type CompletedValue, type CompletedVerb, generalOptions } from "./completed-verbs.js";

export function fishScript(verbs: readonly CompletedVerb[], programs: readonly string[]): string {
	const lines = [
		...verbs.map(({ name, does }) => offer("__rules_at ''", `-f -a ${name} -d ${quoted(does)}`)),
		...generalOptions.map((option) => offerOption("__rules_at ''", option)),
		...verbs.flatMap(linesOf),
	];
	const valued = verbs.flatMap(({ name, options }) => {
		const names = options.flatMap((one) => (one.value === undefined ? [] : one.names));
		return names.length === 0 ? [] : [`\t\tcase ${name}\n\t\t\tcontains -- $argv[2] ${names.join(" ")}`];
	});
	return `# Completion of ${programs.join(" and ")} for fish, made by \`rules completion fish\`.

# Does the option of a verb take the next word?
function __rules_takes_value
	switch $argv[1]
${valued.join("\n")}
		case '*'
			return 1
	end
end

# What stands before the cursor: the verb, how many words behind it are no options, and \`--\` where it stands.
function __rules_line
	set -l verb ''
	set -l place 0
	set -l is_value 0
	for word in (commandline -opc)[2..-1]
		if test $is_value = 1
			set is_value 0
		else if test "$word" = --
			printf '%s\\n' $verb $place --
			return
		else if string match -q -- '-?*' $word
			if not string match -q -- '*=*' $word; and __rules_takes_value "$verb" $word
				set is_value 1
			end
		else if test -z "$verb"
			set verb $word
		else
			set place (math $place + 1)
		end
	end
	printf '%s\\n' "$verb" $place
end

# Is it this verb, before any \`--\`?
function __rules_at
	set -l line (__rules_line)
	test "$line[1]" = "$argv[1]" -a (count $line) = 2
end

# Is the word at the cursor in this place of the verb? \`+\`: or behind it.
function __rules_place
	set -l line (__rules_line)
	test "$line[1]" = "$argv[1]" -a (count $line) = 2; or return
	test $line[2] = $argv[2]; and return
	test "$argv[3]" = +; and test $line[2] -gt $argv[2]
end

# The command behind \`--\`, as it would be completed by itself.
function __rules_command
	set -l words (commandline -opc)
	set -l at (contains -i -- -- $words); or return
	set -e words[1..$at]
	complete -C (string join ' ' -- (string escape -- $words) (commandline -ct))
end

# Is it behind the \`--\` of one of these verbs?
function __rules_behind
	set -l line (__rules_line)
	test (count $line) = 3; and contains -- $line[1] $argv
end

for program in ${programs.join(" ")}
	# No files but where something says so.
	complete -c $program -f
${lines.map((line) => `\t${line}`).join("\n")}
	complete -c $program -n '__rules_behind ${verbs
		.filter(({ hasCommand }) => hasCommand)
		.map(({ name }) => name)
		.join(" ")}' -f -a '(__rules_command)'
end
`;
}

function linesOf({ name, options, places, isLong }: CompletedVerb): readonly string[] {
	const inPlaces = places.map((place, at) => {
		const more = isLong && at === places.length - 1 ? " +" : "";
		return offer(`__rules_place ${name} ${at}${more}`, valueFlags(place));
	});
	return [...options.map((option) => offerOption(`__rules_at ${name}`, option)), ...inPlaces];
}

function offer(condition: string, what: string): string {
	return `complete -c $program -n ${quoted(condition)} ${what}`;
}

function offerOption(condition: string, { names, does, value }: CompletedOption): string {
	const flags = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
	const takes = value === undefined ? "" : ` -r ${valueFlags(value)}`;
	return offer(condition, `${flags.join(" ")} -d ${quoted(does)}${takes}`);
}

function valueFlags({ words, paths }: CompletedValue): string {
	const folders = paths === "folders" ? ["(__fish_complete_directories)"] : [];
	const list = [...words, ...folders].join(" ");
	return `${paths === "files" ? "-F" : "-f"}${list === "" ? "" : ` -a ${quoted(list)}`}`;
}

function quoted(text: string): string {
	return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}
