/** Completion for bash: a function that looks up what may stand at the cursor in lists that are part of it. It starts no process. */
import { type CompletedOption, type CompletedValue, type CompletedVerb, generalOptions } from "./completed-verbs.js";

/** For bash 3.2 and newer, with or without the package `bash-completion`. */
export function bashScript(verbs: readonly CompletedVerb[], programs: readonly string[]): string {
	return `# Completion of ${programs.join(" and ")} for bash, made by \`rules completion bash\`.

# Sets \`words\` to the options of a verb.
_rules_options() {
	case $1 in
${arms(verbs.map(({ name, options }) => [name, `words='${namesOf(options)}'`]))}
	*) words='${namesOf(generalOptions)}' ;;
	esac
}

# Sets \`words\` and \`paths\` to what may be the value of a verb's option; fails where it takes none.
_rules_value() {
	case "$1 $2" in
${arms(
	verbs.flatMap(({ name, options }) =>
		options.flatMap(({ names, value }) =>
			value === undefined ? [] : names.map((one) => [`'${name} ${one}'`, assignments(value)] as const),
		),
	),
)}
	*) return 1 ;;
	esac
}

# Sets \`words\` and \`paths\` to what may stand in a place of a verb.
_rules_place() {
	case "$1 $2" in
${arms(
	verbs.flatMap(({ name, places, isLong }) =>
		places.slice(0, isLong ? -1 : undefined).map((place, at) => [`'${name} ${at}'`, assignments(place)] as const),
	),
)}
${arms(verbs.flatMap(({ name, places, isLong }) => places.slice(isLong ? -1 : places.length).map((place) => [`'${name} '*`, assignments(place)] as const)))}
	esac
}

_rules() {
	local -a line=()
	local at word glue=''
	# Bash cuts words at \`=\` and \`:\`.
	for ((at = 1; at <= COMP_CWORD; at++)); do
		word=\${COMP_WORDS[at]}
		if [[ $word =~ ^[=:]+$ && \${#line[@]} -gt 0 ]]; then
			line[\${#line[@]} - 1]+=$word
			glue=1
		elif [[ -n $glue ]]; then
			line[\${#line[@]} - 1]+=$word
			glue=''
		else
			line+=("$word")
		fi
	done
	local last=$((\${#line[@]} - 1)) verb='' option='' place=0 words='' paths=''
	for ((at = 0; at < last; at++)); do
		word=\${line[at]}
		if [[ -n $option ]]; then
			option=''
		elif [[ $word == -- ]]; then
			_rules_behind "$verb"
			return
		elif [[ $word == -?* ]]; then
			[[ $word != *=* ]] && _rules_value "$verb" "$word" && option=$word
		elif [[ -z $verb ]]; then
			verb=$word
		else
			place=$((place + 1))
		fi
	done
	local full=\${line[last]} lead='' value
	value=$full
	words='' paths=''
	if [[ -n $option ]]; then
		_rules_value "$verb" "$option"
	elif [[ $full == --*=* ]]; then
		lead=\${full%%=*}=
		value=\${full#*=}
		_rules_value "$verb" "\${full%%=*}"
	elif [[ $full == -* ]]; then
		_rules_options "$verb"
	elif [[ -z $verb ]]; then
		words='${verbs.map(({ name }) => name).join(" ")}'
	else
		_rules_place "$verb" "$place"
	fi
	# What bash has cut off stands there already.
	local now=\${COMP_WORDS[COMP_CWORD]}
	[[ $now =~ ^[=:]+$ ]] && now=''
	local before=\${full%"$now"}
	COMPREPLY=()
	while IFS= read -r word; do
		word=$lead$word
		COMPREPLY+=("\${word#"$before"}")
	done < <(
		[[ -n $words ]] && compgen -W "$words" -- "$value"
		[[ $paths == files ]] && compgen -f -- "$value"
		[[ $paths == folders ]] && compgen -d -- "$value"
	)
	[[ -z $paths ]] || compopt -o filenames 2>/dev/null
}

# A command behind \`--\`.
_rules_behind() {
	local at=1
	while [[ \${COMP_WORDS[at]} != -- ]]; do at=$((at + 1)); done
	at=$((at + 1))
	case $1 in
	${verbs
		.filter(({ hasCommand }) => hasCommand)
		.map(({ name }) => name)
		.join(" | ")}) ;;
	*) at=-1 ;;
	esac
	COMPREPLY=()
	if ((at == COMP_CWORD)); then
		while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -c -- "\${COMP_WORDS[COMP_CWORD]}" | sort -u)
	elif ((at > 0)) && declare -F _comp_command_offset >/dev/null; then
		_comp_command_offset "$at"
	elif ((at > 0)) && declare -F _command_offset >/dev/null; then
		_command_offset "$at"
	else
		while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
		compopt -o filenames 2>/dev/null
	fi
}

complete -F _rules ${programs.join(" ")}
`;
}

function namesOf(options: readonly CompletedOption[]): string {
	return options.flatMap(({ names }) => names).join(" ");
}

function assignments({ words, paths }: CompletedValue): string {
	return `words='${words.join(" ")}' paths=${paths ?? "''"}`;
}

/** Arms of a \`case\`, one for all that are alike. */
function arms(list: readonly (readonly [pattern: string, does: string])[]): string {
	const alike = new Map<string, string[]>();
	for (const [pattern, does] of list) alike.set(does, [...(alike.get(does) ?? []), pattern]);
	return [...alike].map(([does, patterns]) => `\t${patterns.join(" | ")}) ${does} ;;`).join("\n");
}
