/** `rules completion`: a script with which a shell completes the words of this command line, made of the verbs' own records. */
import { Argument } from "commander";
import { bashScript } from "../completion/bash-script.js";
import { type CompletedVerb, completedVerbs } from "../completion/completed-verbs.js";
import { fishScript } from "../completion/fish-script.js";
import { zshScript } from "../completion/zsh-script.js";
import { exit } from "../terminal/exit.js";
import type { Verb } from "../verb.js";

const scripts = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
} as const satisfies Readonly<Record<string, (verbs: readonly CompletedVerb[], programs: readonly string[]) => string>>;

/** As the program is called. */
const programs = ["rules", "bylaw"];

export const completion: Verb = {
	define: (command) => {
		command.addArgument(new Argument("<SHELL>", "the shell that completes").choices(Object.keys(scripts)));
	},
	examples: [
		["rules completion bash > ~/.local/share/bash-completion/completions/rules", "for bash, with bash-completion"],
		["rules completion zsh > ~/.zfunc/_rules", "for zsh, where that folder is in `fpath`"],
		["rules completion fish > ~/.config/fish/completions/rules.fish", "for fish"],
	],
	run: async (command, { terminal, verbs }) => {
		const [shell] = command.args as [keyof typeof scripts];
		await terminal.print(scripts[shell](await completedVerbs(verbs), programs));
		return exit.yes;
	},
};
