/**
 * V8 makes machine code of what runs often, on threads of its own. Of a run that is over in a second or two most of it comes too late to be of use: it took
 * half of the processor time of `rules lint`, which a machine with other work to do feels.
 */
/** Functions run longer before machine code is made of them. Before any code is loaded: what is kept of it is kept for these settings. */
export function makeMachineCodeLate(): void {
	// Where it was measured; a V8 that does not know the setting would complain.
	if (process.versions.v8.startsWith("11."))
		process.getBuiltinModule("node:v8").setFlagsFromString(`--interrupt-budget=${budget}`);
}

/** What a function may run, in bytes of its code: seven times what V8 comes with. */
const budget = 500_000;
