/** What the value of an option is where other options say so: the archive of `tar --list` is read. */
import type { Role } from "../knowledge/program.js";
import type { Arguments, FoundOption } from "../request/arguments/arguments.js";

/** The role of an option's value, which another option may change. */
export function roleOf({ fact, role }: FoundOption, { options }: Arguments): Role | undefined {
	if (fact?.roleWith === undefined) return role;
	for (const [name, instead] of Object.entries(fact.roleWith))
		if (options.some((option) => option.sure && option.fact?.names.includes(name))) return instead;
	return role;
}
