/** What the messages of the AI SDK say of approvals. */

interface Part {
	readonly type?: unknown;
	readonly toolCallId?: unknown;
	readonly approvalId?: unknown;
	readonly approved?: unknown;
	readonly isAutomatic?: unknown;
}

/** Did a person approve this call? The SDK runs what was approved with the messages that say so: the request, and the answer as the last message. */
export function isApproved(messages: readonly unknown[], toolCallId: string): boolean {
	const asked = messages
		.flatMap((message) => partsOf(message, "assistant"))
		.filter(
			(part) => part.type === "tool-approval-request" && part.toolCallId === toolCallId && part.isAutomatic !== true,
		)
		.map(({ approvalId }) => approvalId);
	const answers = partsOf(messages.at(-1), "tool").filter(
		({ type, approvalId }) => type === "tool-approval-response" && asked.includes(approvalId),
	);
	return answers.length > 0 && answers.every(({ approved }) => approved === true);
}

function partsOf(message: unknown, role: string): readonly Part[] {
	if (typeof message !== "object" || message === null) return [];
	const { role: own, content } = message as { readonly role?: unknown; readonly content?: unknown };
	return own === role && Array.isArray(content)
		? content.filter((part): part is Part => typeof part === "object" && part !== null)
		: [];
}
