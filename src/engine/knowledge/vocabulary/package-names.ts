/** The program that a package is called for by its runner: `wrangler` for `wrangler@3`, `cli` for `@scope/cli@17`. Undefined for what is no package's name, such as an address. */
export function programOfPackage(text: string): string | undefined {
	const [, whole, name] = /^((?:@[\w.-]+\/)?([\w.-]+))(?:@[^/]*|==.*|\[.*)?$/.exec(text) ?? [];
	return (whole === undefined ? undefined : otherwise.get(whole)) ?? name;
}

/** Packages that bring a program of another name. */
const otherwise: ReadonlyMap<string, string> = new Map([
	["netlify-cli", "netlify"],
	["firebase-tools", "firebase"],
	["@railway/cli", "railway"],
	["aws-cdk", "cdk"],
	["@aws-amplify/cli", "amplify"],
	["@cloudflare/wrangler", "wrangler"],
	["@infisical/cli", "infisical"],
	["@bitwarden/cli", "bw"],
	["@sentry/cli", "sentry-cli"],
	["@sanity/cli", "sanity"],
	["@shopify/cli", "shopify"],
	["@angular/cli", "ng"],
	["@nestjs/cli", "nest"],
	["@vscode/vsce", "vsce"],
	["awscli", "aws"],
	["awscli2", "aws"],
	["azure-cli", "az"],
	["google-cloud-sdk", "gcloud"],
	["httpie", "http"],
	["opentofu", "tofu"],
	["kubernetes-helm", "helm"],
]);
