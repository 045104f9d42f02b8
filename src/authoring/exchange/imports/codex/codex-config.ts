/**
 * Codex's settings (`config.toml`) as a policy, by its documents. Its sandbox bounds what is written and whether there is a network: that becomes rules, which bound whatever else the
 * policy allows. What runs in the sandbox without a question is asked about here, since a policy has no sandbox of Codex's to rely on.
 */

import { keptFolders } from "../../../../runtime/harnesses/codex/codex-home.js";
import { readToml, type Toml, type TomlPlaceOf, type TomlTable } from "../../../../runtime/harnesses/install/toml.js";
import { type Imported, type ImportedRule, type ImportFault, importedPolicy, type Remark } from "../../imported.js";
import { besideRemark } from "../beside.js";
import { type CallPermission, type CallSubject, callRules } from "../call-rules.js";
import { mcpCall } from "../claude-calls.js";
import { type PermissionProfile, permissionProfile } from "./codex-permissions.js";
import { plainFolder, Values, Wrong } from "./codex-values.js";

export function importCodexConfig(text: string, origin: string): Imported | ImportFault {
	const read = readToml(text);
	if ("message" in read) return { at: read.at, message: read.message };
	const { table, placeOf } = read;
	try {
		const config = new Config(table, placeOf);
		return importedPolicy(origin, "ask", config.rules, config.remarks, config.govern);
	} catch (error) {
		if (error instanceof Wrong) return { at: error.at, message: error.message };
		throw error;
	}
}

/** From the strictest. */
const modes = ["read-only", "workspace-write", "danger-full-access"] as const;
type Mode = (typeof modes)[number];
const policies: readonly string[] = ["untrusted", "on-request", "on-failure", "never"];
interface WorkspaceWrite {
	readonly listed: readonly string[];
	readonly at: number;
	readonly hasNetwork: boolean;
	readonly hasSlashTmp: boolean;
	readonly hasOtherTmp: boolean;
}

class Config {
	readonly rules: readonly ImportedRule[];
	readonly govern;
	readonly remarks: Remark[] = [];
	/** Nobody is asked: what would be a question is a denial. */
	private readonly asksNobody: boolean;
	private readonly values: Values;

	constructor(
		private readonly table: TomlTable,
		private readonly placeOf: TomlPlaceOf,
	) {
		this.values = new Values(placeOf);
		const chosen = this.chosenProfile();
		const mode = this.strictest([
			this.modeOf(table, ""),
			...(chosen === undefined ? [] : [this.modeOf(chosen.table, chosen.place)]),
		]);
		const approvals = [
			this.approvalOf(table, ""),
			...(chosen === undefined ? [] : [this.approvalOf(chosen.table, chosen.place)]),
		];
		this.asksNobody = approvals.some((one) => one?.asksNobody === true);
		const workspaceWrite = this.readWorkspaceWrite();
		const profile = mode === undefined ? this.profileOfPermissions() : this.profileOfMode(mode, workspaceWrite);
		const sandbox = profile === undefined ? [] : this.sandboxRules(profile);
		if (table.permissions !== undefined && (mode !== undefined || table.default_permissions === undefined))
			this.tell("left-out", "permissions", "", placeOf(table, "permissions"), "none of these profiles is chosen here");
		const calls = this.serverCalls();
		const asksFirst = approvals.some((one) => one?.asksFirst === true);
		const others = callRules(calls, {
			decides: "first",
			also: sandbox.length > 0 ? ["files"] : [],
			byItself: [
				{ kind: "allow", subjects: ["file.read", "file.list", "file.search"].map((call) => ({ call, paths: ["."] })) },
				...(profile?.writable.includes(".") !== true || asksFirst
					? []
					: [
							{
								kind: "allow" as const,
								subjects: ["file.write", "file.edit", "file.delete", "file.move"].map((call) => ({
									call,
									paths: ["."],
								})),
							},
						]),
			],
		});
		this.rules = [...sandbox, ...others.rules];
		this.govern = others.govern;
		this.tellTheRest(profile !== undefined);
	}

	private tell(verdict: Remark["verdict"], place: string, source: string, at: number, message: string): void {
		this.remarks.push({ verdict, place, source, message, at });
	}

	/** The profile that `profile` names. What it says and what stands outside of it count both: the stricter. */
	private chosenProfile(): { readonly table: TomlTable; readonly place: string } | undefined {
		const name = this.table.profile;
		const profiles = this.values.tableAt(this.table, "profiles", "");
		for (const [key, value] of Object.entries(profiles ?? {}))
			if (key !== name)
				this.tell(
					"left-out",
					`profiles.${key}`,
					"",
					this.placeOf(profiles as TomlTable, key),
					"it holds where it is chosen at the start: what is read here is what holds without it",
				);
			else if (typeof value !== "object" || Array.isArray(value))
				throw new Wrong(`\`profiles.${key}\` should be a table`, this.placeOf(profiles as TomlTable, key));
		if (name === undefined) return undefined;
		const at = this.placeOf(this.table, "profile");
		if (typeof name !== "string") throw new Wrong("`profile` should be a text", at);
		const table = profiles === undefined || !Object.hasOwn(profiles, name) ? undefined : (profiles[name] as TomlTable);
		if (table === undefined) throw new Wrong(`there is no \`profiles.${name}\`: what holds is not known`, at);
		this.tell("tighter", "profile", name, at, "of what it says and what stands outside of it, the stricter holds");
		return { table, place: `profiles.${name}.` };
	}

	private modeOf(table: TomlTable, place: string): Mode | undefined {
		const mode = table.sandbox_mode;
		if (mode !== undefined) {
			if (!modes.includes(mode as Mode))
				throw new Wrong(
					`\`${place}sandbox_mode\` is none of \`${modes.join("`, `")}\``,
					this.placeOf(table, "sandbox_mode"),
				);
			// Codex goes by it, whatever `default_permissions` says.
			return mode as Mode;
		}
		return undefined;
	}

	/** The profile of permissions that is named, where no sandbox is. */
	private profileOfPermissions(): PermissionProfile | undefined {
		const named = this.table.default_permissions;
		const profiles = this.values.tableAt(this.table, "permissions", "");
		if (named === undefined) return undefined;
		const at = this.placeOf(this.table, "default_permissions");
		if (typeof named !== "string") throw new Wrong("`default_permissions` should be a text", at);
		const found = permissionProfile(this.values, profiles, named);
		if (found === undefined) throw new Wrong(`there is no \`permissions.${named}\`: what holds is not known`, at);
		for (const { verdict, place, source, at, message } of found.unsaid) this.tell(verdict, place, source, at, message);
		this.tellBounds("default_permissions", named, at, found.isOpen);
		return found;
	}

	/** The same of a sandbox's mode. */
	private profileOfMode(mode: Mode, workspaceWrite: WorkspaceWrite): PermissionProfile {
		const isOpen = mode === "danger-full-access";
		this.tellBounds("sandbox_mode", mode, this.placeOf(this.table, "sandbox_mode"), isOpen);
		return {
			isOpen,
			writable: mode === "workspace-write" ? this.roots(workspaceWrite) : [],
			denied: [],
			hasNetwork: isOpen || (mode === "workspace-write" && workspaceWrite.hasNetwork),
			unsaid: [],
		};
	}

	private tellBounds(place: string, source: string, at: number, isOpen: boolean): void {
		const message = isOpen
			? "it bounds nothing; here what no rule speaks of is asked about"
			: "what it holds back is denied; Codex may ask a person to let it out";
		this.tell("tighter", place, source, at, message);
	}

	private strictest(found: readonly (Mode | undefined)[]): Mode | undefined {
		return modes.find((mode) => found.includes(mode));
	}

	/** `asksFirst`: even what stays in the sandbox is asked about. */
	private approvalOf(
		table: TomlTable,
		place: string,
	): { readonly asksNobody: boolean; readonly asksFirst: boolean } | undefined {
		const policy = table.approval_policy;
		if (policy === undefined) return undefined;
		const at = this.placeOf(table, "approval_policy");
		if (typeof policy === "string") {
			if (!policies.includes(policy))
				throw new Wrong(`\`${place}approval_policy\` is none of \`${policies.join("`, `")}\``, at);
			this.tell(
				"tighter",
				`${place}approval_policy`,
				policy,
				at,
				policy === "never"
					? "what would be a question is denied, since nobody is asked; what no rule speaks of is asked about here"
					: "what no rule speaks of is asked about here; Codex runs in its sandbox what it holds for safe",
			);
			return { asksNobody: policy === "never", asksFirst: policy === "untrusted" };
		}
		const granular = typeof policy === "object" && !Array.isArray(policy) ? (policy as TomlTable).granular : undefined;
		if (typeof granular !== "object" || Array.isArray(granular))
			throw new Wrong(`\`${place}approval_policy\` should be a text, or a table with \`granular\` in it`, at);
		const asked = Object.values(granular as TomlTable);
		this.tell(
			"tighter",
			`${place}approval_policy`,
			"granular",
			at,
			"where one of its questions is switched off, none is asked here: what would be one is denied",
		);
		return { asksNobody: asked.length === 0 || !asked.every((one) => one === true), asksFirst: false };
	}

	/** What its sandbox holds back. Tools of servers do not run in it. */
	private sandboxRules({ isOpen, writable, denied, hasNetwork }: PermissionProfile): readonly ImportedRule[] {
		const base = { patterns: ["*"], except: ["mcp.*"], isCall: true } as const;
		const inside = writable.flatMap((root) => keptFolders.map((name) => (root === "." ? name : `${root}/${name}`)));
		return [
			...(isOpen ? [] : [{ kind: "constrain", ...base, to: ["/dev/null", ...writable] } as const]),
			...(isOpen || inside.length === 0
				? []
				: [{ kind: "deny", ...base, using: ["write", "delete"], touching: inside } as const]),
			...(denied.length === 0 ? [] : [{ kind: "deny", ...base, touching: denied } as const]),
			...(hasNetwork ? [] : [{ kind: this.asksNobody ? "deny" : "ask", ...base, using: ["network"] } as const]),
		];
	}

	/** What `sandbox_workspace_write` says, whether or not that mode holds. */
	private readWorkspaceWrite(): WorkspaceWrite {
		const place = "sandbox_workspace_write.";
		const table = this.values.tableAt(this.table, "sandbox_workspace_write", "");
		return {
			listed: this.values.textsAt(table, "writable_roots", place) ?? [],
			at: table === undefined ? 0 : this.placeOf(table, "writable_roots"),
			hasNetwork: this.values.truthAt(table, "network_access", place) === true,
			hasSlashTmp: this.values.truthAt(table, "exclude_slash_tmp", place) !== true,
			hasOtherTmp: this.values.truthAt(table, "exclude_tmpdir_env_var", place) !== true,
		};
	}

	/** The folders that may be written, as paths of a policy. */
	private roots({ listed, at, hasSlashTmp, hasOtherTmp }: WorkspaceWrite): readonly string[] {
		const place = "sandbox_workspace_write";
		const roots = listed.flatMap((root) => {
			const path = plainFolder(root);
			if (path !== undefined) return [path];
			this.tell(
				"tighter",
				`${place}.writable_roots`,
				root,
				at,
				"no path of a policy is written so: it may not be written",
			);
			return [];
		});
		if (hasOtherTmp)
			this.tell(
				"tighter",
				place,
				"$TMPDIR",
				at,
				"the folder that `TMPDIR` names may be written there, and not here: name it, where it is needed",
			);
		return [".", ...(hasSlashTmp ? ["/tmp"] : []), ...roots];
	}

	/** What is said of servers and their tools, what decides first coming first. */
	private serverCalls(): readonly CallPermission[] {
		const servers = this.values.tableAt(this.table, "mcp_servers", "");
		return Object.keys(servers ?? {}).flatMap((name) => this.callsOfServer(servers as TomlTable, name));
	}

	private callsOfServer(servers: TomlTable, name: string): readonly CallPermission[] {
		const place = `mcp_servers.${name}`;
		const server = this.values.tableAt(servers, name, "mcp_servers.") as TomlTable;
		const isShared = Object.keys(servers).filter((other) => callOf(other, "*") === callOf(name, "*")).length > 1;
		const found: CallPermission[] = [];
		const deny = (...subjects: readonly CallSubject[]): void => {
			found.push({ kind: "deny", subjects });
		};
		if (this.values.truthAt(server, "enabled", `${place}.`) === false) deny({ call: callOf(name, "*") });
		for (const tool of this.values.textsAt(server, "disabled_tools", `${place}.`) ?? [])
			deny({ call: callOf(name, tool) });
		const enabled = this.values.textsAt(server, "enabled_tools", `${place}.`);
		if (enabled !== undefined)
			deny({ call: callOf(name, "*"), except: isShared ? [] : enabled.map((tool) => callOf(name, tool)) });
		const tools = this.values.tableAt(server, "tools", `${place}.`) ?? {};
		for (const tool of Object.keys(tools)) {
			const settings = this.values.tableAt(tools, tool, `${place}.tools.`) as TomlTable;
			found.push(
				...this.approvalOfTools(settings, "approval_mode", `${place}.tools.${tool}.`, callOf(name, tool), isShared),
			);
		}
		found.push(
			...this.approvalOfTools(server, "default_tools_approval_mode", `${place}.`, callOf(name, "*"), isShared),
		);
		return found;
	}

	/** `approve`: without a question. `auto` goes by what the server says of its tools, which is no reason to trust them. */
	private approvalOfTools(
		table: TomlTable,
		key: string,
		place: string,
		call: string,
		isShared: boolean,
	): readonly CallPermission[] {
		const mode = table[key];
		if (mode === undefined) return [];
		const at = this.placeOf(table, key);
		const subjects = [{ call }];
		if (mode === "approve" && !isShared) return [{ kind: "allow", subjects }];
		if (mode === "approve")
			this.tell(
				"left-out",
				place + key,
				"approve",
				at,
				"another server has the same name in a policy, where signs in names are `_`",
			);
		else if (mode === "auto")
			this.tell(
				"tighter",
				place + key,
				"auto",
				at,
				"Codex goes by what the server says of its tools; here they are asked about",
			);
		else if (mode !== "prompt")
			this.tell("tighter", place + key, String(mode), at, "it is not known: such tools are asked about");
		return [{ kind: this.asksNobody && mode === "prompt" ? "deny" : "ask", subjects }];
	}

	/** What has no place in a policy. */
	private tellTheRest(isBounded: boolean): void {
		for (const [key, value] of Object.entries(this.table)) {
			if (carried.includes(key)) continue;
			const source = typeof value === "object" ? "" : JSON.stringify(value);
			this.remarks.push(...besideRemark(key, "", source, this.placeOf(this.table, key)));
			if (key === "features" || key === "tools") this.tellInside(key, value);
		}
		if (!isBounded)
			this.remarks.push(
				whole("which sandbox holds is not said: what Codex's own default lets through is asked about here"),
			);
		this.remarks.push(
			whole(
				"what no rule speaks of is asked about here; Codex goes by its approval policy, its sandbox and its rules (`rules import codex FILE.rules`)",
			),
		);
	}

	private tellInside(key: string, value: Toml): void {
		if (typeof value !== "object" || Array.isArray(value)) return;
		const table = value as TomlTable;
		for (const [name, one] of Object.entries(table))
			this.remarks.push(...besideRemark(name, `${key}.`, JSON.stringify(one), this.placeOf(table, name)));
	}
}

const carried: readonly string[] = [
	"approval_policy",
	"sandbox_mode",
	"sandbox_workspace_write",
	"default_permissions",
	"permissions",
	"profile",
	"profiles",
	"mcp_servers",
];

function callOf(server: string, tool: string): string {
	return mcpCall("deny", server.replaceAll("*", "_"), tool).permission?.subjects[0]?.call ?? "mcp.*";
}

function whole(message: string): Remark {
	return { verdict: "tighter", place: "the whole", source: "", message };
}
