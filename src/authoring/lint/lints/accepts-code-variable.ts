/** `accepts-code-variable`: a variable is accepted through which an agent chooses what any allowed program loads or runs. */
import { decide } from "../../../engine/decide/decide.js";
import { changesWhatRuns } from "../../../engine/request/variables.js";
import type { Span } from "../../../language/source/span.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";

export const acceptsCodeVariable: PolicyLint = {
	name: "accepts-code-variable",
	family: "breadth",
	severity: "error",
	summary: "a variable is accepted that chooses what other programs load or run",
	looksAt: "policy",
	check: (subject) =>
		subject.ownStatements().flatMap(({ statement, owner }) => {
			if (statement.kind !== "setting" || statement.form !== "variables") return [];
			if (statement.name.text === "set")
				return statement.names.flatMap((one) => [...relativeSearchPath(one), ...loadedFromHere(one)]);
			if (statement.name.text !== "accept") return [];
			return statement.names.flatMap(({ text, span }) => {
				if (!changesWhatRuns(text) || !loads.test(text)) return [];
				const witness = witnessFor(text, owner, subject);
				return [
					{
						message: `with \`${text}\` an agent chooses what allowed programs load or run`,
						span,
						help: `set it where it is needed, \`environment set ${text}=…\`: then the policy says what it holds`,
						...(witness === undefined ? {} : { witness }),
					},
				];
			});
		}),
};

/** `PATH=./node_modules/.bin`: programs are looked for where agents write. */
function relativeSearchPath({ text, span }: { readonly text: string; readonly span: Span }): readonly Finding[] {
	const [, name, value = ""] = /^(PATH)=["']?(.*?)["']?$/.exec(text) ?? [];
	if (name === undefined) return [];
	const open = value.split(":").find((folder) => folder !== "" && !/^[/$~%]/.test(folder));
	if (open === undefined) return [];
	return [
		{
			message: `\`PATH\` looks for programs in \`${open}\`, below the folder that agents work in: what lies there passes for any program`,
			span,
			help: "name folders by their whole paths, and only those that agents can't write to",
		},
	];
}

/** `JAVA_TOOL_OPTIONS=-javaagent:./probe.jar`: each program loads what agents may have written. Lists of folders are set so by many. */
function loadedFromHere({ text, span }: { readonly text: string; readonly span: Span }): readonly Finding[] {
	const [, name = "", value = ""] = /^(\w+)=["']?(.*?)["']?$/.exec(text) ?? [];
	if (!loads.test(name) || /PATH$|LIB$|HOME$/.test(name)) return [];
	const file = /(?:^|[\s=:,])(\.{1,2}\/[^\s:,]+)/.exec(value)?.[1];
	if (file === undefined) return [];
	return [
		{
			message: `with \`${name}\` every program loads \`${file}\`, which lies in the folder that agents work in`,
			span,
			help: "name a file by its whole path, where agents can't write; or keep them from writing that one",
		},
	];
}

/** Those that bring code into a program that is allowed, whatever it is asked to do. Many others change no more than a folder or a setting. */
const loads = new RegExp(
	`^(?:${[
		"LD_(?:PRELOAD|LIBRARY_PATH|AUDIT)",
		"DYLD_.*",
		"GCONV_PATH",
		"PATH",
		"BASH_ENV",
		"ENV",
		"SHELLOPTS",
		"PS4",
		"PROMPT_COMMAND",
		"BASH_FUNC_.*",
		"NODE_(?:OPTIONS|PATH)",
		"PYTHON(?:PATH|STARTUP|HOME|INSPECT|BREAKPOINT)",
		"PERL5?(?:LIB|OPT|DB)|PERL5(?:LIB|OPT|DB)",
		"RUBY(?:OPT|LIB)",
		"_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH",
		"LUA_(?:PATH|CPATH|INIT).*",
		"GIT_(?:SSH|SSH_COMMAND|EXEC_PATH|ASKPASS|PAGER|EDITOR|SEQUENCE_EDITOR|EXTERNAL_DIFF|PROXY_COMMAND|TEMPLATE_DIR|CONFIG.*)",
		"(?:MAN|GIT_)?PAGER|EDITOR|VISUAL|BROWSER|SHELL|LESSOPEN|LESSCLOSE",
		"SSH_ASKPASS|SUDO_ASKPASS|SUDO_EDITOR|CVS_RSH|RSYNC_RSH|SVN_SSH",
		"RUSTC(?:_.*)?WRAPPER|CARGO_.*_RUNNER",
		"(?:GO|RUST|CARGO_ENCODED_RUST|(?:GNU)?MAKE)FLAGS|(?:MAVEN|GRADLE|SBT|JAVA)_OPTS|MAVEN_ARGS|CC|CXX",
		"(?:npm_config|NPM_CONFIG)_(?:\\*|registry|script_shell|node_options|userconfig|prefix|REGISTRY|SCRIPT_SHELL|NODE_OPTIONS|USERCONFIG|PREFIX)",
		"TF_CLI_ARGS(?:_\\w+)?",
		"GOPROXY|PIP_(?:EXTRA_)?INDEX_URL|UV_(?:EXTRA_)?INDEX(?:_URL)?",
		// Configurations that name programs: helpers for credentials, plugins, aliases.
		"KUBECONFIG|AWS_CONFIG_FILE|ANSIBLE_CONFIG|DOCKER_CONFIG|TF_CLI_CONFIG_FILE|HELM_PLUGINS|GRADLE_USER_HOME|CARGO_HOME|RIPGREP_CONFIG_PATH|ZDOTDIR",
		"TAR_OPTIONS|VIMINIT|EXINIT|AWKLIBPATH|GTK_MODULES|TCLLIBPATH|EMACSLOADPATH",
	].join("|")})$`,
);

/** An allowed program, with the variable set before it. */
function witnessFor(
	name: string,
	owner: string,
	{ tree, agents, policy, settingOf }: ValidPolicyContext,
): string | undefined {
	const having = agents.filter((agent) => policy.agents.get(agent)?.environment.accept.includes(name));
	const agent = having.find((one) => one === owner) ?? having[0];
	if (agent === undefined) return undefined;
	const { world, innerWords } = settingOf(agent);
	const [program] = innerWords();
	const script = `${name}=./x ${program}`;
	return decide(tree, { agent, script }, world).effect === "allow" ? script : undefined;
}
