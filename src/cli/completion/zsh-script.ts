/** Completion for zsh: what `_arguments` is told of each verb. */
import { type CompletedOption, type CompletedValue, type CompletedVerb, generalOptions } from "./completed-verbs.js";

export function zshScript(verbs: readonly CompletedVerb[], programs: readonly string[]): string {
	const values = new Map<string, string>();
	/** The name of a function that adds what may stand there. */
	const functionFor = ({ words, paths }: CompletedValue): string => {
		const known = words.length === 0 ? [] : [quoted(`names:name:(${words.join(" ")})`)];
		const files = paths === undefined ? [] : [`'paths:path:_files${paths === "folders" ? " -/" : ""}'`];
		const does =
			known.length + files.length === 0 ? "_message value" : `_alternative ${[...known, ...files].join(" ")}`;
		const name = values.get(does) ?? `_rules_value_${values.size + 1}`;
		values.set(does, name);
		return name;
	};
	const optionSpecs = (options: readonly CompletedOption[]): readonly string[] =>
		options.flatMap(({ names, does, value }) =>
			names.map((name) => {
				const text = `[${inBrackets(does)}]`;
				if (value === undefined) return quoted(`${name}${text}`);
				const sign = name.startsWith("--") ? "=" : "";
				return quoted(`*${name}${sign}${text}:${inMessage(value.title)}:${functionFor(value)}`);
			}),
		);
	const arm = ({ name, options, places, isLong, hasCommand }: CompletedVerb): string => {
		const specs = [
			...optionSpecs(options),
			...places.map((place, at) => {
				const where = isLong && at === places.length - 1 ? "*" : `${at + 1}`;
				return quoted(`${where}:${inMessage(place.title)}:${functionFor(place)}`);
			}),
		];
		const command = hasCommand ? `\t\t(( behind )) && { _rules_behind; return }\n` : "";
		return `\t${name})\n${command}\t\t_arguments -S : ${specs.map((spec) => `\\\n\t\t\t${spec}`).join(" ")}\n\t\t;;`;
	};
	const body = verbs.map(arm).join("\n");
	const functions = [...values].map(([does, name]) => `${name}() {\n\t${does}\n}`).join("\n");
	return `#compdef ${programs.join(" ")}
# Completion of ${programs.join(" and ")} for zsh, made by \`rules completion zsh\`.

${functions}

# A command with its arguments, behind \`--\`.
_rules_behind() {
	shift $(( behind )) words
	(( CURRENT -= behind ))
	_normal
}

_rules() {
	local -a verbs=(
${verbs.map(({ name, does }) => `\t\t${quoted(`${name}:${does.replaceAll(":", "\\:")}`)}`).join("\n")}
	)
	local verb=\${words[2]}
	if (( CURRENT == 2 )); then
		if [[ $verb == -* ]]; then
			_arguments -S : ${optionSpecs(generalOptions).join(" ")}
		else
			_describe verb verbs
		fi
		return
	fi
	shift words
	(( CURRENT-- ))
	# Where \`--\` stands, if it does and stands before the cursor.
	local -i behind=\${words[(i)--]}
	(( behind < CURRENT )) || behind=0
	case $verb in
${body}
	esac
}

if [[ \${funcstack[1]} == _rules ]]; then
	_rules "$@"
else
	compdef _rules ${programs.join(" ")}
fi
`;
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

function inBrackets(text: string): string {
	return text.replaceAll(/[\\[\]]/g, "\\$&");
}

function inMessage(text: string): string {
	return text.replaceAll(/[\\:]/g, "\\$&");
}
