/** Files that hold secrets, by the one table of them: what they are called in any folder, and what lies in the home folder. */

import { knownPlaces, mixedFiles, plainPlaces } from "../../../engine/knowledge/secrets/secret-places.js";
import { keyFiles } from "../../../engine/knowledge/secrets/secrets.js";
import { matcherOf } from "../../../language/policy/word-language/matcher.js";

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

/** `~/.aws`, `**\/.env`, `~/.kube/config`: is this a place of secrets, or one within? Folders above hold other things as well. */
export function isSecretPlace(text: string): boolean {
	const path = text.replace(/^\.\//, "").replace(/(?:\/\*{0,2})+$/, "");
	const last = path.slice(path.lastIndexOf("/") + 1);
	if (isSecretFile(last) || isSecretFile(last.replace(/\.?\*.*$/, ""))) return true;
	const near = path.replace(/^\*\*\//, "");
	const words = (/^[~/]/.test(near) ? near : `~/${near}`).split("/");
	return [...placeWords(), ...folderWords].some(
		(place) => place.length <= words.length && place.every((word, at) => fits(word, words[at] ?? "")),
	);
}

function fits(word: string, text: string): boolean {
	return word === text || (word.includes("*") && matcherOf({ kind: "glob", text: word })(text));
}

const folderWords = knownPlaces.map(({ place }) => place.split("/"));
let ofPlaces: readonly (readonly string[])[] | undefined;

function placeWords(): readonly (readonly string[])[] {
	ofPlaces ??= plainPlaces()
		.filter((place) => !place.startsWith("**/"))
		.map((place) => place.split("/"));
	return ofPlaces;
}

const secretNames = [...keyFiles, ...mixedFiles].map((path) =>
	matcherOf({ kind: "glob", text: path.replace(/^\*\*\//, "") }),
);

/** Settings that projects have as well. */
const inProjects =
	/^\.(?:npmrc|yarnrc.*|config|local|cache|netlify|vercel|wrangler|circleci|travis|buildkite|bundle|dbt|supabase|fly|expo|doppler|infisical|sentryclirc|serverlessrc|android|gradle|firebase|heroku|m2|sbt|ivy2|step|age|op|render|stripe|now|condarc|snowflake|databricks|clickhouse-client|pulumi|chef|docker)$/;

/** First names of what the table knows below the home folder. */
const homeNames: ReadonlySet<string> = new Set(
	plainPlaces()
		.filter((place) => place.startsWith("~/."))
		.map((place) => place.split("/")[1] ?? "")
		.filter((name) => !/[*?[]/.test(name) && !inProjects.test(name)),
);
