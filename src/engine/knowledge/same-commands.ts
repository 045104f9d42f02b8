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
	scripts("rake,rails,bin/rails,bin/rake,bundle exec rake,bundle exec rails"),
	scripts("python manage.py,python3 manage.py,./manage.py,django-admin"),
	scripts("php artisan,./artisan,sail artisan"),
	scripts("mvn,./mvnw,mvnw,mvnd"),
	scripts("gradle,./gradlew,gradlew"),
	programs("docker compose,docker-compose"),
	programs("apt,apt-get"),
	programs("dnf,yum"),
	programs("pip,pip3,python -m pip,python3 -m pip,uv pip"),
	programs("twine,python -m twine,python3 -m twine"),
	programs("fly,flyctl"),
	programs("vercel,vc"),
	programs("invoke,inv"),
	programs("jupyter notebook,jupyter-notebook"),
	programs("jupyter lab,jupyter-lab"),
	likes("docker,podman,nerdctl"),
	likes("terraform,tofu,terragrunt"),
	likes("kubectl,oc,k"),
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
