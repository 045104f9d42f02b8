/** What tokens and keys look like. Texts that are written down are searched for them; deciding asks for no such thing. */

/** What the makers of tokens and keys give them as a shape. */
export interface SecretShape {
	/** `a token of GitHub` */
	readonly what: string;
	/** With a group `secret` where more belongs to the shape than the secret itself. */
	readonly shape: RegExp;
}

export const secretShapes: readonly SecretShape[] = [
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
