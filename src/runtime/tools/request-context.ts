/** What belongs to a request of a server and is no argument of a tool: who talks, in which sandbox, with which variables. It follows the request through every `await`. */

import { AsyncLocalStorage } from "node:async_hooks";
import { checkOptions } from "../../language/diagnostic/known-options.js";

export interface RequestContext {
	/** Files persist within a conversation. */
	readonly conversationId?: string;
	/** The sandbox to go on with, where the client knows one. */
	readonly sandboxId?: string;
	/** Variables for commands, where the policy accepts them. */
	readonly env?: Readonly<Record<string, string>>;
	/** Whose rules hold; the tool's own agent when absent. */
	readonly agent?: string;
}

/** Does something within a context. What it starts and does not wait for is within it too. */
export function withRequestContext<T>(context: RequestContext, act: () => T): T {
	checkOptions("withRequestContext", context, { conversationId: true, sandboxId: true, env: true, agent: true });
	return storage.run(Object.freeze({ ...context }), act);
}

/** The context of the request that is being answered; an empty one outside of any. */
export function requestContext(): RequestContext {
	return storage.getStore() ?? nothing;
}

const nothing: RequestContext = Object.freeze({});
const storage = new AsyncLocalStorage<RequestContext>();
