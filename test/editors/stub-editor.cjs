/**
 * As much of VS Code as the extension needs to start and to end: `node stub-editor.cjs EXTENSION PROGRAM`, with `PROGRAM` as the setting `bylaw.path`.
 * Prints what was registered, one a line. Whatever else is asked for is something that can be called, made and looked into.
 */
const Module = require("node:module");

const [, , extension, program] = process.argv;
const registered = [];

function anything(name) {
	const whole = new Proxy(
		class {
			dispose() {}
		},
		{
			get(target, key) {
				if (key === "prototype" || typeof key === "symbol" || key === "then") return target[key];
				target[`own ${key}`] ??= anything(`${name}.${key}`);
				return target[`own ${key}`];
			},
			set(target, key, value) {
				target[`own ${String(key)}`] = value;
				return true;
			},
			apply(_target, _self, given) {
				const what = name.split(".").at(-1);
				if (/^register|^create(Diagnostic|FileSystem)/.test(what)) registered.push(what);
				if (what === "showErrorMessage") registered.push(`error: ${given[0]}`);
				if (/^show/.test(what)) return Promise.resolve(undefined);
				const result = anything(`${name}()`);
				result.dispose = () => {};
				return result;
			},
		},
	);
	return whole;
}
const disposable = { dispose() {} };

const vscode = anything("vscode");
vscode.version = "1.95.0";
vscode.EventEmitter = class {
	#listeners = [];
	event = (listener) => {
		this.#listeners.push(listener);
		return disposable;
	};
	fire(what) {
		for (const listener of this.#listeners) listener(what);
	}
	dispose() {}
};
vscode.CancellationTokenSource = class {
	token = { isCancellationRequested: false, onCancellationRequested: () => disposable };
	cancel() {}
	dispose() {}
};
Object.assign(vscode.workspace, { isTrusted: true });
vscode.workspace.isTrusted = true;
vscode.workspace.workspaceFolders = [];
vscode.workspace.textDocuments = [];
vscode.workspace.notebookDocuments = [];
vscode.workspace.getConfiguration = (section) => ({
	get: (key, otherwise) => (section === "bylaw" && key === "path" ? program : otherwise),
	inspect: () => undefined,
});
vscode.window.visibleTextEditors = [];
vscode.window.tabGroups = { all: [], onDidChangeTabs: () => disposable };
vscode.extensions.all = [];

const load = Module._load;
Module._load = function (name, ...more) {
	return name === "vscode" ? vscode : load.call(this, name, ...more);
};

const { activate, deactivate } = require(extension);
activate({ subscriptions: [] })
	.then(deactivate)
	.then(
		() => {
			console.log([...new Set(registered)].sort().join("\n"));
			process.exit(0);
		},
		(error) => {
			console.error(error);
			process.exit(1);
		},
	);
