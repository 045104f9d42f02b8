/** What looks like a secret in a text, by the one table of their shapes. */
import { namesSecretHowever } from "./secret-names.js";
import { secretShapes } from "./secret-shapes.js";

export interface FoundSecret {
	/** `a token of GitHub` */
	readonly what: string;
	readonly start: number;
	readonly end: number;
}

/** The secrets in a text, by the shapes that their makers give them. Placeholders are none. */
export function secretsIn(text: string): readonly FoundSecret[] {
	return shapedSecretsIn(text, (secret) => !isPlaceholder(secret));
}

/** Everything in a text that has the shape of a secret, placeholders too where nobody sorts them out. */
export function shapedSecretsIn(
	text: string,
	isWanted: (secret: string) => boolean = () => true,
): readonly FoundSecret[] {
	const found = secretShapes.flatMap(({ what, shape }) =>
		[...text.matchAll(shape)].flatMap(({ 0: whole, index, groups }): readonly FoundSecret[] => {
			const secret = groups?.secret ?? whole;
			if (!isWanted(secret)) return [];
			const start = index + whole.indexOf(secret);
			return [{ what, start, end: start + secret.length }];
		}),
	);
	return found
		.toSorted((a, b) => a.start - b.start || b.end - a.end)
		.filter((one, at, all) => !all.slice(0, at).some((other) => one.start < other.end));
}

/** Examples of manuals, rows of one letter, and what stands for something else. A private key's first line stands for what follows. */
export function isPlaceholder(secret: string): boolean {
	if (secret.startsWith("-----BEGIN")) return false;
	return (
		/example|placeholder|dummy|changeme|redacted|your[-_]|sample|fake|x{4,}|0{6,}|1234567/i.test(secret) ||
		/^(?:password|secret|pass|passwd|pwd|pw|token|user|hunter)\d*$/i.test(secret) ||
		new Set(secret).size < Math.min(8, secret.length / 2)
	);
}

/** The value of an assignment that gives a variable of such a name a secret, and not a path, a number or something that stands for it. */
export function assignedSecret({ text }: { readonly text: string }): string | undefined {
	const at = text.indexOf("=");
	const [name, value] = [text.slice(0, at), text.slice(at + 1)];
	if (at <= 0 || !namesSecretHowever(name) || value.length < 6) return undefined;
	const isOther =
		/^(?:[~.]?\/|\$|<|\{|%|\d+$|[*x]+$)/i.test(value) ||
		/(?:^|[^a-z])(?:true|false|no|not|none|null|nothing|unset|unused|empty|test\w*|ci|dev\w*|local\w*|mock|stub|default|anything|ignored?|disabled)(?![a-z])/i.test(
			value,
		);
	return isOther || isPlaceholder(value) ? undefined : value;
}
