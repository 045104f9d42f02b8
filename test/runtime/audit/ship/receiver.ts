/** A receiver of OTLP over HTTP that may fail, stall, take a part, or hang up; it knows what it has accepted. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";

/** What a receiver does with a request. */
export type Behaviour =
	| "accept"
	/** Takes it all and hangs up before it answers. */
	| "accept-and-close"
	| "close"
	| "stall"
	| { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
	/** Takes every other record, and those that `refuse` names not at all. */
	| "half";

export interface Receiver {
	readonly url: URL;
	/** Bodies of the records that were accepted, as often as they came. */
	readonly accepted: string[];
	readonly requests: {
		readonly headers: IncomingHttpHeaders;
		readonly records: readonly Received[];
		readonly path: string;
	}[];
}

export interface Received {
	readonly body: { readonly stringValue: string };
	readonly attributes: readonly { readonly key: string; readonly value: object }[];
	readonly timeUnixNano: string;
	readonly eventName: string;
	readonly severityText: string;
}

interface Payload {
	readonly resourceLogs: readonly {
		readonly resource: {
			readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[];
		};
		readonly scopeLogs: readonly { readonly logRecords: readonly Received[] }[];
	}[];
}

/** Starts a receiver. `next`: what it does with a request; `refuse`: records that it never takes. */
export async function receiver(
	next: (request: number) => Behaviour = () => "accept",
	refuse: (body: string) => boolean = () => false,
): Promise<Receiver> {
	const accepted: string[] = [];
	const requests: Receiver["requests"] = [];
	const sockets = new Set<Socket>();
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			const payload = JSON.parse(gunzipSync(Buffer.concat(chunks)).toString("utf8")) as Payload;
			if (!fits(payload)) throw new Error(JSON.stringify(fits.errors));
			const records = payload.resourceLogs.flatMap(({ scopeLogs }) =>
				scopeLogs.flatMap(({ logRecords }) => logRecords),
			);
			requests.push({ headers: request.headers, records, path: request.url ?? "" });
			answer(next(requests.length), records, response);
		});
	});
	server.on("connection", (socket) => {
		sockets.add(socket);
		socket.on("close", () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	open.push(() => {
		server.close();
		for (const socket of sockets) socket.destroy();
	});
	return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/logs`), accepted, requests };

	function answer(behaviour: Behaviour, records: readonly Received[], response: ServerResponse): void {
		if (behaviour === "stall") return;
		if (behaviour === "close") return void response.socket?.destroy();
		if (typeof behaviour === "object") {
			response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body ?? "");
			return;
		}
		const taken = records
			.filter(({ body }) => !refuse(body.stringValue))
			.filter((_, at) => behaviour !== "half" || at % 2 === 0);
		accepted.push(...taken.map(({ body }) => body.stringValue));
		if (behaviour === "accept-and-close") return void response.socket?.destroy();
		const rejected = records.length - taken.length;
		response
			.writeHead(200, { "content-type": "application/json" })
			.end(
				JSON.stringify(
					rejected === 0 ? {} : { partialSuccess: { rejectedLogRecords: String(rejected), errorMessage: "not these" } },
				),
			);
	}
}

const open: (() => void)[] = [];
afterAll(() => {
	for (const close of open) close();
});

/** The JSON of OTLP 1.x, as far as it is used: nothing else may be in it. */
const value = {
	oneOf: [
		{
			type: "object",
			required: ["stringValue"],
			properties: { stringValue: { type: "string" } },
			additionalProperties: false,
		},
		{
			type: "object",
			required: ["intValue"],
			properties: { intValue: { type: "string", pattern: "^-?\\d+$" } },
			additionalProperties: false,
		},
		{
			type: "object",
			required: ["arrayValue"],
			properties: { arrayValue: { type: "object" } },
			additionalProperties: false,
		},
	],
};
const attributes = {
	type: "array",
	items: {
		type: "object",
		required: ["key", "value"],
		properties: { key: { type: "string" }, value },
		additionalProperties: false,
	},
};
const nanoseconds = { type: "string", pattern: "^\\d+$" };
const record = {
	type: "object",
	required: [
		"timeUnixNano",
		"observedTimeUnixNano",
		"severityNumber",
		"severityText",
		"eventName",
		"body",
		"attributes",
	],
	properties: {
		timeUnixNano: nanoseconds,
		observedTimeUnixNano: nanoseconds,
		severityNumber: { type: "integer", minimum: 1, maximum: 24 },
		severityText: { type: "string" },
		eventName: { type: "string" },
		body: value,
		attributes,
	},
	additionalProperties: false,
};
const fits = new Ajv2020({ strict: true }).compile({
	type: "object",
	required: ["resourceLogs"],
	properties: {
		resourceLogs: {
			type: "array",
			items: {
				type: "object",
				required: ["resource", "scopeLogs"],
				properties: {
					resource: { type: "object", properties: { attributes }, additionalProperties: false },
					scopeLogs: {
						type: "array",
						items: {
							type: "object",
							required: ["scope", "logRecords"],
							properties: {
								scope: {
									type: "object",
									properties: { name: { type: "string" }, version: { type: "string" } },
									additionalProperties: false,
								},
								logRecords: { type: "array", items: record },
							},
							additionalProperties: false,
						},
					},
				},
				additionalProperties: false,
			},
		},
	},
	additionalProperties: false,
});
