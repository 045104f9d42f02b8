/**
 * Files that other tools run or obey when somebody works in a folder: hooks of git, tasks of editors, settings that name a program. They say nothing of
 * what an agent may do, so a policy may let them be written; the sandbox never does.
 */

/** In any folder in which somebody works. */
export const toolSettings: readonly string[] = [
	".git/hooks",
	".husky",
	".pre-commit-config.yaml",
	".gitmodules",
	".github/workflows",
	".vscode",
	".idea",
	".devcontainer",
	".devcontainer.json",
	".envrc",
	"mise.toml",
	".mise.toml",
	".npmrc",
	".yarnrc.yml",
	".ripgreprc",
	".cargo/config.toml",
	".gdbinit",
];

/** Below the home folder: what shells, git and the system start from. */
export const toolSettingsInHome: readonly string[] = [
	".profile",
	".bashrc",
	".bash_profile",
	".bash_login",
	".bash_logout",
	".zshrc",
	".zshenv",
	".zprofile",
	".zlogin",
	".gitconfig",
	".ssh",
	".config/git",
	".config/fish",
	".config/autostart",
	".config/environment.d",
	".local/bin",
];
