/** Files that hold secrets, by the one table of them: what they are called in any folder, and what lies in the home folder. */
import { credentialFiles, keyFiles } from "../knowledge/credential-files.js";
import { matcherOf } from "../policy/word-language/matcher.js";

/** Is a file of this name, in whatever folder, one that holds secrets? The name may be a glob itself: `.env*`, `*.pem`. */
export function isSecretFile(text: string): boolean {
	const name = text.replace(/^\.\//, "");
	if (name === "" || name.includes("/")) return false;
	const plain = name.replaceAll("*", "");
	return secretNames.some((matches) => matches(name) || (plain.length > 3 && matches(plain)));
}

/** Where a file or folder of this name lies in the home folder: `.pgpass`, `.ssh`, `.aws/credentials`; undefined for one that may lie in a project as well. */
export function placeInHome(text: string): string | undefined {
	const name = text.replace(/^\.\//, "");
	const [first = ""] = name.split("/");
	return name.startsWith(".") && homeNames.has(first) && !isSecretFile(name) ? `~/${name}` : undefined;
}

/** Certificates lie beside their keys, and others come with what they open. */
const besides: readonly string[] = [
	"*.pem",
	"*.mobileprovision",
	"*.tfvars",
	"credentials.json",
	"service-account*.json",
];

const secretNames = [...keyFiles.map((path) => path.replace(/^\*\*\//, "")), ...besides].map((text) =>
	matcherOf({ kind: "glob", text }),
);

/** `.{a,b/c}`: its first names, braces taken apart. */
function firstNames(path: string): readonly string[] {
	const [, before = "", inner, rest = ""] = /^([^{}]*)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
	if (inner === undefined || before.includes("/")) return [path.split("/")[0] ?? ""];
	return inner.split(",").flatMap((one) => firstNames(`${before}${one}${rest}`));
}

/** Settings that projects have as well. */
const inProjects =
	/^\.(?:npmrc|yarnrc.*|config|local|cache|netlify|vercel|wrangler|circleci|travis|buildkite|bundle|dbt|supabase|fly|expo|doppler|infisical|sentryclirc|serverlessrc|android|gradle|firebase|heroku|m2|sbt|ivy2|step|age|op|render|stripe|now|condarc|snowflake|databricks|clickhouse-client|pulumi|chef|docker)$/;

/** First names of what the table knows below the home folder. */
const homeNames: ReadonlySet<string> = new Set(
	credentialFiles
		.filter((path) => path.startsWith("~/."))
		.flatMap((path) => firstNames(path.slice("~/".length)))
		.filter((name) => !/[*?[]/.test(name) && !inProjects.test(name)),
);
