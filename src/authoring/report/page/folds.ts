/** What folds on the page: a link into it opens it, and paper has no folds. */

export function connectFolds(): void {
	addEventListener("hashchange", openTarget);
	// A link to where the page stands already changes nothing, and may lead into what was closed since.
	document.addEventListener("click", (event) => {
		const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
		if (link !== null && link.getAttribute("href") === location.hash) openTarget();
	});
	openTarget();
	let closed: readonly HTMLDetailsElement[] = [];
	addEventListener("beforeprint", () => {
		closed = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")].filter(
			(one) => one.closest(".tree") === null,
		);
		for (const one of closed) one.open = true;
	});
	addEventListener("afterprint", () => {
		for (const one of closed) one.open = false;
	});
}

function openTarget(): void {
	const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
	if (target === null || location.hash === "") return;
	openAround(target);
	target.scrollIntoView();
}

/** Opens what an element is folded into, and the first fold in it if it is a part of the page. */
export function openAround(target: Element): void {
	for (let at: Element | null = target; at !== null; at = at.parentElement)
		if (at instanceof HTMLDetailsElement) at.open = true;
	const own = target.querySelector(":scope > details.part");
	if (own instanceof HTMLDetailsElement) own.open = true;
}
