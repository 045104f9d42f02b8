/**
 * Variables that bring code into a program that is allowed, whatever it is asked to do: libraries, options of interpreters, start files, other programs.
 * Many others change no more than a folder or a setting.
 */
import { programNamed } from "./lookup.js";

export function bringsCode(name: string): boolean {
	return byName.test(name) || byForm.test(name) || isOptionsOf(name);
}

const byName = new RegExp(
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
		"PYTHON(?:PATH|STARTUP|HOME|INSPECT|BREAKPOINT)|PYTEST_PLUGINS",
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
		"ERL_[AZ]?FLAGS|ELIXIR_ERL_OPTIONS|ERL_LIBS|MIX_ARCHIVES",
		"PHPRC|PHP_INI_SCAN_DIR|R_(?:PROFILE|ENVIRON)(?:_USER)?|R_LIBS(?:_\\w+)?|PSModulePath|CORECLR_PROFILER_PATH|COR_PROFILER_PATH",
		"OPENSSL_(?:CONF|ENGINES|MODULES)|FZF_DEFAULT_(?:OPTS|COMMAND)",
	].join("|")})$`,
);

/** What a name ends in that loads, starts or wraps something; options of Java's machine, by whatever starts it. */
const byForm =
	/^(?:\w+_)?(?:PRELOAD|STARTUP_HOOKS?|ASKPASS|LOAD_PATH|PLUGIN_PATH|MODULE_PATH|DEPOT_PATH)$|^\w+_(?:WRAPPER|LAUNCHER|PAGER|EDITOR|STARTUP)$|^(?:\w+_)?(?:JAVA|JVM|JRE)_(?:\w+_)?OPT(?:ION)?S$/;

/** `PYTEST_ADDOPTS`: more options for a program that runs code. */
function isOptionsOf(name: string): boolean {
	const [, program] = /^([A-Z][A-Z\d_]*?)_?(?:(?:ADD|EXTRA_)?OPT(?:ION)?S|(?:EXTRA_)?FLAGS)$/.exec(name) ?? [];
	if (program === undefined) return false;
	return programNamed(program.toLowerCase().replaceAll("_", "-"))?.powers.includes("code") === true;
}
