/**
 * Commands that begin otherwise and do the same: another front end of the same recipes, another name of the same program. `{x}` is what follows.
 */

import { programNamed } from "./lookup.js";

export interface SameCommands {
	/** How they begin. */
	readonly beginnings: readonly (readonly string[])[];
	/** "both have the same recipes". */
	readonly why: string;
	/** What follows is a recipe, and no subcommand. */
	readonly recipes: boolean;
	/** They are one program: none of them needs to be granted by its name to be thought of. */
	readonly one: boolean;
}

/** The other beginnings of a command, each in place of its own. */
export function sameCommands(
	argv: readonly string[],
): readonly { readonly words: readonly string[]; readonly why: string; readonly one: boolean }[] {
	const known = groups.flatMap(({ beginnings, why, one, recipes }) => {
		const [own] = beginnings
			.filter((words) => words.every((word, at) => argv[at] === word))
			.toSorted((a, b) => b.length - a.length);
		const rest = own === undefined ? [] : argv.slice(own.length);
		const [first] = rest;
		// The front end alone names no recipe.
		if (own === undefined || (first === undefined && !one) || (recipes && first?.startsWith("-") === true)) return [];
		if (first !== undefined && recipes && own.length === 1 && isSubcommand(own[0] as string, first)) return [];
		return beginnings.filter((words) => words !== own).map((words) => ({ words: [...words, ...rest], why, one }));
	});
	return [...known, ...joined(argv)];
}

/** `jupyter lab` starts `jupyter-lab`: so many programs find their subcommands. */
function joined([program = "", word = "", ...rest]: readonly string[]): ReturnType<typeof sameCommands> {
	// Its own subcommands are in its table.
	if (!/^[\w-]+$/.test(program) || !/^[a-z]+$/.test(word) || isSubcommand(program, word)) return [];
	return [{ words: [`${program}-${word}`, ...rest], why: "the one starts the other", one: false }];
}

function isSubcommand(program: string, word: string): boolean {
	const known = programNamed(program)?.subcommands ?? {};
	return Object.entries(known).some(([name, { aliases }]) => name.split(" ")[0] === word || aliases.includes(word));
}

const groups: readonly SameCommands[] = [
	scripts("npm run,npm run-script,yarn run,yarn,pnpm run,pnpm,bun run,node --run"),
	scripts("make,ninja,cmake --build . --target"),
	scripts("rake,rails,bin/rails,bin/rake,./bin/rails,./bin/rake,bundle exec rake,bundle exec rails"),
	scripts("python manage.py,python3 manage.py,./manage.py,manage.py,django-admin,python -m django,python3 -m django"),
	scripts("php artisan,./artisan,sail artisan"),
	scripts("php bin/console,bin/console,./bin/console,symfony console"),
	scripts("mvn,./mvnw,mvnw,mvnd"),
	scripts("gradle,./gradlew,gradlew"),
	programs("docker compose,docker-compose"),
	programs("apt,apt-get"),
	likes("apt,apt-get,aptitude,nala"),
	programs("dnf,yum,dnf5,microdnf"),
	programs("pip,pip3,python -m pip,python3 -m pip,uv pip"),
	programs("twine,python -m twine,python3 -m twine"),
	programs("fly,flyctl"),
	programs("vercel,vc"),
	programs("invoke,inv"),
	programs("jupyter notebook,jupyter-notebook"),
	programs("jupyter lab,jupyter-lab"),
	programs("huggingface-cli,hf"),
	programs("netlify,ntl"),
	programs("serverless,sls"),
	programs("composer,composer.phar,php composer.phar"),
	programs("wp,wp-cli,php wp-cli.phar"),
	programs("pytest,py.test,python -m pytest,python3 -m pytest"),
	programs("esptool,esptool.py,python -m esptool,python3 -m esptool"),
	programs("espefuse,espefuse.py,python -m espefuse"),
	programs("platformio,pio"),
	programs("kafkacat,kcat"),
	programs("clickhouse-client,clickhouse client"),
	programs("msbuild,dotnet msbuild"),
	programs("bazel,bazelisk"),
	programs("ibmcloud,ic,bx"),
	programs("linode-cli,linode"),
	programs("expo,expo-cli"),
	programs("eas,eas-cli"),
	programs("sequelize,sequelize-cli"),
	...["topics", "configs", "acls", "consumer-groups", "delete-records", "console-producer", "console-consumer"].map(
		(one) => programs(`kafka-${one},kafka-${one}.sh`),
	),
	...[
		"poetry",
		"hatch",
		"uv",
		"pdm",
		"alembic",
		"celery",
		"mlflow",
		"airflow",
		"streamlit",
		"coverage",
		"pre_commit",
	].map((one) => programs(`${one.replace("_", "-")},python -m ${one},python3 -m ${one}`)),
	likes("docker,podman,nerdctl,finch"),
	likes("docker-compose,podman-compose,docker compose,podman compose"),
	likes("alembic,flask db"),
	likes("git,hub"),
	likes("vault,bao"),
	likes("lxc,incus"),
	likes("pacman,yay,paru"),
	likes("yarn,yarnpkg"),
	likes("node,nodejs"),
	likes("helm,helm3"),
	likes("cargo,cross"),
	likes("mysqldump,mariadb-dump"),
	likes("mysqladmin,mariadb-admin"),
	likes("mongo,mongosh"),
	likes("mc,mcli"),
	likes("sbt,sbtn"),
	likes("s3cmd,s4cmd"),
	likes("terraform,tofu,terragrunt"),
	likes("kubectl,oc,k,kubecolor,k3s kubectl,microk8s kubectl"),
	likes("mysql,mariadb"),
	likes("redis-cli,valkey-cli,keydb-cli"),
	likes("pdflatex,lualatex,xelatex,latex,pdftex,luatex,xetex,tex,uplatex,platex"),
	likes("gcc,g++,clang,clang++,cc,c++"),
	likes("vim,nvim,vi,gvim"),
	likes("conda,mamba,micromamba"),
	likes("npx,bunx,pnpx"),
	likes("make,gmake,bmake"),
	likes("ssh,autossh"),
	likes("http,https,xh"),
	likes("iptables,iptables-nft,iptables-legacy"),
];

function scripts(texts: string): SameCommands {
	return { beginnings: beginningsIn(texts), why: "both have the same recipes", recipes: true, one: false };
}

function programs(texts: string): SameCommands {
	return { beginnings: beginningsIn(texts), why: "both are the same program", recipes: false, one: true };
}

function likes(texts: string): SameCommands {
	return { beginnings: beginningsIn(texts), why: "both take the same words", recipes: false, one: false };
}

function beginningsIn(texts: string): SameCommands["beginnings"] {
	return texts.split(",").map((one) => one.split(" "));
}
