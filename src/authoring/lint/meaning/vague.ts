/** Does a message say nothing but that something is refused? */

/** Nothing of it tells why, or what to do: `denied`, "This command is not allowed.", `{program} is forbidden!`, `TODO`. */
export function isVague(message: string): boolean {
	const words = message
		.replaceAll(/\{(?:program|command|path)\}/g, " ")
		.toLowerCase()
		.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu);
	return (words ?? []).every((word) => refusing.has(word) || filling.has(word));
}

const refusing = new Set([
	...["deny", "denied", "denies", "forbid", "forbidden", "block", "blocked", "refuse", "refused", "reject", "rejected"],
	...["prohibited", "disallowed", "disabled", "restricted", "unauthorized", "unauthorised", "banned", "illegal"],
	...["allowed", "allow", "permitted", "ok", "okay", "ask", "nudge", "stop", "bad", "wrong", "error", "failed"],
	...["no", "not", "never", "nope", "don't", "don’t", "dont", "can't", "can’t", "cannot", "isn't", "isn’t", "none"],
	...["todo", "tbd", "fixme", "xxx", "reason", "message", "because", "policy"],
]);

const filling = new Set([
	...["a", "an", "the", "this", "that", "it", "you", "your", "we", "i", "is", "are", "be", "been", "was", "do", "does"],
	...["command", "commands", "program", "programs", "action", "operation", "use", "used", "using", "run", "running"],
	...[
		"here",
		"to",
		"of",
		"by",
		"for",
		"at",
		"all",
		"any",
		"may",
		"must",
		"has",
		"have",
		"please",
		"sorry",
		"just",
		"so",
	],
	...["access", "permission", "permissions", "against", "currently", "strictly", "n", "s"],
]);
