/** A small internet for the tests of a sandbox's way out: names, addresses, and servers that all of them lead to. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, connect, createServer as createTcp, type Server } from "node:net";
import { join } from "node:path";
import type { Ways } from "../../../../src/runtime/execute/sandbox/network/way-out.js";
import { newFolder } from "../sandbox.js";

export interface SmallInternet {
	readonly ways: Ways;
	/** What servers were asked, as they saw it: `http good.example /path`. */
	readonly asked: string[];
	/** What connections led to: `203.0.113.1:80`. */
	readonly reached: string[];
	/** Of the authority that signs for all names. */
	readonly certificate: string;
	/** Where the servers really listen. */
	readonly ports: Readonly<Record<"http" | "https" | "echo", number>>;
	readonly close: () => Promise<void>;
}

/** `names`: addresses for each, in turn where there are several lists. `served`: a repository, as `/r.git`. Port 80 is HTTP, 443 TLS, any other says what it hears. */
export async function smallInternet(
	names: Readonly<Record<string, readonly (readonly string[])[]>>,
	served?: string,
): Promise<SmallInternet> {
	const folder = newFolder();
	const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")];
	const subject = [
		"-subj",
		"/CN=good.example",
		"-addext",
		"subjectAltName=DNS:*.example,DNS:*.below.example,IP:203.0.113.1",
	];
	execFileSync(
		"openssl",
		["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate, ...subject],
		{ stdio: "ignore" },
	);
	const asked: string[] = [];
	const reached: string[] = [];
	const answer =
		(scheme: string) =>
		(request: IncomingMessage, response: ServerResponse): void => {
			asked.push(`${scheme} ${request.headers.host} ${request.method} ${request.url}`);
			const file = /^\/r\.git(\/[\w./-]+)/.exec(request.url ?? "")?.[1];
			if (file !== undefined && served !== undefined) serve(join(served, ".git", file), response);
			else greet(request, response, scheme);
		};
	const servers: Record<"http" | "https" | "echo", Server> = {
		http: createHttp(answer("http")),
		https: createHttps({ key: readFileSync(key), cert: readFileSync(certificate) }, answer("https")),
		echo: createTcp((socket) => {
			socket.on("error", () => {});
			socket.write("welcome\n");
			socket.on("data", (bytes) => {
				asked.push(`echo ${bytes.toString("latin1").trim()}`);
				socket.write(`heard ${bytes.toString("latin1")}`);
			});
		}),
	};
	for (const server of Object.values(servers))
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const portOf = (server: Server): number => (server.address() as AddressInfo).port;
	const turns = new Map<string, number>();
	return {
		asked,
		reached,
		certificate,
		ports: { http: portOf(servers.http), https: portOf(servers.https), echo: portOf(servers.echo) },
		ways: {
			lookup: async (name) => {
				const lists = names[name];
				if (lists === undefined) throw new Error(`there is no ${name}`);
				const turn = turns.get(name) ?? 0;
				turns.set(name, turn + 1);
				return lists[Math.min(turn, lists.length - 1)] as readonly string[];
			},
			connect: (address, port) => {
				reached.push(`${address}:${port}`);
				const server = port === 80 ? servers.http : port === 443 ? servers.https : servers.echo;
				return connect({ host: "127.0.0.1", port: portOf(server) });
			},
		},
		close: async () => {
			for (const server of Object.values(servers)) {
				if ("closeAllConnections" in server)
					(server as unknown as { closeAllConnections(): void }).closeAllConnections();
				await new Promise((resolve) => {
					server.close(resolve);
					server.unref();
				});
			}
		},
	};
}

/** As git reads it without any program of its own on the other side. */
function serve(file: string, response: ServerResponse): void {
	try {
		response.end(readFileSync(file));
	} catch {
		response.writeHead(404).end();
	}
}

/** With what it was sent. */
function greet(request: IncomingMessage, response: ServerResponse, scheme: string): void {
	const pieces: Buffer[] = [];
	request.on("data", (bytes: Buffer) => pieces.push(bytes));
	request.on("end", () => {
		const body = Buffer.concat(pieces);
		response.end(request.url === "/back" ? body : `${scheme} says hello ${body.toString("utf8")}\n`);
	});
}
