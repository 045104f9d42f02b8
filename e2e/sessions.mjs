/**
 * Records with the real harnesses how sessions go on, and proves that no fear and no count is lost by it: `node e2e/run.mjs --sessions`, or with names of harnesses behind, and `--only=resume` for one way. A story goes on in each way in which
 * a harness goes on: something private is read first, and what is forbidden or used up by that is tried afterwards. `--keep=FOLDER` keeps what the hooks were told, without what is of this machine.
 */
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storyModel } from "./fake-model.mjs";
import { fakePage } from "./fake-page.mjs";
import { sessionIn } from "./session-ids.mjs";
import { recordingOf } from "./session-recording.mjs";
import { ways } from "./session-ways.mjs";
import { endAllOf, environment, installed, ran, register, setUp, typed } from "./stage.mjs";

/** What a person asks for: first, after what comes in between, of the agent of an agent, and of a harness that the agent starts in its shell. */
export const asked = { first: "run the demo", next: "go on with it", below: "make the thing", nested: "play the part" };

/** Two fears, a count over all sessions, one of the session, and a step that has to come first. */
const policy = `agent default {
	default deny
	syntax sequences
	environment accept *
	allow cat, curl, ls, ./nested
	allow wget granting write
	allow touch at most 2 per 1h
	allow mkdir at most 2 per session
	allow cp after exactly ls given
	deny curl after * touching private because "Something private was read: no way out."
	deny wget after * touching secret because "Something secret was read: no way out."
}
`;

const before = ["cat private", "touch t1", "mkdir d1", "ls given"];
const after = (url) => [`curl -s ${url}`, "touch t2", "touch t3", "mkdir d2", "mkdir d3", "cp given copy"];

/** The ways in which a story goes on. `voices`: what each speaker of the model says. */
const courses = {
	resume: goesOn,
	fork: goesOn,
	compaction: goesOn,
	clear: goesOn,
	"sub-agent": ({ harness, call, url, leak }) => [
		{
			marker: asked.first,
			steps: [
				...before.map((command) => call("first", command)),
				...harness.agent,
				call("first", `wget -q --spider ${leak}`),
				{ end: true },
			],
		},
		{
			marker: asked.below,
			steps: [...after(url), "cat secret"].map((command) => call("below", command)).concat({ end: true }),
		},
	],
	nested: ({ call, url, leak }) => [
		{
			marker: asked.first,
			steps: [
				...before.map((command) => call("first", command)),
				call("first", "./nested"),
				call("first", `wget -q --spider ${leak}`),
				{ end: true },
			],
		},
		{
			marker: asked.nested,
			steps: [...after(url), "cat secret"].map((command) => call("nested", command)).concat({ end: true }),
		},
	],
};

function goesOn({ call, url, way }) {
	const [tokens, full] = [way.tokens ?? {}, way.full];
	const said = before.map((command) => call("first", command));
	return [
		{
			marker: asked.first,
			steps: [
				...said.map((step, at) => (full !== undefined && at === said.length - 1 ? { ...step, tokens: full } : step)),
				...(way.inOneTurn ? [] : [{ end: true, until: asked.next, ...tokens }]),
				...after(url).map((command) => call("then", command)),
				{ end: true },
			],
		},
	];
}

/** What became of one way with one harness. */
export async function playedSession(harness, name, { version, keep, heed } = {}) {
	const way = { ...ways[harness.name]?.all, ...ways[harness.name]?.[name] };
	const place = realpathSync(mkdtempSync(join(tmpdir(), "bylaw-e2e-")));
	const [home, workspace, told] = ["home", "workspace", "told"].map((folder) => join(place, folder));
	for (const folder of [home, workspace, told]) mkdirSync(folder);
	for (const file of ["private", "secret", "given"]) writeFileSync(join(workspace, file), "");
	writeFileSync(join(place, "policy.rules"), policy);
	const [page, leak] = [await fakePage(), await fakePage()];
	let number = 0;
	const call = (who, command) => ({ tool: harness.tool, input: harness.input(command), at: `${who}${++number}` });
	const voices = courses[name]({ harness, way, call, url: page.url, leak: leak.url });
	const model = await storyModel({
		tool: harness.tool,
		voices,
		isSummary: (asks, body) =>
			(way.isSummary ?? /summar|compact|compress/i).test(asks) &&
			name === "compaction" &&
			!(way.isTurn?.(body) ?? false),
		heed,
	});
	try {
		harness.prepare({ home, workspace, url: model.url, run: (said) => setUp(harness, said, { home, workspace }) });
		way.prepare?.({ home, workspace, url: model.url });
		register(harness, { program: recorder(told) }, { place, home, workspace });
		way.listen?.({ home, workspace, program: listener(place, told) });
		const program = join(installed, ".bin", harness.program);
		const play = async (ask, more = (words) => words, dialogue = {}) => {
			const { words, variables } = harness.start({ home, url: model.url, ask });
			return ran(program, more(words), {
				cwd: workspace,
				env: environment({ ...variables, ...way.variables }),
				...dialogue,
			});
		};
		const started = harness.start({ home, url: model.url, ask: asked.nested });
		const quoted = [program, ...started.words].map((word) => `'${word}'`).join(" ");
		// Some keep what is secret from the shells of their agents.
		const kept = Object.entries(started.variables)
			.map(([name, value]) => `export ${name}='${value}'\n`)
			.join("");
		writeFileSync(join(workspace, "nested"), `#!/bin/sh\n${kept}exec ${quoted} </dev/null\n`, { mode: 0o755 });
		const text = await (way.play ?? playedOnce)({
			play,
			ends: model.ends,
			typed: (words, lines) =>
				typed(program, words, lines, {
					cwd: workspace,
					env: environment({
						...harness.start({ home, url: model.url }).variables,
						...way.variables,
						TERM: "xterm-256color",
					}),
				}),
			asked,
			start: (ask) => harness.start({ home, url: model.url, ask }),
			home,
			workspace,
			told: () => recordedIn(told),
		});
		const made = (file) => existsSync(join(workspace, file));
		const records = recordedIn(told);
		const isFresh = name === "clear" && saysClear.has(harness.name);
		const isFearKept = page.hits() + leak.hits() === 0;
		const isCountKept = !made("t3");
		const isSessionCountKept = !made("d3");
		const hasHappened = name === "compaction" ? model.summaries() > 0 : name !== "clear" || model.isForgotten();
		const isWhole = model.left().length === 0 && made("t2") && hasHappened;
		const result = {
			harness: harness.name,
			way: name,
			isFearKept,
			isCountKept,
			isSessionCountKept,
			isNeedKept: made("copy"),
			isFresh,
			isWhole,
			isGood: isWhole && isCountKept && isFearKept === !isFresh && isSessionCountKept === !isFresh,
			sessions: new Set(records.map(sessionIn).filter((one) => one !== undefined)).size,
			summaries: model.summaries(),
		};
		if (keep !== undefined) {
			const recording = recordingOf({
				harness: harness.name,
				version,
				way: name,
				date: new Date().toISOString().slice(0, 10),
				records,
				places: { PLACE: place, INSTALLED: installed },
				own: process.pid,
			});
			mkdirSync(join(keep, harness.name), { recursive: true });
			const { told, ...head } = recording;
			const text = [head, ...told].map((line) => `${JSON.stringify(line)}\n`).join("");
			writeFileSync(join(keep, harness.name, `${name}.jsonl`), text);
		}
		return { ...result, text };
	} finally {
		model.close();
		page.close();
		leak.close();
		endAllOf(home);
		rmSync(place, { recursive: true, force: true });
	}
}

const playedOnce = async ({ play, asked: { first } }) => (await play(first)).text;

/** Keeps what the hook is told, and who started it, and then is the hook. */
function recorder(told) {
	return `${keeping(told, "asked")}
$RULES "$@" < "$kept.in" > "$kept.out"
code=$?
cat "$kept.out"
exit $code`;
}

function keeping(told, kind) {
	return `kept='${told}'/$(date +%s%N)-${kind}
cat > "$kept.in"
at=$$
while [ "$at" -gt 1 ]; do
	read -r line < /proc/$at/stat
	rest=\${line##*) }
	set -- "$at" "$(readlink /proc/$at/exe)" $rest -- "$@"
	echo "$1 $2 $(echo "$rest" | cut -d' ' -f20)"
	at=$4
	while [ "$1" != -- ]; do shift; done
	shift
done > "$kept.by"`;
}

/** Keeps what a hook for any other event is told, and says nothing. */
function listener(place, told) {
	const file = join(place, "listener");
	writeFileSync(file, `#!/bin/sh\n${keeping(told, "heard")}\necho '{}'\n`, { mode: 0o755 });
	return file;
}

function recordedIn(told) {
	return readdirSync(told)
		.filter((name) => name.endsWith(".in"))
		.sort()
		.map((name) => {
			const text = (end) => {
				const file = join(told, name.replace(/in$/, end));
				return existsSync(file) ? readFileSync(file, "utf8") : undefined;
			};
			const by = (text("by") ?? "")
				.trim()
				.split("\n")
				.map((line) => line.split(" "));
			return { kind: /-(\w+)\.in$/.exec(name)[1], by, said: parsed(text("in")), answer: parsed(text("out") ?? "null") };
		});
}

function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Those that say that a person began anew: what came before is no part of it. */
const saysClear = new Set(["claude-code", "codex", "qwen-code"]);

/** The ways of a harness. */
export function sessionWays(harness) {
	return Object.keys(courses).filter(
		(name) => ["sub-agent", "nested"].includes(name) || ways[harness]?.[name] !== undefined,
	);
}

export function sessionSaid({ isFearKept, isCountKept, isSessionCountKept, isFresh }) {
	const said = (isKept) => (isKept ? "kept" : isFresh ? "begun anew" : "LOST");
	return `fears ${said(isFearKept)}, counts ${isCountKept ? "kept" : "LOST"}, counts of the session ${said(isSessionCountKept)}`;
}
