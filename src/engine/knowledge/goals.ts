/**
 * Programs whose operands are a set: goals that are reached, or things that the same is done to. Each of them counts by itself, wherever it stands among the others:
 * `make test flash` flashes. And what else a goal is called: `./gradlew :app:publish`.
 */
import { baseName } from "../../language/source/normal-path.js";
import { programNamed } from "./lookup.js";

export interface Goals {
	/** Words before the set: a subcommand's, and what is none of the set, as the remote of a push. */
	readonly before: number;
	/** "goals may stand in any order". */
	readonly why: string;
	/** Other words for a goal. */
	readonly spellings: (goal: string) => readonly string[];
	/** Words of patterns that fit these. */
	readonly patterns: (goal: string) => readonly string[];
}

/** What is known of the operands of a command that begins with these words; undefined where they are no set. */
export function goalsOf(program: string, operands: readonly string[]): Goals | undefined {
	const name = baseName(program);
	const own = programNamed(name)?.name ?? name;
	for (let count = Math.min(operands.length, mostWords); count >= 0; count--) {
		const found = sets.get([own, ...operands.slice(0, count)].join(" "));
		if (found !== undefined) return found;
	}
	return undefined;
}

const mostWords = 3;

const unspelt = (): readonly string[] => [];

/** Of each the programs, what stands before the set, and other spellings of one of it. */
const sets: ReadonlyMap<string, Goals> = new Map([
	...goals(
		"make bmake ninja samu just task ant rake sbt scons waf grunt gulp jake invoke inv fab mage doit phing nmake",
	),
	...goals("mvn", {
		spellings: (goal) => (goal.includes(":") ? [] : [`${goal}:${goal}`]),
		patterns: (goal) => (goal.includes(":") ? [] : [`${goal}:*`, `*:*-${goal}-plugin:*`]),
	}),
	...goals("gradle", {
		spellings: (goal) => (goal.startsWith(":") ? [] : [`:${goal}`, `:app:${goal}`]),
		patterns: (goal) => (goal.startsWith(":") ? [] : [`*:${goal}`]),
	}),
	...goals("xcodebuild lein rails"),
	...goals("bazel", {}, "build test"),
	...goals("turbo moon", {}, "run"),
	...goals("dvc", {}, "repro push pull"),
	...things("docker podman", "rm stop kill start restart pause rmi push pull"),
	...things("docker podman", "volume rm,network rm,image rm,container rm,container stop", ","),
	...things("docker-compose", "up start stop restart rm kill pull push build"),
	...things(
		"docker",
		"compose up,compose start,compose stop,compose restart,compose rm,compose kill,compose build",
		",",
	),
	...things("systemctl", "start stop restart reload try-restart enable disable mask unmask kill", " ", (unit) =>
		unit.includes(".") ? [unit.replace(/\.service$/, "")] : [`${unit}.service`],
	),
	...things("pm2 supervisorctl", "start stop restart delete"),
	...things("vagrant", "up halt destroy reload"),
	...things("helm", "uninstall"),
	...things("terraform tofu", "state rm", ","),
	...things("npm pnpm yarn bun", "install add remove uninstall update", " ", (name) =>
		/^(?:@[^/]+\/)?[^@/:]+$/.test(name) ? [`${name}@latest`] : [],
	),
	...things("pip pipx", "install uninstall", " ", (name) => (/^[\w.-]+$/.test(name) ? [`${name}==1`] : [])),
	...things("uv poetry", "add remove", " ", (name) => (/^[\w.-]+$/.test(name) ? [`${name}==1`] : [])),
	...things("cargo", "install add remove uninstall", " ", (name) => (name.includes("@") ? [] : [`${name}@1`])),
	...things("gem brew snap flatpak apt apt-get dnf yum zypper pacman apk choco", "install remove uninstall upgrade"),
	...things("kubectl oc", "delete pod,delete deployment,delete service,delete namespace,delete job", ","),
	...things("redis-cli", "del unlink DEL UNLINK"),
	...set("kill pkill killall rmmod umount", [""], 0, "each operand counts by itself"),
]);

function goals(programs: string, more: Partial<Goals> = {}, subcommands = ""): readonly (readonly [string, Goals])[] {
	const words = subcommands.split(" ");
	return set(programs, words, subcommands === "" ? 0 : 1, "goals may stand in any order").map(([key, one]) => [
		key,
		{ ...one, ...more },
	]);
}

function things(
	programs: string,
	subcommands: string,
	parting = " ",
	spellings: (name: string) => readonly string[] = unspelt,
): readonly (readonly [string, Goals])[] {
	return subcommands
		.split(parting)
		.flatMap((words) =>
			set(programs, [words], words.split(" ").length, "each operand counts by itself").map(
				([key, one]) => [key, { ...one, spellings, patterns: spellings }] as const,
			),
		);
}

function set(
	programs: string,
	subcommands: readonly string[],
	before: number,
	why: string,
): readonly (readonly [string, Goals])[] {
	return programs
		.split(" ")
		.flatMap((program) =>
			subcommands.map(
				(words) => [`${program} ${words}`.trim(), { before, why, spellings: unspelt, patterns: unspelt }] as const,
			),
		);
}
