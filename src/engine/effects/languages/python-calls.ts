/** What Python's functions do that read, write, delete, run or open something, by what they are given. */
import { data, each, isOpenVariable, quotedLine, type Value } from "./code-kinds.js";
import { doubt, type FoundEffects } from "./code-use.js";

export const file: Value = { kind: "file" };

/** What a function that does more is given. */
export interface Asked {
	readonly places: readonly Value[];
	readonly named: ReadonlyMap<string, Value>;
	readonly text: (value: Value | undefined) => string;
	readonly path: (value: Value | undefined) => string;
	readonly data: (value: Value) => void;
}

type Special = (asked: Asked, found: FoundEffects) => Value;

function only(asked: Asked, places: number, ...named: readonly string[]): void {
	if (asked.places.length > places || [...asked.named.keys()].some((one) => !named.includes(one)))
		doubt("a call whose values can't be read");
}

function reading(asked: Asked, found: FoundEffects): Value {
	only(asked, 1);
	found.reads.add(asked.path(asked.places[0]));
	return data;
}

function writing(asked: Asked, found: FoundEffects): Value {
	only(asked, 2, "exist_ok", "mode", "parents");
	found.writes.add(asked.path(asked.places[0]));
	return data;
}

function deleting(asked: Asked, found: FoundEffects): Value {
	only(asked, 2, "ignore_errors");
	found.deletes.add(asked.path(asked.places[0]));
	return data;
}

function copying(asked: Asked, found: FoundEffects): Value {
	only(asked, 2);
	found.reads.add(asked.path(asked.places[0]));
	found.writes.add(asked.path(asked.places[1]));
	return data;
}

function moving(asked: Asked, found: FoundEffects): Value {
	only(asked, 2);
	found.deletes.add(asked.path(asked.places[0]));
	found.writes.add(asked.path(asked.places[1]));
	return data;
}

function running(asked: Asked, found: FoundEffects): Value {
	only(asked, 1);
	found.runs.add(asked.text(asked.places[0]));
	return data;
}

function variable(asked: Asked): Value {
	only(asked, 2);
	if (!isOpenVariable(asked.text(asked.places[0]))) doubt("a variable that may hold a secret");
	return data;
}

function opening(asked: Asked, found: FoundEffects): Value {
	only(asked, 2, "mode", "encoding", "newline", "errors");
	const path = asked.path(asked.places[0]);
	const given = asked.places[1] ?? asked.named.get("mode");
	const mode = given === undefined ? "r" : asked.text(given);
	if (!/^[rwaxbt+]*$/.test(mode)) doubt("a file that is opened in a way that is not known");
	for (const [name, value] of asked.named) if (name !== "mode") asked.data(value);
	if (/[r+]/.test(mode) || mode === "" || !/[wax]/.test(mode)) found.reads.add(path);
	if (/[wax+]/.test(mode)) found.writes.add(path);
	return file;
}

function loading(asked: Asked): Value {
	only(asked, 1);
	if (asked.places[0]?.kind !== "file") doubt("what is no file that was opened");
	return data;
}

function starting(asked: Asked, found: FoundEffects): Value {
	only(asked, 1, ...subprocessSettings);
	for (const value of asked.named.values()) asked.data(value);
	const [command] = asked.places;
	const shell = asked.named.get("shell");
	if (command?.kind === "data" && command.words !== undefined && shell === undefined) {
		if (command.words.length === 0) doubt("a command without a program");
		found.runs.add(quotedLine(command.words));
	} else if (shell === undefined) found.runs.add(quotedLine([asked.text(command)]));
	else if (shell.kind === "data" && shell.isTrue) found.runs.add(asked.text(command));
	else doubt("a command that can't be known");
	return data;
}

const subprocessSettings = "check capture_output text stdout stderr timeout encoding universal_newlines shell".split(
	" ",
);

export const specials: ReadonlyMap<string, Special> = new Map<string, Special>([
	...each("open io.open", opening),
	...each("json.load tomllib.load", loading),
	[
		"json.dump",
		(asked) => {
			only(asked, 2, "indent", "sort_keys", "ensure_ascii", "separators", "default");
			asked.data(asked.places[0] ?? data);
			for (const value of asked.named.values()) asked.data(value);
			if (asked.places[1]?.kind !== "file") doubt("what is no file that was opened");
			return data;
		},
	],
	...each("csv.reader csv.DictReader", (asked: Asked) => {
		only(asked, 1, "delimiter", "quotechar");
		for (const value of asked.named.values()) asked.data(value);
		if (asked.places[0]?.kind !== "file") asked.data(asked.places[0] ?? data);
		return data;
	}),
	...each("os.path.exists os.path.isfile os.path.isdir os.path.islink os.path.getsize os.path.getmtime", reading),
	...each("os.path.realpath os.stat os.listdir shutil.disk_usage", reading),
	...each("os.mkdir os.makedirs", writing),
	...each("os.remove os.unlink os.rmdir shutil.rmtree", deleting),
	...each("shutil.copy shutil.copyfile shutil.copy2", copying),
	[
		"shutil.copytree",
		(asked, found) => {
			found.below.push({ folder: asked.path(asked.places[0]) });
			return copying(asked, found);
		},
	],
	...each("os.rename os.replace shutil.move", moving),
	["os.system", running],
	...each("os.getenv os.environ.get", variable),
	["os.environ", () => doubt("a call of the environment")],
	[
		"pathlib.Path",
		(asked) => {
			only(asked, 1);
			return { kind: "path", text: asked.places[0] === undefined ? "." : asked.path(asked.places[0]) };
		},
	],
	[
		"pathlib.Path.cwd",
		(asked) => {
			only(asked, 0);
			return { kind: "path", text: "." };
		},
	],
	...each("subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen", starting),
	[
		"urllib.request.urlopen",
		(asked, found) => {
			only(asked, 1, "timeout");
			for (const value of asked.named.values()) asked.data(value);
			if (!/^https?:\/\//.test(asked.text(asked.places[0]))) doubt("an address that can't be known");
			found.network = true;
			return file;
		},
	],
]);
