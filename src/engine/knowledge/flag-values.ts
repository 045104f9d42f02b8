/**
 * Programs whose flags refuse a value: `cargo build --frozen=true` ends with an error. Go's flags, yargs and the like take `--flag=true`, and are not named here.
 * Lints tell by it an option that fits nothing; nothing is decided by it.
 */
const strict: ReadonlySet<string> = new Set(
	`
	awk bash cat chgrp chmod chown cmp comm cp cut date dd df diff du env expand file find fmt fold gawk grep gzip head id install join less ln ls make md5sum mkdir mkfifo mktemp mv nl nohup od paste patch pr printenv
	readlink realpath rm rmdir sed seq sha1sum sha256sum sha512sum shred shuf sort split stat stdbuf sum tac tail tar tee timeout touch tr truncate tsort uname uniq unlink wc which whoami xargs xz zstd bzip2
	curl wget rsync scp ssh sftp gpg git tree jq cmake ctest ninja ps pgrep pkill free lsblk mount umount systemctl journalctl psql pg_dump pg_dumpall pg_restore createdb dropdb createuser dropuser pg_isready redis-cli sqlite3
	cargo rustc rustfmt rustup rg fd bat eza uv uvx ruff biome tokei hyperfine sd delta just deno typst mdbook
	pip pytest black mypy pylint flake8 isort coverage ansible ansible-playbook ansible-lint aws poetry conda tox nox pre-commit alembic sqlfluff dvc dbt flask celery twine http yt-dlp pipx pipenv bandit yamllint
	gem rake rubocop gradle gradlew mvn mvnw composer phpunit phpstan shellcheck gcc clang valgrind strace pandoc
	`
		.split(/\s+/)
		.filter((word) => word !== ""),
);

/** Do the program's flags refuse even `=true`? */
export function refusesValues(program: string): boolean {
	return strict.has(program);
}
