/**
 * Which variables change what runs: a fact about shells and programs, not about policies.
 */

/**
 * Variables through which other code comes to run, or another program or folder is used.
 * A trailing `*` stands for the rest of a name. From `ld.so(8)`, `bash(1)`, and the manuals of the programs named.
 */
export const namesThatChangeWhatRuns: readonly string[] =
	"LD_* DYLD_* GCONV_PATH PATH BASH_ENV ENV SHELLOPTS BASHOPTS BASH_FUNC_* PS0 PS1 PS4 PROMPT_COMMAND IFS CDPATH GLOBIGNORE INPUTRC HOME XDG_* SHELL EDITOR VISUAL PAGER BROWSER MANPAGER LESS LESSOPEN LESSCLOSE LESSKEY* GIT_* SSH_ASKPASS SUDO_* NODE_OPTIONS NODE_PATH NODE_REPL_* NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NODE_USE_ENV_PROXY NODE_REDIRECT_WARNINGS NODE_V8_COVERAGE PYTHON* PERL* RUBYOPT RUBYLIB GEM_* BUNDLE_* JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH MAKEFLAGS MAKEFILES GNUMAKEFLAGS CC CXX CPP AR LD AS CFLAGS CXXFLAGS LDFLAGS PKG_CONFIG* CGO_* RUSTC* RUSTFLAGS CARGO_* GOFLAGS GOTOOLCHAIN GOENV GOROOT GOPATH GOPROXY npm_config_* NPM_CONFIG_* npm_package_* YARN_* TAR_OPTIONS RSYNC_* CVS_RSH SVN_SSH HGRCPATH ZDOTDIR VIMINIT EXINIT POSIXLY_CORRECT OPENSSL_* GTK_MODULES QT_* TERMINFO* WGETRC CURL_HOME AWKPATH AWKLIBPATH DOCKER_* KUBECONFIG TMPDIR http_proxy https_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY TZDIR LOCPATH NLSPATH PHPRC PHP_INI_SCAN_DIR LUA_* DOTNET_* GCC_EXEC_PREFIX COMPILER_PATH JAVA_OPTS MAVEN_OPTS GRADLE_OPTS PYTEST_* PIP_* UV_* R_PROFILE* JULIA_* ANSIBLE_* RIPGREP_CONFIG_PATH GH_* SYSTEMD_* FZF_* HG* FPATH TCLLIBPATH EMACSLOADPATH MANOPT MANPATH GROFF_* GLIBC_TUNABLES RUSTUP_* CMAKE_* GOWORK TEXINPUTS TEXMF* VIM VIMRUNTIME MYVIMRC NVIM_* SCREENRC KSH_ENV MAKE NIX_* all_proxy ftp_proxy FTP_PROXY SSL_* AWS_* TS_NODE_* DEBUGINFOD_* ACK_OPTIONS ACKRC APT_CONFIG AUTOM4TE M4 RUSTDOC COMPOSER COMPOSER_* COWPATH COMPOSE_FILE GVBINDIR GV_FILE_PATH MAGIC DEPENDENCIES_OUTPUT GOEXPERIMENT GOVCS GNUPGHOME GS_* GZIP INFOPATH MORE MANROFFSEQ SPELL NMAPDIR PARALLEL openout_any openin_any shell_escape PGSERVICEFILE PGPASSFILE SQLITE_HISTORY SSH_* SSLKEYLOGFILE CURL_CA_BUNDLE NETRC TAPE TF_* UNZIP UNZIPOPT ZIP ZIPOPT GVIMINIT DISPLAY OLDPWD WAYLAND_DISPLAY DBUS_* FFREPORT MAVEN_* JULIA_* HELM_* KUBE* BUN_* BAT_* PG* MYSQL_* LIBMYSQL_* BORG_* VALGRIND_* DENO_* TEXTDOMAIN* BASH_*".split(
		" ",
	);

/** What names of variables end in that many programs take a program, options or files from. */
const tellingEnd =
	/_(?:PAGER|EDITOR|RSH|SHELL|COMMAND|CMD|OPTS|OPTIONS|ARGS|FLAGS|CONFIG|CONFIG_PATH|CONFIG_DIR|CONFIG_FILE|CONFIGURE_PATH|PATH|HOME|PLUGINS|PROVIDER|PROVIDERS|WRAPPER|ASKPASS|PRELOAD|LAUNCHER|HOOK|INIT|RC)$|RC$/i;

/** Does setting this variable change what runs? Names are compared without regard to their case: npm and others look at them so. */
export function changesWhatRuns(name: string): boolean {
	const lower = name.toLowerCase();
	return wholeNames.has(lower) || beginnings.test(lower) || tellingEnd.test(name);
}

const lowered = namesThatChangeWhatRuns.map((name) => name.toLowerCase());
const wholeNames = new Set(lowered.filter((name) => !name.endsWith("*")));
const beginnings = new RegExp(
	`^(?:${lowered.flatMap((name) => (name.endsWith("*") ? [name.slice(0, -1)] : [])).join("|")})`,
);

/** Names are compared without regard to their case where they change what runs: npm and others look at them so. */
export function fits(pattern: string, name: string): boolean {
	return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
