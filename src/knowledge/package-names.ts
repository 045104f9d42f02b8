/** The program that a package is called for by its runner: `wrangler` for `wrangler@3`, `cli` for `@angular/cli@17`. Undefined for what is no package's name, such as an address. */
export function programOfPackage(text: string): string | undefined {
	return /^(?:@[\w.-]+\/)?([\w.-]+)(?:@[^/]*|==.*|\[.*)?$/.exec(text)?.[1];
}
