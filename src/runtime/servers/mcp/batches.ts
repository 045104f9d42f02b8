/** Requests that came together and are answered together, as one revision of the protocol has it: 2025-03-26. */
import { isJSONRPCRequest, type JSONRPCMessage } from "@modelcontextprotocol/server";
import type { Refusal } from "./read-message.js";

/** The revision whose clients may send batches. Those before and after it have none. */
export const revisionWithBatches = "2025-03-26";

export type BatchAnswer = readonly (JSONRPCMessage | Refusal)[];

export interface Batches {
	/** Begins one. `refusals`: the answers that are there already. Gives the answer if nothing more is waited for. */
	readonly begin: (requests: readonly JSONRPCMessage[], refusals: readonly Refusal[]) => BatchAnswer | undefined;
	/** Keeps the answer to a request of a batch until all are there. `none`: it belongs to no batch. */
	readonly take: (response: JSONRPCMessage) => BatchAnswer | "kept" | "none";
	/** A request was cancelled, and will not be answered. */
	readonly cancelled: (id: unknown) => BatchAnswer | undefined;
}

interface Batch {
	readonly waiting: Set<string | number>;
	readonly answers: (JSONRPCMessage | Refusal)[];
}

/** The batches of one connection. */
export function batchesOf(): Batches {
	const open = new Set<Batch>();
	const batchOf = (id: unknown): Batch | undefined =>
		[...open].find(({ waiting }) => waiting.has(id as string | number));
	const answerOf = (batch: Batch): BatchAnswer | undefined => {
		if (batch.waiting.size > 0) return undefined;
		open.delete(batch);
		// To notifications there is no answer, not even an empty one.
		return batch.answers.length === 0 ? undefined : batch.answers;
	};
	return {
		begin: (requests, refusals) => {
			const waiting = new Set(requests.filter(isJSONRPCRequest).map(({ id }) => id));
			const batch: Batch = { waiting, answers: [...refusals] };
			open.add(batch);
			return answerOf(batch);
		},
		take: (response) => {
			if (!("id" in response) || "method" in response) return "none";
			const batch = batchOf(response.id);
			if (batch === undefined) return "none";
			batch.waiting.delete(response.id as string | number);
			batch.answers.push(response);
			return answerOf(batch) ?? "kept";
		},
		cancelled: (id) => {
			const batch = batchOf(id);
			if (batch === undefined) return undefined;
			batch.waiting.delete(id as string | number);
			return answerOf(batch);
		},
	};
}
