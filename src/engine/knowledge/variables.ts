/**
 * Environment variables: which change nothing that runs, which are read like options of a program, and which bring something that can't be read.
 * From the manual pages of the programs named; what a name does is looked up here and nowhere else.
 * This folder holds data and its shape; it decides nothing.
 */

/** Variables that change nothing but language, colour, size or how much is said, while their value has this form. */
export interface LookFact {
	readonly names: readonly string[];
	/** The source of a regular expression that the whole value fits. */
	readonly form: string;
	/** With another value such a variable brings files or code. Without it, it is a variable like any other then. */
	readonly otherwise?: "changes";
}

/**
 * How the value of a variable is read that may bring files, code or options.
 * `options`: as words, with blanks between them, among the arguments of a program, behind the words `before`. `runs`: the form of an option's value
 * behind which the name of a program stands that is run.
 * `paths`: folders or files, with `:` between them where it is a list; `code`: what lies there is run.
 * `command`: the words of a command that is run, with others behind them.
 */
export type ReadFact = { readonly names: readonly string[] } & (
	| {
			readonly kind: "options";
			readonly program: string;
			readonly before: readonly string[];
			readonly runs?: { readonly option: string; readonly form: string };
	  }
	| {
			readonly kind: "paths";
			readonly list: boolean;
			readonly access: "read" | "write" | "both";
			readonly code: boolean;
	  }
	| { readonly kind: "command" }
);

const names = (text: string): readonly string[] => text.split(/\s+/).filter((name) => name !== "");

/** A word of which no shell, no make and no loader of files makes more: without blanks, without folders. */
const word = "(?!\\.)[\\w.,:+@%=*-]*";
/** Words of one of these forms, with blanks between them. */
function wordsOf(forms: string): string {
	return ` *((${forms})( +|$))*`;
}

const number = "\\d{0,9}";

export const lookFacts: readonly LookFact[] = [
	{
		names: names(`
			NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM COLOR CI CONTINUOUS_INTEGRATION DEBUG VERBOSE QUIET
			RUST_BACKTRACE RUST_LIB_BACKTRACE RUST_LOG RUST_LOG_STYLE LOG_LEVEL LOGLEVEL
			NODE_ENV NODE_DEBUG NODE_NO_WARNINGS NODE_DISABLE_COLORS BABEL_ENV
			PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONUTF8 PYTHONFAULTHANDLER PYTHONDEVMODE
			PYTHONASYNCIODEBUG PYTHONNOUSERSITE PYTHONSAFEPATH PYTHON_COLORS PY_COLORS PYTHONVERBOSE PYTHONTRACEMALLOC
			npm_config_loglevel npm_config_progress npm_config_color npm_config_fund npm_config_audit npm_config_unicode
			npm_config_update_notifier npm_config_silent NO_UPDATE_NOTIFIER
			GOOS GOARCH GOARM GOAMD64 GOARM64 GOGC GOMEMLIMIT GOTRACEBACK GO111MODULE CGO_ENABLED
			CARGO_TERM_COLOR CARGO_TERM_VERBOSE CARGO_TERM_QUIET CARGO_TERM_PROGRESS_WHEN CARGO_TERM_PROGRESS_WIDTH
			CARGO_INCREMENTAL CARGO_NET_OFFLINE CARGO_NET_RETRY CARGO_HTTP_MULTIPLEXING
			DOTNET_CLI_TELEMETRY_OPTOUT DOTNET_NOLOGO DOTNET_SKIP_FIRST_TIME_EXPERIENCE DO_NOT_TRACK
			NEXT_TELEMETRY_DISABLED GATSBY_TELEMETRY_DISABLED ASTRO_TELEMETRY_DISABLED TURBO_TELEMETRY_DISABLED
			CHECKPOINT_DISABLE SCARF_ANALYTICS STORYBOOK_DISABLE_TELEMETRY POWERSHELL_TELEMETRY_OPTOUT
			HOMEBREW_NO_AUTO_UPDATE HOMEBREW_NO_ANALYTICS HOMEBREW_NO_EMOJI HOMEBREW_NO_ENV_HINTS HOMEBREW_NO_COLOR
			HOMEBREW_NO_INSTALL_CLEANUP HOMEBREW_NO_INSTALL_UPGRADE HOMEBREW_COLOR
			PIP_DISABLE_PIP_VERSION_CHECK PIP_NO_INPUT PIP_NO_COLOR XDEBUG_MODE TF_LOG TF_VAR_* PIP_PROGRESS_BAR PIP_QUIET PIP_VERBOSE
			UV_NO_PROGRESS UV_OFFLINE POETRY_NO_INTERACTION PIPENV_NOSPIN YARN_ENABLE_PROGRESS_BARS
			GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_CURL_VERBOSE GIT_FLUSH GIT_PS1_SHOWDIRTYSTATE GIT_ADVICE
			TF_CPP_MIN_LOG_LEVEL TF_IN_AUTOMATION TF_INPUT TF_ENABLE_ONEDNN_OPTS TOKENIZERS_PARALLELISM
			CUDA_VISIBLE_DEVICES KMP_DUPLICATE_LIB_OK PYTORCH_ENABLE_MPS_FALLBACK SYSTEMD_COLORS SYSTEMD_URLIFY
			BAT_THEME MOCHA_COLORS TAP_COLORS JEST_SILENCE NINJA_STATUS GLAMOUR_STYLE LESSCHARSET LESSSECURE
			QUOTING_STYLE TIME_STYLE BLOCK_SIZE BLOCKSIZE DF_BLOCK_SIZE DU_BLOCK_SIZE LS_BLOCK_SIZE
			ANSIBLE_FORCE_COLOR ANSIBLE_NOCOLOR ANSIBLE_NOCOWS PRE_COMMIT_COLOR BUNDLE_SILENCE_ROOT_WARNING
			DOCKER_BUILDKIT COMPOSE_DOCKER_CLI_BUILD BUILDKIT_PROGRESS COMPOSE_PROGRESS COMPOSE_ANSI
		`),
		form: word,
	},
	{
		names: names(`
			COLUMNS LINES MANWIDTH TABSIZE GOMAXPROCS CARGO_BUILD_JOBS RUST_TEST_THREADS RUST_MIN_STACK RAYON_NUM_THREADS
			OMP_NUM_THREADS MKL_NUM_THREADS OPENBLAS_NUM_THREADS NUMEXPR_NUM_THREADS UV_THREADPOOL_SIZE MALLOC_ARENA_MAX
			CMAKE_BUILD_PARALLEL_LEVEL CTEST_PARALLEL_LEVEL CTEST_OUTPUT_ON_FAILURE SOURCE_DATE_EPOCH ZSTD_CLEVEL ZSTD_NBTHREADS
			HOMEBREW_MAKE_JOBS PYTHONOPTIMIZE PYTHONINTMAXSTRDIGITS PORT PIP_DEFAULT_TIMEOUT UV_HTTP_TIMEOUT
		`),
		form: number,
	},
	{
		names: names("GCC_COLORS GREP_COLOR GREP_COLORS JQ_COLORS LS_COLORS LSCOLORS EZA_COLORS EXA_COLORS"),
		form: "[\\w.,:;=*+-]*",
	},
	// Whom a commit names, and when it was made: git writes it down, and does nothing else with it.
	{
		names: names(
			"GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE",
		),
		form: "[\\p{L}\\w .,:@+-]*",
	},
	// A password changes nothing that runs.
	{ names: names("PGPASSWORD MYSQL_PWD REDISCLI_AUTH PULUMI_CONFIG_PASSPHRASE"), form: word },
	{
		names: names(`
			PGAPPNAME PGCLIENTENCODING PGTZ AWS_DEFAULT_OUTPUT AWS_RETRY_MODE HELM_DEBUG PULUMI_SKIP_UPDATE_CHECK
			GH_PROMPT_DISABLED GH_NO_UPDATE_NOTIFIER DOCKER_CLI_HINTS
			PUPPETEER_SKIP_DOWNLOAD PUPPETEER_SKIP_CHROMIUM_DOWNLOAD PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD
		`),
		form: word,
	},
	{
		names: names(`
			PGCONNECT_TIMEOUT AWS_MAX_ATTEMPTS COMPOSE_HTTP_TIMEOUT COMPOSE_PARALLEL_LIMIT JEST_WORKER_ID
			VITEST_MAX_THREADS VITEST_MIN_THREADS VITEST_MAX_FORKS VITEST_MIN_FORKS VITEST_MAX_WORKERS VITEST_MIN_WORKERS
		`),
		form: number,
	},
	{ names: names("DOCKER_DEFAULT_PLATFORM"), form: "(?:[a-z]\\w*(?:/\\w+){0,2})?" },
	// Nothing is fetched, and no browser is started.
	{ names: names("GOTOOLCHAIN"), form: "local" },
	{ names: names("GOPROXY"), form: "off" },
	{ names: names("BROWSER"), form: "none|false|true|:" },
	// A locale may be a folder of files in which messages stand, and a terminal or a time zone the file that describes it.
	{ names: names("LANG LANGUAGE LC_*"), form: "(?!\\.)[\\w.@:+-]*", otherwise: "changes" },
	{ names: names("TERM"), form: "(?!\\.)[\\w.+-]*", otherwise: "changes" },
	{ names: names("TZ"), form: "(?![:/])(?!.*\\.\\.)[\\w:<>,./+-]*", otherwise: "changes" },
	// The name of an encoding, and nothing that could be a module of the project.
	{ names: names("PYTHONIOENCODING"), form: "(utf|UTF)-?8(:\\w+)?|ascii|latin-?1", otherwise: "changes" },
	// A category with a dot in it is imported.
	{
		names: names("PYTHONWARNINGS"),
		form: "((default|error|ignore|always|once|module|all)(::[A-Za-z]+)?(,(?=\\w)|$))*",
		otherwise: "changes",
	},
	// The name of a frontend is the name of a module.
	{
		names: names("DEBIAN_FRONTEND"),
		form: "noninteractive|dialog|readline|teletype",
		otherwise: "changes",
	},
	{ names: names("DEBIAN_PRIORITY"), form: "critical|high|medium|low", otherwise: "changes" },
	// Tracing goes to the screen, or else to a file.
	{
		names: names(
			"GIT_TRACE GIT_TRACE_PACKET GIT_TRACE_PERFORMANCE GIT_TRACE_SETUP GIT_TRACE_CURL GIT_TRACE_REFS GIT_TRACE2 GIT_TRACE2_PERF",
		),
		form: "[012]?|true|false",
		otherwise: "changes",
	},
	// A pager that only hands on, an editor that leaves the text as it is.
	{
		names: names(
			"PAGER GIT_PAGER MANPAGER GH_PAGER GLAB_PAGER AWS_PAGER SYSTEMD_PAGER BAT_PAGER DELTA_PAGER PSQL_PAGER DPKG_PAGER ACK_PAGER",
		),
		form: "(cat)?",
		otherwise: "changes",
	},
	{
		names: names("EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR HGEDITOR SVN_EDITOR KUBE_EDITOR"),
		form: "true|:",
		otherwise: "changes",
	},
	// Compilers that make knows without being told.
	{
		names: names("CC CXX"),
		form: "(ccache )?(cc|c\\+\\+|gcc|g\\+\\+|clang|clang\\+\\+)(-\\d+)?",
	},
	{ names: names("GIT_MERGE_AUTOEDIT"), form: "no|0|false", otherwise: "changes" },
	{ names: names("LESS"), form: wordsOf("-?[FRXSKiIMmnNqQeEwWjc]+"), otherwise: "changes" },
	{ names: names("SYSTEMD_LESS"), form: "[FRXSKiIMmnNqQeEwW]*", otherwise: "changes" },
	{
		names: names("MAKEFLAGS"),
		form: wordsOf("-?j\\d*|-?[ks]+|(--)?no-print-directory"),
		otherwise: "changes",
	},
	// How much is said, when it stops, which cache it leaves alone. Plugins and settings are code.
	{
		names: names("PYTEST_ADDOPTS"),
		form: wordsOf(
			"-[qvxsl]+|--(quiet|verbose|exitfirst|no-header|no-summary|showlocals|lf|ff|sw|last-failed|failed-first|stepwise|disable-warnings|strict-markers|collect-only)|--tb=(auto|long|short|line|native|no)|--(color|maxfail|durations|verbosity|capture|numprocesses)=\\w+|-n\\w+|-r\\w+|-pno:\\w+|-p no:\\w+|-n \\w+",
		),
		otherwise: "changes",
	},
	// How much a virtual machine may use.
	{
		names: names("JAVA_OPTS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS SBT_OPTS JVM_OPTS"),
		form: wordsOf(
			"-Xm[xsn]\\d+[kKmMgG]?|-Xss\\d+[kKmMgG]?|-XX:(Max|Initial)?(MetaspaceSize|RAMPercentage)=[\\d.]+[kKmMgG]?|-Dfile\\.encoding=[\\w-]+|-Dorg\\.gradle\\.daemon=(true|false)",
		),
		otherwise: "changes",
	},
	// What a sanitiser looks for and says. A path may be written or loaded.
	{
		names: names("ASAN_OPTIONS UBSAN_OPTIONS TSAN_OPTIONS LSAN_OPTIONS MSAN_OPTIONS"),
		form: "((?!log_path|dll_name|suppressions|coverage)[a-z_]+=\\w*(:|$))*",
		otherwise: "changes",
	},
	// What a compiler optimises, warns of and takes as defined; such words can't be more to a shell or to make.
	{
		names: names("CFLAGS CXXFLAGS CPPFLAGS"),
		form: wordsOf(
			"-O[0-3sgz]?|-Ofast|-g[0-3]?|-w|-pedantic|-pipe|-pthread|-std=[\\w+]+|-W[a-z][a-z0-9+-]*(=\\w+)?|-[DU]\\w+(=\\w+)?|-m[a-z0-9-]+(=[\\w.+-]+)?|-f(PIC|PIE|no-[a-z-]+|sanitize=[a-z,]+|stack-protector[a-z-]*|visibility=[a-z]+|omit-frame-pointer|diagnostics-color=[a-z]+)",
		),
		otherwise: "changes",
	},
];

export const readFacts: readonly ReadFact[] = [
	{ names: ["NODE_OPTIONS"], kind: "options", program: "node", before: [] },
	{
		names: ["RUSTFLAGS", "RUSTDOCFLAGS"],
		kind: "options",
		program: "rustc",
		before: [],
		runs: { option: "--codegen", form: "^linker=" },
	},
	{ names: ["GOFLAGS"], kind: "options", program: "go", before: ["test"] },
	{
		names: ["PYTHONPATH", "NODE_PATH", "RUBYLIB", "PERL5LIB", "CLASSPATH", "JAVA_HOME", "GOROOT"],
		kind: "paths",
		list: true,
		access: "read",
		code: true,
	},
	// What was built comes from there again.
	{
		names: ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR", "GOCACHE", "GOBIN", "PYTHONPYCACHEPREFIX"],
		kind: "paths",
		list: false,
		access: "both",
		code: true,
	},
	{
		names: ["TMPDIR", "GOTMPDIR", "PIP_CACHE_DIR", "UV_CACHE_DIR", "RUFF_CACHE_DIR", "MYPY_CACHE_DIR", "COVERAGE_FILE"],
		kind: "paths",
		list: false,
		access: "both",
		code: false,
	},
	{ names: ["CC", "CXX"], kind: "command" },
];

/**
 * Variables through which other code comes to run, or another program, file, folder or host is used. A trailing `*` stands for the rest of a name.
 * From `ld.so(8)`, `bash(1)`, the manuals of the programs named, and what the tables of programs list.
 */
export const changingNames: readonly string[] = names(`
	LD_* DYLD_* GCONV_PATH PATH HOME PWD OLDPWD SHELL TMPDIR TZDIR LOCPATH NLSPATH TEXTDOMAIN* HOSTALIASES LOCALDOMAIN RES_OPTIONS
	MALLOC_* GLIBC_* GETCONF_DIR NIS_PATH POSIXLY_CORRECT TERMINFO* TERMCAP TERMPATH
	BASH_ENV ENV SHELLOPTS BASHOPTS BASH_* PS0 PS1 PS2 PS4 PROMPT_COMMAND IFS CDPATH GLOBIGNORE EXECIGNORE INPUTRC FCEDIT HISTFILE
	MAILPATH ZDOTDIR FPATH KSH_ENV fish_* XONSH*
	EDITOR VISUAL ALTERNATE_EDITOR PAGER BROWSER MANPAGER MORE MORESECURE LESS* MAN* GROFF_* TROFF* GRO_* INFOPATH INFO_*
	SUDO_* SSH_* XDG_* DISPLAY XAUTHORITY WAYLAND_* DBUS_* GTK* GDK_* GIO_* GST_* QT* GSETTINGS_* VK_* LIBGL_* MESA_* SDL_* LV2_PATH
	http_proxy https_proxy all_proxy ftp_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY SSL* OPENSSL_* GNUTLS_* KRB5* LDAP* SASL_*
	CURL_* NETRC WGETRC SYSTEM_WGETRC HTTPIE_* LYNX_* W3M_* LINKS_CONFDIR ELINKS_CONFDIR MAILER REQUESTS_CA_BUNDLE RANDFILE
	GIT_* HG* CVS* SVN_* BZR* P4* JJ_* TIG* DELTA_* GH_* GLAB_* HUB_* GITLAB_HOST
	NODE_* npm_* NPM_* COREPACK_* YARN_* PNPM_* BUN_* DENO_* TS_NODE_* TSX_* NVM_* VOLTA_* FNM_* NODENV_* N_PREFIX
	ESLINT_* BIOME_* VITEST_* JEST_* ESBUILD_* PUPPETEER_* PLAYWRIGHT_* ELECTRON_* CHROME_* SASS_*
	PYTHON* PYTEST_* PIP_* PIPX_* PIPENV_* UV_* POETRY_* HATCH_* PDM_* FLIT_* TWINE_* TOX_* NOX* COVERAGE_* MYPY* PYLINT* RUFF_* BLACK_*
	PYENV_* CONDA* MAMBA_* VIRTUAL_ENV IPYTHON* JUPYTER_* MPLBACKEND MPLCONFIGDIR GUNICORN_* UVICORN_* CELERY_* SETUPTOOLS_* DISTUTILS_*
	PERL* RUBY* GEM* BUNDLE* RAKE* IRBRC RBENV_* RAILS_TEMPLATE SPRING_*
	JAVA_* _JAVA* JDK_* JENV_* CLASSPATH MAVEN_* M2_* MVNW_* GRADLE_* ANT_* SBT_* JVM_OPTS KOTLIN_* SCALA_* LEIN_* GROOVY_* JSHELLEDITOR
	GO* CGO_* RUST* CARGO* SCCACHE* CCACHE_* DISTCC_* ICECC_*
	CC CXX CPP FC AR LD AS NM RANLIB STRIP OBJCOPY OBJDUMP WINDRES LEX YACC BISON_* M4* AUTOM4TE AUTOCONF AUTOMAKE ACLOCAL* LIBTOOL*
	MAKE MAKE* GNUMAKEFLAGS NINJAFLAGS CONFIG_SHELL CONFIG_SITE DESTDIR INSTALL SED AWK GREP CTANGLE TANGLE CWEAVE WEAVE TEX MAKEINFO RM CO GET
	CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LIBS PKG_CONFIG* CMAKE_* CTEST_* CPACK_* MESON* BAZEL* PANTS_* SCONS*
	GCC_* COMPILER_PATH LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH OBJC_INCLUDE_PATH COLLECT_* DEPENDENCIES_OUTPUT
	SUNPRO_DEPENDENCIES LDEMULATION CCC_* CLANG_* CC_PRINT_* SDKROOT LLVM_* ASAN_* UBSAN_* TSAN_* LSAN_* MSAN_* LIB INCLUDE
	DOTNET_* NUGET_* MSBUILD* CORECLR_* COMPlus_* MONO_* PSModulePath
	LUA_* LUAROCKS_* PHP* COMPOSER COMPOSER_* XDEBUG_* TCL* GUILE_* JULIA_* OCAML* CAML* OPAM* DUNE_* GHC* CABAL_* STACK_* PLT* SBCL_* OCTAVE_*
	ERL_* ERLC_* ELIXIR_* IEX_* MIX_* HEX_* REBAR_* SWIFT_* ZIG_* SWIPL SWI_* RAKU* R_HOME R_LIBS* R_PROFILE* R_ENVIRON* R_BROWSER R_PDFVIEWER
	EMACS* VIM* NVIM_* GVIMINIT EXINIT MYVIMRC NANORC
	GDB* LLDB_* DEBUGINFOD_* VALGRIND_* EXPECT_* RLWRAP_* SCREEN* TMUX*
	TEX* BIBINPUTS BSTINPUTS KPATHSEA* MKTEX* MF* DVI* LATEXMK* openout_any openin_any shell_escape
	PG* PSQL* MYSQL* MARIADB* LIBMYSQL_* SQLITE_* REDISCLI_* MONGO_* ORACLE_* TNS_ADMIN ODBC*
	AWS_* AZURE_* CLOUDSDK_* GOOGLE_APPLICATION_CREDENTIALS BOTO* KUBE* HELM_* MINIKUBE_* TF_* PULUMI_* PACKER_* PKR_VAR_* VAULT_* CONSUL_* NOMAD_*
	DOCKER_* BUILDKIT_* COMPOSE_* CONTAINER_* CONTAINERS_* PODMAN_* SINGULARITY_* APPTAINER_* VAGRANT_* ANSIBLE_*
	ANTHROPIC_* OPENAI_* CLAUDE_* CODEX_* GEMINI_* OP_* BW_* BITWARDENCLI_* HEROKU_*
	TAR_* TAPE ZIP ZIPOPT ZIPINFO UNZIP UNZIPOPT GZIP BZIP BZIP2 XZ_* ZSTD_* LZ4_* RSYNC_* RCLONE_* RESTIC_* BORG_* UNISON* MKISOFSRC SAL_* OOO_* UNO_* URE_BOOTSTRAP CTAGS ETAGS GTAGS*
	RIPGREP_* ACK_* ACKRC FZF_* BAT_* FD_* EZA_* LS_OPTIONS GREP_OPTIONS GREP_COLOR GAWK_* AWKPATH AWKLIBPATH PARALLEL* BC_ENV_ARGS DC_ENV_ARGS
	DIRENV_* ASDF_* MISE_* SDKMAN_* HOMEBREW_* NIX* GUIX_* APT_* DEB* DPKG_* RPM_* DNF* PACMAN* SNAP_* FLATPAK_* SYSTEMD_* SYSTEMCTL_*
	GNUPGHOME GPG_* PINENTRY_* PASSWORD_STORE_* SOPS_* AGE_* MAGIC MAGICK_* FFREPORT FFMPEG_* AVCONV_DATADIR LADSPA_PATH FREI0R_PATH GS_*
	GVBINDIR GV_FILE_PATH DOTFONTPATH CUPS_* SGML_* XML_CATALOG_FILES COWPATH NMAPDIR NMAP_PRIVILEGED LOCATE_* PROXYCHAINS_* TORSOCKS_*
	MTR_* MODPROBE_* MKE2FS_CONFIG PATCH_* VERSION_CONTROL SIMPLE_BACKUP_SUFFIX JUST_* TASK_* PRE_COMMIT_* HUSKY* LEFTHOOK* OVERCOMMIT_*
	SHELLCHECK_* SPELL TIME DOTDIR SERVER_NAME YTDLP_* OCAMLRUNPARAM FLASK_APP DJANGO_SETTINGS_MODULE
`);

/** Ordinary words among them: a script may call something of its own so, and hands it to nobody until it exports it. */
export const ordinaryNames: readonly string[] = names(`
	AR AS AWK CO FC GET GREP INCLUDE INSTALL LD LEX LIB LIBS M4 MAGIC MAKE MORE NM RM SED SPELL STRIP SWIPL TANGLE TAPE TEX TIME WEAVE YACC ZIP
`);

/**
 * Words that names end in which bring a program, options or a file to many programs. The first may stand anywhere at the end (`DIFFPROG`),
 * the others are words of their own (`X_LOADER`).
 */
export const changingEnds: {
	readonly any: readonly string[];
	readonly whole: readonly string[];
	/** Whole words, where nobody exports the name: a script's own names end in the others, too. */
	readonly inherited: readonly string[];
} = {
	inherited: names(`
		PAGER EDITOR RSH SHELL COMMAND CMD OPTS OPTIONS ARGS FLAGS CONFIG CONFIG_PATH CONFIG_DIR CONFIG_FILE CONFIGURE_PATH PATH HOME PLUGINS PROVIDER
		PROVIDERS WRAPPER ASKPASS PRELOAD LAUNCHER HOOK INIT RC
	`),
	any: names(`
		PROG PROGRAM BROWSER EDITOR PAGER VIEWER OPT OPTS OPTIONS FLAGS ARGS ASKPASS SHELL WRAPPER LAUNCHER COMMAND CMD PRELOAD RUNNER
	`),
	whole: names(`
		RSH SSH EXEC EXECUTABLE BIN BINARY HELPER CONFIG CONFIG_PATH CONFIG_DIR CONFIG_FILE CONFIGURE_PATH PATH HOME PLUGIN PLUGINS PROVIDER
		PROVIDERS HOOK HOOKS INIT RC PREFIX LIB LIBS LIBRARY MODULE MODULES LOADER STARTUP COMPILER LINKER INTERPRETER TOOL TOOLCHAIN
		TEMPLATE SCRIPT TERMINAL DEPENDENCIES FILTER FORMATTER PREPROCESSOR DECODER OPENER CLOSER SYMBOLIZER
	`),
};
