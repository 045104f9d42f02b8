/** Paths that begin with the home folder of one user. */

/** The home folder that the path begins with; undefined for accounts that come with images and hosts, and so are there wherever these are. */
export function homeOfUser(path: string): string | undefined {
	const [, home, name] = /^((?:\/mnt\/[a-z]|\/[a-z])?\/(?:home|Users)\/([A-Za-z0-9][\w.-]*))(?:\/|$)/.exec(path) ?? [];
	return name === undefined || ofImages.has(name.toLowerCase()) ? undefined : home;
}

const ofImages: ReadonlySet<string> = new Set([
	"admin",
	"agent",
	"app",
	"build",
	"builder",
	"centos",
	"ci",
	"circleci",
	"codespace",
	"coder",
	"debian",
	"dev",
	"developer",
	"ec2-user",
	"git",
	"gitpod",
	"jenkins",
	"jovyan",
	"linuxbrew",
	"node",
	"nonroot",
	"public",
	"runner",
	"runneradmin",
	"sandbox",
	"shared",
	"ubuntu",
	"user",
	"vagrant",
	"vscode",
	"work",
	"workspace",
]);
