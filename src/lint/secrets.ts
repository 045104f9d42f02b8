/** What looks like a secret: texts that have the shape of a key or a token, and names of variables that hold one. */

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
	const found = shapes.flatMap(({ what, shape }) =>
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

interface Shape {
	readonly what: string;
	/** With a group `secret` where more belongs to the shape than the secret itself. */
	readonly shape: RegExp;
}

const shapes: readonly Shape[] = [
	{ what: "an access key of AWS", shape: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
	{ what: "a token of GitHub", shape: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g },
	{ what: "a token of GitHub", shape: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g },
	{ what: "a token of GitLab", shape: /\bglpat-[\w-]{20,}/g },
	{ what: "a token of Slack", shape: /\bxox[abeoprs]-[A-Za-z0-9-]{20,}/g },
	{ what: "a web hook of Slack", shape: /https:\/\/hooks\.slack\.com\/services\/T\w{6,}\/B\w{6,}\/\w{16,}/g },
	{ what: "a key of Google", shape: /\bAIza[\w-]{35}(?![\w-])/g },
	{ what: "a key of Stripe", shape: /\b[rs]k_live_[A-Za-z0-9]{20,}\b/g },
	{ what: "a key of a model's maker", shape: /\bsk-or-v1-[0-9a-f]{64}\b/g },
	{
		what: "a key of a model's maker",
		shape: /\bsk-(?=[\w-]{0,99}\d[\w-]{0,99}\d)(?=[\w-]{0,99}[A-Z])(?=[\w-]{0,99}[a-z])[\w-]{32,}/g,
	},
	{ what: "a token of npm", shape: /\bnpm_[A-Za-z0-9]{36}\b/g },
	{ what: "a token of PyPI", shape: /\bpypi-AgE[\w-]{50,}/g },
	{ what: "a token of Hugging Face", shape: /\bhf_[A-Za-z0-9]{34,}\b/g },
	{ what: "a key of SendGrid", shape: /\bSG\.[\w-]{22}\.[\w-]{43}\b/g },
	{ what: "a signed token", shape: /\beyJ[\w-]{12,2000}\.eyJ[\w-]{12,2000}\.[\w-]{16,2000}/g },
	{
		what: "a private key",
		shape: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----(?=[\s\\n#"']*[A-Za-z0-9+/=]{32})/g,
	},
	{
		// On the machine itself, or as the user's own name, it opens nothing that is not open.
		what: "a password",
		shape:
			/\b[a-z][a-z0-9+]{0,20}:\/\/(?<user>[^\s/:@"'<>{}$*]{1,99}):(?!\k<user>@)(?<secret>[^\s/:@"'<>{}$*]{6,99})@(?!localhost\b|127\.)[\w[]/gi,
	},
];

/** Examples of manuals, rows of one letter, and what stands for something else. A private key's first line stands for what follows. */
function isPlaceholder(secret: string): boolean {
	if (secret.startsWith("-----BEGIN")) return false;
	return (
		/example|placeholder|dummy|changeme|redacted|your[-_]|sample|fake|x{4,}|0{6,}|1234567/i.test(secret) ||
		/^(?:password|secret|pass|passwd|pwd|pw|token|user|hunter)\d*$/i.test(secret) ||
		new Set(secret).size < Math.min(8, secret.length / 2)
	);
}

/** Does a variable of this name hold a secret? */
export function namesSecret(name: string): boolean {
	if (/PUBLIC|(?:^|_)(?:SORT|PRIMARY|FOREIGN|CACHE|PARTITION)_KEY$/.test(name)) return false;
	return (
		/(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|CREDENTIALS?)$/.test(
			name.replace(/^(?:OLD)?PWD$/, ""),
		) ||
		/(?:^|_)(?:API|ACCESS|SECRET|PRIVATE|SIGNING|ENCRYPTION|MASTER|DEPLOY|LICENSE|ACCOUNT|AUTH)_?KEY$/.test(name) ||
		/^(?:PGPASSWORD|SSHPASS|NODE_AUTH_TOKEN)$/.test(name)
	);
}

/** The value of an assignment that gives a variable of such a name a secret, and not a path, a number or something that stands for it. */
export function assignedSecret({ text }: { readonly text: string }): string | undefined {
	const at = text.indexOf("=");
	const [name, value] = [text.slice(0, at), text.slice(at + 1)];
	if (at <= 0 || !namesSecret(name) || value.length < 6) return undefined;
	const isOther =
		/^(?:[~.]?\/|\$|<|\{|%|\d+$|[*x]+$)/i.test(value) ||
		/(?:^|[^a-z])(?:true|false|no|not|none|null|nothing|unset|unused|empty|test\w*|ci|dev\w*|local\w*|mock|stub|default|anything|ignored?|disabled)(?![a-z])/i.test(
			value,
		);
	return isOther || isPlaceholder(value) ? undefined : value;
}
