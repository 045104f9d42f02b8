/** What looks like a secret: texts that have the shape of a key or a token, and names of variables that hold one. */
import type { Span } from "../source/span.js";

export interface FoundSecret {
	/** `a token of GitHub` */
	readonly what: string;
	readonly start: number;
	readonly end: number;
}

/** The secrets in a text, by the shapes that their makers give them. Placeholders are none. */
export function secretsIn(text: string): readonly FoundSecret[] {
	const found = shapes.flatMap(({ what, shape }) =>
		[...text.matchAll(shape)].flatMap(({ 0: whole, index, groups }): readonly FoundSecret[] => {
			const secret = groups?.secret ?? whole;
			if (isPlaceholder(secret)) return [];
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
	{ what: "a key of a model's maker", shape: /\bsk-(?:ant-|proj-|or-v1-)?[\w-]{32,}/g },
	{ what: "a token of npm", shape: /\bnpm_[A-Za-z0-9]{36}\b/g },
	{ what: "a token of PyPI", shape: /\bpypi-AgE[\w-]{50,}/g },
	{ what: "a token of Hugging Face", shape: /\bhf_[A-Za-z0-9]{34,}\b/g },
	{ what: "a key of SendGrid", shape: /\bSG\.[\w-]{22}\.[\w-]{43}\b/g },
	{ what: "a signed token", shape: /\beyJ[\w-]{12,}\.eyJ[\w-]{12,}\.[\w-]{16,}/g },
	{ what: "a private key", shape: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----(?=[\s\\n#"']*[A-Za-z0-9+/=]{32})/g },
	{ what: "a password", shape: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"'<>{}$*]+:(?<secret>[^\s/:@"'<>{}$*]{6,})@[\w[]/gi },
];

/** Examples of manuals, rows of one letter, and what stands for something else. A private key's first line stands for what follows. */
function isPlaceholder(secret: string): boolean {
	if (secret.startsWith("-----BEGIN")) return false;
	return (
		/example|placeholder|dummy|changeme|redacted|your[-_]|sample|fake|x{4,}|0{6,}|1234567/i.test(secret) ||
		/^(?:password|secret|pass|passwd|token|user)$/i.test(secret) ||
		new Set(secret).size < Math.min(8, secret.length / 2)
	);
}

/** Does a variable of this name hold a secret? */
export function namesSecret(name: string): boolean {
	if (/PUBLIC|(?:^|_)(?:SORT|PRIMARY|FOREIGN|CACHE|PARTITION)_KEY$/.test(name)) return false;
	return (
		/(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|CREDENTIALS?)$/.test(name.replace(/^(?:OLD)?PWD$/, "")) ||
		/(?:^|_)(?:API|ACCESS|SECRET|PRIVATE|SIGNING|ENCRYPTION|MASTER|DEPLOY|LICENSE|ACCOUNT|AUTH)_?KEY$/.test(name) ||
		/^(?:PGPASSWORD|SSHPASS|NODE_AUTH_TOKEN)$/.test(name)
	);
}

/** The value of an assignment that gives a variable of such a name a secret, and not a path, a number or something that stands for it. */
export function assignedSecret({ text, span }: { readonly text: string; readonly span: Span }): string | undefined {
	const at = text.indexOf("=");
	const [name, value] = [text.slice(0, at), text.slice(at + 1)];
	if (at <= 0 || !namesSecret(name) || value.length < 6 || span.end - span.start < text.length) return undefined;
	const isOther = /^(?:[~.]?\/|\$|<|\{|%)/.test(value) || /^(?:true|false|none|null|unset|empty|\d+|[*x]+|test\w*|ci)$/i.test(value);
	return isOther || isPlaceholder(value) ? undefined : value;
}
