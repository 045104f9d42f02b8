/**
 * What a hook may do, and whether the command may run then. `program`: what stands in the place of `rules`, as a script in which `$RULES` is the real one. `byAgent`: an agent that the harness's own agent starts asks for it.
 * Commands are harmless, and run in a throw-away folder.
 */
export const scenarios = [
	{ name: "an allowed command", command: "touch made", runs: true, program: 'exec $RULES "$@"' },
	{
		name: "a denied command",
		command: "mkdir made",
		runs: false,
		program: 'exec $RULES "$@"',
		says: "Folders are made by a person.",
	},
	{ name: "a command that is asked about", command: "cp given made", runs: false, program: 'exec $RULES "$@"' },
	{
		name: "a denied command in an allowed one",
		command: "touch other && mkdir made",
		runs: false,
		program: 'exec $RULES "$@"',
	},
	{
		name: "an allowed command of another agent",
		command: "touch made",
		byAgent: true,
		runs: true,
		program: 'exec $RULES "$@"',
	},
	{
		name: "a denied command of another agent",
		command: "mkdir made",
		byAgent: true,
		runs: false,
		program: 'exec $RULES "$@"',
		says: "Folders are made by a person.",
	},
	{ name: "the hook ends with 1", command: "touch made", runs: false, program: "exit 1" },
	{ name: "the hook ends with 2 and says nothing", command: "touch made", runs: false, program: "exit 2" },
	{ name: "the hook is killed", command: "touch made", runs: false, program: "kill -9 $$" },
	{ name: "the hook prints something else", command: "touch made", runs: false, program: "echo hello" },
	{ name: "the hook prints nothing", command: "touch made", runs: false, program: "exit 0" },
	{ name: "the hook hangs", command: "touch made", runs: false, program: "sleep 600", deadline: "2s" },
	{ name: "the hook is missing", command: "touch made", runs: false },
];

/** In force for all of them. */
export const policy = `agent default {
	default deny
	allow touch
	deny mkdir because "Folders are made by a person."
	ask cp
	syntax sequences
	environment accept *
}
`;
