/** Lints a policy beside the page, so that the page goes on: proofs take seconds. It is told a policy and answers with its findings as text. */
import { loadFacts } from "./load-facts.js";

const ready = loadFacts().then(() => import("./findings.js"));

addEventListener("message", ({ data }: MessageEvent<string>) => {
	ready
		.then(({ findingsOf }) => postMessage({ findings: findingsOf(data) }))
		.catch((error: unknown) => postMessage({ failure: `${error instanceof Error ? error.message : error}` }));
});
