/**
 * Programs of everyday work on a project, by kind. Every policy has them as sets. They read what lies in the project, run its code and write what they make into it;
 * what else they do, their tables and the vocabulary of verbs say.
 */
import { once } from "../../../language/source/once.js";

export const projectTools = once(() => ({
	/** What runs and compiles code. */
	"language-tools": list(
		`node nodejs deno ts-node tsx tsc tsgo swc babel esbuild python python2 python3 pypy pypy3 ipython jupyter ruby irb jruby truffleruby erb php php-cgi perl raku lua luajit R Rscript julia octave
		java javac javap javadoc jar jshell kotlin kotlinc scala scalac groovy groovyc clojure clj bb ghc ghci runghc runhaskell ocaml ocamlc ocamlopt elixir elixirc iex erl erlc escript racket sbcl guile
		rustc gcc g++ cc c++ cpp clang clang++ clang-cl gfortran nvcc go gofmt gccgo tinygo zig nim nimble crystal dmd ldc2 dart swift swiftc solc forge cast wat2wasm wasm2wat wasm-opt wasmtime wasmer emcc em++ nasm yasm as ld lld gold
		fsharpc csc mcs mono dotnet dotnet-script awk gawk mawk sed jq yq`,
	),
	/** What puts a project together, by what its own files say. What they clean they make again. */
	"build-tools": list(
		`make gmake bmake nmake cmake ccmake ctest cpack ninja samu meson autoconf automake autoreconf autoheader acloc pkg-configal libtoolize bear ccache sccache distcc bazel bazelisk buck buck2 pants gn scons waf xmake premake5 qmake moc rcc uic
		gradle gradlew mvn mvnw mvnd ant sbt mill lein boot msbuild xcodebuild xcbeautify rake thor just task mage invoke inv fab doit nox tox hatch pdm rye flit maturin setuptools-rust
		nx turbo lerna rush moon lage wireit gulp grunt jake webpack webpack-cli rollup parcel vite rspack rsbuild tsup tsdown unbuild microbundle ng vue-cli-service react-scripts next nuxt nuxi astro gatsby remix svelte-kit vitepress docusaurus storybook
		eleventy hugo jekyll middleman zola mkdocs sphinx-build mdbook typedoc jsdoc doxygen pdoc yard rdoc cargo-make wasm-pack trunk wasm-bindgen cbindgen bindgen tauri electron-forge electron-builder flutter fvm dub shards spago dune rebar3 mix gleam elm cabal stack latexmk tectonic typst
		earthly dagger bitbake colcon west idf.py pio platformio lake`,
	),
	/** What runs a project, on this machine. */
	"server-tools": list(
		`rails artisan manage.py django-admin flask alembic knex typeorm sequelize prisma drizzle-kit diesel goose dbmate uvicorn gunicorn hypercorn daphne waitress-serve streamlit puma unicorn rackup foreman overmind honcho concurrently nodemon pm2-dev npm-run-all run-s run-p wait-on cross-env serve http-server live-server json-server air browser-sync msw`,
	),
	/** What tries a project out. */
	"test-tools": list(
		`jest vitest mocha ava tap tape jasmine karma cypress playwright wdio testcafe nightwatch c8 nyc qunit cucumber cucumber-js pytest py.test nosetests nose2 unittest behave robot locust coverage rspec minitest spring phpunit pest paratest behat codecept prove
		gotestsum ginkgo richgo cargo-nextest grcov gcov gcovr lcov genhtml llvm-cov llvm-profdata valgrind gdb lldb dlv cgdb rr perf strace ltrace heaptrack hyperfine pprof bats shellspec busted hspec tasty kaocha catch2 k6 artillery vegeta testthat`,
	),
	/** What looks at code, tidies it up, or makes some from other files. */
	"check-tools": list(
		`eslint eslint_d biome prettier prettierd dprint oxlint oxfmt xo standard tslint stylelint markdownlint markdownlint-cli2 commitlint lint-staged knip depcheck madge publint attw size-limit tsd vue-tsc svelte-check
		ruff black isort flake8 pylint pyflakes pycodestyle pydocstyle mypy pyright basedpyright pyre pytype ty bandit vulture radon autopep8 yapf autoflake pyupgrade docformatter djlint interrogate
		golangci-lint staticcheck goimports gofumpt golint revive errcheck gosec govulncheck gocyclo ineffassign unparam gopls stringer mockgen mockery wire sqlc buf protoc protoc-gen-go ent oapi-codegen swag templ air
		rustfmt rust-analyzer cargo-clippy cargo-fmt cargo-expand cargo-machete cargo-udeps cargo-deny cargo-insta cargo-hack cargo-mutants cargo-llvm-cov cargo-tarpaulin cargo-fuzz cargo-watch cargo-bloat cargo-geiger cargo-sort cargo-msrv cargo-semver-checks cargo-public-api cargo-criterion cargo-flamegraph cargo-asm cargo-zigbuild cargo-make cargo-leptos cargo-ndk cargo-tauri rubocop standardrb reek brakeman erblint slim-lint haml-lint srb steep rbs sorbet tapioca phpstan psalm phpcs phpcbf php-cs-fixer pint rector phpmd phan deptrac twigcs parallel-lint
		checkstyle pmd spotbugs google-java-format ktlint detekt scalafmt scalafix cljfmt clj-kondo csharpier dotnet-format roslynator clang-format clang-format-diff git-clang-format clang-tidy clang-check clangd cppcheck cpplint iwyu include-what-you-use splint uncrustify astyle indent
		shellcheck shfmt bashate hadolint dockerfilelint dockle yamllint yamlfmt jsonlint taplo actionlint tflint tfsec terrascan checkov kics terraform-docs kubeconform kubeval kube-linter kube-score conftest helm-docs vale proselint alex cspell codespell typos write-good textlint lychee
		sqlfluff sqruff pgformatter pg_format buildifier swiftlint swiftformat stylua luacheck selene hlint ormolu fourmolu stylish-haskell credo dialyxir ocamlformat nixfmt alejandra statix deadnix cmakelang cmake-format cmake-lint gersemi xmllint tidy html-validate htmlhint djhtml
		cloc tokei scc ctags cscope objdump readelf nm size strings strip ar ranlib ldd otool lipo addr2line c++filt pahole dwarfdump jdeps jps jstack jmap jstat jcmd kustomize kubectl-kustomize graphql-codegen openapi-generator openapi-generator-cli spectral redocly orval plop hygen quicktype json2ts
		apollo relay-compiler prisma-fmt`,
	),
	/** What brings packages, and versions of languages. */
	"package-tools": list(
		`npm npx pnpm pnpx yarn yarnpkg bun bunx corepack deno jsr ni volta nvm fnm n pip pip2 pip3 pipx pipenv poetry uv uvx pdm rye hatch conda mamba micromamba pixi pyenv virtualenv pip-compile pip-sync twine gem bundle bundler rbenv rvm chruby composer pecl pie
		cargo rustup cargo-binstall go gvm goenv dotnet nuget paket mvn gradle sdk jenv coursier cs sbt opam cabal stack ghcup luarocks cpan cpanm nimble shards dub mix hex rebar3 pub flutter dart swift pod carthage conan vcpkg nix asdf mise rtx proto brew raco quicklisp`,
	),
}));

const all = once((): ReadonlySet<string> => new Set(Object.values(projectTools()).flat()));

export function isProjectTool(name: string): boolean {
	return all().has(name);
}

function list(text: string): readonly string[] {
	return [...new Set(text.split(/\s+/))];
}
