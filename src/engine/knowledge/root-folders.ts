/** What lies at the top of a file system: where a path begins with none of these, a folder of a project is meant. Nothing is decided by it. */

function list(text: string): ReadonlySet<string> {
	return new Set(text.split(/\s+/).filter((word) => word !== ""));
}

/** By the Filesystem Hierarchy Standard, on macOS, Android and others, and where drives and networks are mounted. */
export const rootFolders: ReadonlySet<string> = list(`
	bin boot dev etc home lib lib32 lib64 libx32 media mnt nix opt proc root run sbin snap srv sys tmp usr var lost+found selinux efi gnu .dockerenv swapfile
	private Users Library System Applications Volumes cores Network .vol system vendor sdcard storage odm product apex
	afs net nfs nas cygdrive host hostfs rootfs volume1 volume2 u01 u02 oracle lustre gpfs beegfs scratch cluster shared share shares export exports pool tank zfs backup backups archive
	__w __e hostedtoolcache kaniko vagrant busybox vault consul certs entrypoint.sh docker-entrypoint.sh github builds workspace workspaces
`);

/** What the folders of projects are called. */
export const projectFolders: ReadonlySet<string> = list(
	"apps packages libs config configs docs doc src test tests spec specs scripts services modules components assets public dist target out migrations node_modules vendor deploy deployment infra infrastructure terraform charts manifests fixtures examples tools internal cmd pkg frontend backend web api ios android include templates locales i18n coverage .github .gitlab .git .env .vscode .idea .husky .circleci",
);

/** Files that lie at the top of a project, and of no machine. */
export const projectFiles: RegExp =
	/^(?:CODEOWNERS|OWNERS|LICENSE|CHANGELOG|README|CONTRIBUTING|Makefile|Justfile|Dockerfile|Jenkinsfile|Procfile|Gemfile|Rakefile|Vagrantfile|package\.json|go\.(?:mod|sum)|Cargo\.(?:toml|lock)|pyproject\.toml|setup\.(?:py|cfg)|pom\.xml|[\w-]+\.lock|[\w-]+-lock\.\w+|[\w.-]+\.(?:md|gradle|config\.\w+)|tsconfig[\w.]*\.json|(?:docker-)?compose[\w.-]*\.ya?ml|bylaw\.config\.yaml|policy\.rules)$/;
