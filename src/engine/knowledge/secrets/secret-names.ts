/** Names that speak of a secret wherever they stand: those of variables of the surroundings, of options, of headers and of settings. */
import { namesSecret } from "./secrets.js";

/** Does a variable that programs get from their surroundings hold a secret, by its name alone? Whatever is called somebody's key there opens something of theirs. */
export function variableHoldsSecret(name: string): boolean {
	return (
		namesSecret(name) ||
		byOtherKey.test(name) ||
		/_(?:PAT|PSK|CREDS|PWD|DSN|APIKEY|PASSWORDS|SECRETS|CONNECTION_STRING)$/.test(name)
	);
}

/** Keys of tables, caches and maps open nothing, nor do names of keys. */
const byOtherKey =
	/^(?!.*(?:PUBLIC|PUB|SORT|PRIMARY|FOREIGN|CACHE|PARTITION|SHARD|ROW|HASH|RANGE|GROUP|LOOKUP|INDEX|PROJECT|ISSUE|OBJECT|BUCKET|HOT|META|MAP|SPACE|REGISTRY|GPG|PGP|SIGNER|FEATURE|TRANSLATION|MESSAGE|CONFIG|SETTING|HOST|KNOWN|RESTORE|COMPOSE|LOCK|RUN|STATE|BACKEND)_?KEY$)\w+_KEY$/;

/** Does a name speak of a secret, however it is written: an option, a header, a setting, `apiKey`? */
export function namesSecretHowever(name: string): boolean {
	return namesSecret(
		name
			.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
			.replaceAll(/[^A-Za-z0-9]+/g, "_")
			.replaceAll(/^_+|_+$/g, "")
			.toUpperCase(),
	);
}
