/** What `rules doctor` finds out about the units that hold the resident's socket. */
import { join } from "node:path";
import type { Check } from "../check.js";
import { isOwn, ownProgram, programOf, serviceUnit, socketUnit, unitsFolder, unitText } from "./resident-units.js";
import { systemctl } from "./systemctl.js";

export interface UnitsChecked {
	readonly check: Check;
	/** systemd holds the socket, and starts a resident when somebody asks. */
	readonly holds: boolean;
}

/** What there is to be said of them; undefined where there are none. */
export function unitsCheck(): UnitsChecked | undefined {
	const check = (verdict: Check["verdict"], message: string, holds = false): UnitsChecked => ({
		check: { name: "units", verdict, message },
		holds,
	});
	const texts = [socketUnit, serviceUnit].map((name) => ({ name, text: unitText(name) }));
	const there = texts.filter((one): one is { name: string; text: string } => one.text !== undefined);
	if (there.length === 0) return undefined;
	const again = "`rules install --resident` writes it anew";
	for (const { name, text } of there)
		if (!isOwn(name, text))
			return check("doubtful", `\`${join(unitsFolder(), name)}\` is not ours: what it starts is not known here`);
	if (there.length === 1)
		return check("doubtful", `\`${there[0]?.name}\` is there, and the other unit is not: ${again}`);
	const program = programOf(there[1]?.text ?? "");
	if (program?.join("\0") !== ownProgram().join("\0"))
		return check("doubtful", `\`${serviceUnit}\` starts another program than this one: ${again}`);
	for (const name of [socketUnit, serviceUnit]) {
		const { isDone, text } = systemctl(
			"show",
			"--property=FragmentPath,DropInPaths,ActiveState,UnitFileState,NeedDaemonReload",
			name,
		);
		if (!isDone) return check("doubtful", `systemd can't be asked (${text}): hooks' own processes start the resident`);
		const said = (key: string): string => new RegExp(`^${key}=(.*)$`, "m").exec(text)?.[1] ?? "";
		const path = join(unitsFolder(), name);
		if (said("FragmentPath") !== path && said("FragmentPath") !== "")
			return check(
				"bad",
				`systemd takes \`${said("FragmentPath")}\` in place of \`${path}\`: what it starts is not known here`,
			);
		const more = said("DropInPaths")
			.split(" ")
			.find((one) => one !== "" && !/^\/(?:usr|etc)\//.test(one));
		if (more !== undefined)
			return check("doubtful", `\`${more}\` changes \`${name}\`: what it starts is not known here`);
		if (name === socketUnit && (said("ActiveState") !== "active" || said("UnitFileState") !== "enabled"))
			return check(
				"doubtful",
				`\`${name}\` is ${said("ActiveState")}, and ${said("UnitFileState") || "not enabled"}: hooks' own processes start the resident (\`systemctl --user enable --now ${name}\` has systemd hold the socket)`,
			);
		if (said("NeedDaemonReload") === "yes")
			return check(
				"doubtful",
				`systemd has not read \`${name}\` since it was changed: \`systemctl --user daemon-reload\``,
			);
	}
	return check(
		"good",
		`systemd holds the resident's socket (\`${socketUnit}\`), and starts one when somebody asks`,
		true,
	);
}
