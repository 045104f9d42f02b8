/** Elements of the page by their ids. */

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
	const found = document.getElementById(id);
	if (found === null) throw new Error(`the page lacks \`${id}\``);
	return found as T;
}
