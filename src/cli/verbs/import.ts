/** `rules import`: another program's permissions as a policy, with a report of everything that is not as it was. */
import { readFileSync } from "node:fs";
import { visible } from "../../diagnostic/render-visible.js";
import { didYouMean } from "../../diagnostic/suggest.js";
import { importClaudePermissions } from "../../harness/formats/claude-permissions.js";
import { importCodexRules } from "../../harness/formats/codex-rules.js";
import type { Remark } from "../../harness/formats/imported.js";
import { loadText } from "../../load/load.js";
import { positionAt, sourceFile } from "../../source/source-file.js";
import { convertPolicyFile, formatPolicyFile, readPolicyFile } from "../../syntax/read-policy-file.js";
import { exit, refusedBySystem, WrongQuestion } from "../exit.js";
import type { Verb } from "../verb.js";
import { createFile, replaceFile } from "../write-file.js";

interface Options {
	readonly output?: string;
	readonly yaml?: true;
	readonly trusting?: true;
	readonly force?: true;
	readonly json?: true;
}

/** What can be read. */
const formats = { "claude-code": importClaudePermissions, codex: importCodexRules } as const;
const names = Object.keys(formats);

export const importRules: Verb = {
	define: (command) => {
		command
			.usage("FORMAT FILE [options]")
			.argument("<FORMAT>", `whose permissions they are: \`${names.join("`, `")}\``)
			.argument("<FILE>", "the file that holds them")
			.option("-o, --output <FILE>", "where to write the policy (default: standard output)")
			.option("--yaml", "write the YAML notation")
			.option("--trusting", "allow every argument of what is allowed, as the other program does")
			.option("--force", "overwrite the file if there is one")
			.option("--json", "print the policy and the report as JSON");
	},
	examples: [
		["rules import claude-code .claude/settings.json -o policy.rules", "its `Bash(…)` permissions as a policy"],
		["rules import codex ~/.codex/rules/default.rules --json", "with a report for programs"],
	],
	run: async (command, { terminal }) => {
		const options = command.opts<Options>();
		const [format, file] = command.args as [string, string];
		if (!Object.hasOwn(formats, format))
			throw new WrongQuestion(
				`no format is called \`${format}\``,
				didYouMean(format, names) ?? `there is \`${names.join("`, `")}\``,
			);
		const text = textOf(file);
		const read = formats[format as keyof typeof formats](text, file, { trusting: options.trusting === true });
		if ("message" in read) {
			const { line, column } = positionAt(sourceFile(file, text), read.at);
			throw new WrongQuestion(`\`${file}:${line}:${column}\`: ${read.message}`, "nothing of it was carried over");
		}
		const { errors, policy } = checked(read.policy, options.yaml === true);
		if (errors !== undefined) throw new Error(`what was read is no policy: ${errors}`);
		const { remarks } = read;
		if (options.json === true) await terminal.print(`${JSON.stringify({ format, file, policy, remarks })}\n`);
		else {
			await terminal.complain(reportText(remarks));
			if (options.output === undefined) await terminal.print(policy);
		}
		if (options.output !== undefined) write(options.output, policy, options.force === true);
		return remarks.every(({ verdict }) => verdict === "tighter") ? exit.yes : exit.no;
	},
};

function textOf(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		throw refusedBySystem(error, file, "read");
	}
}

/** The policy as the formatter writes it. */
function checked(text: string, isYaml: boolean): { readonly policy: string; readonly errors?: string } {
	const read = readPolicyFile("policy.rules", text);
	const { diagnostics } = loadText("policy.rules", text, {});
	const [first] = diagnostics.filter(({ severity }) => severity === "error");
	const policy = isYaml ? convertPolicyFile(read.value, "yaml") : formatPolicyFile(read.value);
	return first === undefined ? { policy } : { policy, errors: first.message };
}

function reportText(remarks: readonly Remark[]): string {
	const lines = remarks.map(
		({ verdict, place, source, message }) =>
			`${verdict === "left-out" ? "left out" : verdict}: ${place}${source === "" ? "" : ` \`${visible(source)}\``}: ${message}\n`,
	);
	const count = (verdict: Remark["verdict"]): number => remarks.filter((one) => one.verdict === verdict).length;
	return `${lines.join("")}${count("left-out")} left out, ${count("looser")} looser, ${count("tighter")} tighter\n`;
}

function write(name: string, text: string, isForced: boolean): void {
	if (isForced) replaceFile(name, text);
	else if (!createFile(name, text))
		throw new WrongQuestion(`there is a \`${name}\` already`, "name another one, or overwrite it with `--force`");
}
