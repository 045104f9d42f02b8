/** Traced commands that write what no effect names, and why. The list only shrinks on purpose; `docs/not-read.md` shows it. */
export const knownToWrite: Readonly<Record<string, string>> = {
	"wget -q http://files.test/f.txt": "a settings file in the home folder names a further file",
	"git checkout .": "what git knows of its own tree is not looked up",
	"git checkout -q side": "what git knows of its own tree is not looked up",
	"git add -A": "a filter stands in git's settings",
	"git stash": "what git knows of its own tree is not looked up",
	"git stash -u -q": "what git knows of its own tree is not looked up",
	"git push -q o HEAD:copy": "where a remote lies stands in git's settings",
	"git stash pop": "what git knows of its own tree is not looked up",
	"git reset -q --hard HEAD~1": "what git knows of its own tree is not looked up",
	"git x": "an alias stands in git's settings",
};
