/**
 * Sends a log to a receiver of OTLP over HTTP. What may work later is tried again, longer apart each time, until the pass is over. Of what a receiver
 * takes in part, halves are sent again, down to the records that it refuses: a record may so come there twice, and none is lost with its neighbours.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { answerIn, otlpBody } from "./otlp.js";
import { type Batch, type Destination, type ReadLine, type Sent, Unsendable } from "./ship.js";

export interface ReceiverOptions {
	/** The address that takes logs, `https://otel.example/v1/logs`. */
	readonly url: URL;
	/** Headers, such as those that say who sends. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Milliseconds that a request may take; 10 seconds when absent. */
	readonly patience?: number;
	/** Milliseconds before the second try, and at most between two; 500 and 30,000 when absent. */
	readonly backoff?: { readonly first: number; readonly most: number };
}

/** A receiver as a destination. */
export function receiverDestination({
	url,
	headers = {},
	patience = 10_000,
	backoff = { first: 500, most: 30_000 },
}: ReceiverOptions): Destination {
	return {
		name: url.href,
		most: { lines: 1000, bytes: 1 << 20 },
		send: halves,
	};

	async function halves(batch: Batch, until: number): Promise<Sent> {
		const refusal = await posted(batch, until);
		const { lines } = batch;
		if (refusal === undefined) return { accepted: lines.length, rejected: [] };
		const [only] = lines;
		if (lines.length === 1 && only !== undefined) return { accepted: 0, rejected: [{ line: only, why: refusal }] };
		const middle = Math.ceil(lines.length / 2);
		const before = await halves({ ...batch, lines: lines.slice(0, middle) }, until);
		const behind = await halves({ ...batch, lines: lines.slice(middle) }, until);
		return { accepted: before.accepted + behind.accepted, rejected: [...before.rejected, ...behind.rejected] };
	}

	/** Sends lines until they are taken; why they, or some of them, are not. */
	async function posted(
		{ lines, machine }: { readonly lines: readonly ReadLine[]; readonly machine: string },
		until: number,
	): Promise<string | undefined> {
		const body = gzipSync(otlpBody({ lines, machine }, Date.now()));
		for (let pause = backoff.first; ; pause = Math.min(backoff.most, pause * 2)) {
			const answer = await tried(body, Math.min(patience, until - Date.now()));
			if (answer.kind === "taken") return undefined;
			if (answer.kind === "refused") return answer.why;
			if (answer.kind === "wrong") throw new Unsendable(`${url.host} ${answer.why}`, "never");
			// Not all machines at the same moment.
			const wait = Math.max(answer.wait, pause * (0.5 + Math.random() / 2));
			if (Date.now() + wait >= until) throw new Unsendable(`${url.host} ${answer.why}`, "later", answer.wait);
			await sleep(wait);
		}
	}

	async function tried(body: Uint8Array, left: number): Promise<Answer> {
		if (left <= 0) return { kind: "later", why: "did not answer in time", wait: 0 };
		try {
			const response = await fetch(url, {
				method: "POST",
				body,
				headers: {
					...headers,
					"content-type": "application/json",
					"content-encoding": "gzip",
					accept: "application/json",
				},
				// Whoever stands in the way is not told what was meant for another.
				redirect: "manual",
				signal: AbortSignal.timeout(left),
			});
			return answerOf(response.status, await textOf(response), waitIn(response.headers.get("retry-after")));
		} catch (error) {
			return { kind: "later", why: reasonOf(error), wait: 0 };
		}
	}
}

type Answer =
	| { readonly kind: "taken" }
	/** These lines, or some of them, are not taken, however often they come. */
	| { readonly kind: "refused"; readonly why: string }
	/** Nothing is taken before somebody mends something. */
	| { readonly kind: "wrong"; readonly why: string }
	| { readonly kind: "later"; readonly why: string; readonly wait: number };

function answerOf(status: number, body: string, wait: number): Answer {
	const said = `answers with ${status}${shortOf(body)}`;
	if (status >= 200 && status < 300) {
		const answer = answerIn(body);
		if (answer === undefined)
			return { kind: "later", why: `${said}, which is nothing that a receiver of OTLP says`, wait };
		return answer.rejected === 0
			? { kind: "taken" }
			: { kind: "refused", why: answer.message === "" ? "it gives no reason" : answer.message };
	}
	if (status === 400 || status === 413 || status === 422) return { kind: "refused", why: said };
	if (status === 408 || status === 429 || status >= 500) return { kind: "later", why: said, wait };
	return {
		kind: "wrong",
		why: status >= 300 && status < 400 ? `sends elsewhere (${status}): give the address that takes logs` : said,
	};
}

/** Bytes of an answer that are read. */
const mostBytes = 64 * 1024;

async function textOf({ body }: Response): Promise<string> {
	if (body === null) return "";
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
		size += chunk.length;
		chunks.push(chunk);
		// The rest is let go with the connection.
		if (size > mostBytes) break;
	}
	return Buffer.concat(chunks).toString("utf8");
}

function shortOf(body: string): string {
	const line = body.trim().split("\n", 1)[0]?.slice(0, 200) ?? "";
	return line === "" || line.startsWith("<") ? "" : ` (${line})`;
}

/** Milliseconds that a receiver may ask for. */
const longestWait = 3_600_000;

/** Milliseconds of a `Retry-After`: seconds, or a date. */
function waitIn(said: string | null): number {
	if (said === null) return 0;
	const wait = /^\d+$/.test(said.trim()) ? Number(said) * 1000 : Date.parse(said) - Date.now();
	return Number.isNaN(wait) ? 0 : Math.min(longestWait, Math.max(0, wait));
}

function reasonOf(error: unknown): string {
	const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly code?: string } };
	if (name === "TimeoutError") return "did not answer in time";
	return `can't be reached (${cause?.code ?? (error instanceof Error ? error.message : String(error))})`;
}
