/** `accepts-code-variable`: a variable is accepted through which an agent chooses what any allowed program loads or runs. */
import { decide } from "../../../engine/decide/decide.js";
import { bringsCode } from "../../../engine/knowledge/code-variables.js";
import { changesWhatRuns } from "../../../engine/request/variables.js";
import type { Span } from "../../../language/source/span.js";
import type { ValidPolicyContext } from "../lint-context.js";
import type { Finding, PolicyLint } from "../lint-record.js";
import { isBelowSharedFolder } from "../powers/shared-folders.js";

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
				return statement.names.flatMap((one) => [
					...relativeSearchPath(one),
					...loadedFromHere(one),
					...loadedFromShared(one),
				]);
			if (statement.name.text !== "accept") return [];
			return statement.names.flatMap(({ text, span }) => {
				if (!changesWhatRuns(text) || !bringsCode(text)) return [];
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
	if (!bringsCode(name) || /PATH$|LIB$|HOME$/.test(name)) return [];
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

/** `RUSTC_WRAPPER=/tmp/sccache`: what every build runs lies where anybody may put a program. */
function loadedFromShared({ text, span }: { readonly text: string; readonly span: Span }): readonly Finding[] {
	const [, name = "", value = ""] = /^(\w+)=["']?(.*?)["']?$/.exec(text) ?? [];
	// Settings that are read and caches are no programs.
	if (!(bringsCode(name) || builds.test(name)) || /HOME$|CONFIG|INDEX|PROXY|REGISTRY|LIB$/i.test(name)) return [];
	const isOptions = /FLAGS$|OPT(?:ION)?S$|ARGS$/.test(name);
	const named = value.match(isOptions ? loading : /(?:^|[\s=:,])(?:~|\/)[^\s:,]*/g) ?? [];
	const found = named
		.map((one) => one.replace(/^[^/~]*/, ""))
		.find((one) => isBelowSharedFolder({ text: one, literal: true }) || /^~\/(?:Downloads|Desktop)(?:\/|$)/.test(one));
	if (found === undefined) return [];
	return [
		{
			message: `with \`${name}\` programs run or load \`${found}\`, which lies in a folder that anybody may write to`,
			span,
			help: "name one that is installed, by its whole path, where only an administrator writes",
		},
	];
}

/** Programs that builds start. */
const builds =
	/^(?:HOST)?(?:CC|CXX|CPP|LD|AR|AS|NM|RANLIB|STRIP|OBJCOPY|FC|F77|GOCC|RUSTC|RUSTDOC|CARGO|GO|NODE|PYTHON|RUBY|PERL|JAVA|SHELL|MAKE|CMAKE|GIT|SSH|NPM|YARN)$|_(?:COMPILER|WRAPPER|LAUNCHER|LINKER|RUNNER|COMMAND|BINARY|BIN|EXE|EXECUTABLE|SHELL)(?:_PATH)?$|^(?:PATH|CHROME_BIN|TERMINAL)$/;
/** Behind these, options of interpreters and compilers name code. */
const loading =
	/(?:--?(?:require|import|loader|experimental-loader|javaagent|agentpath|agentlib|classpath|cp|toolexec|exec|overlay|r|C linker)[ =:]|-fplugin=|-specs=|-B|-Xbootclasspath\/a:|-Xplugin:|linker=)(?:~|\/)[^\s:,]*/g;

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
