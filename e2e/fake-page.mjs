/** A page on this machine, that counts who fetches it. */
import { createServer } from "node:http";

export async function fakePage() {
	let hits = 0;
	const server = createServer((_, response) => {
		hits += 1;
		response.writeHead(200, { "content-type": "text/plain" });
		response.end("a page\n");
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address();
	return {
		port,
		url: `http://127.0.0.1:${port}/page`,
		hits: () => hits,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
