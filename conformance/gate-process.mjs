/** One gate in a process of its own: `node gate-process.mjs NAME`, asked over the channel that it is started with. What hangs is ended with its process. */
import { groups } from "./groups.mjs";

const gate = await import(`./gates/${process.argv[2]}.mjs`);
let opened;

process.on("message", async ({ id, kind, ...asked }) => {
	try {
		if (kind === "open") {
			opened = await gate.open(groups[asked.group], asked.place);
			process.send({ id, answer: opened !== undefined });
		} else process.send({ id, answer: await opened.decide(asked.command) });
	} catch (error) {
		process.send({ id, error: String(error?.message ?? error) });
	}
});
process.on("disconnect", () => process.exit(0));
process.send({ id: 0, answer: true });
