/** Places of a machine that programs and sessions obey, by kind. Every policy has them as sets of paths; sets of secrets and of what governs agents are elsewhere. */
export const placeSets = {
	/** Devices that hold whole disks, and the machine's memory. */
	"disk-devices": list(
		"/dev/sd* /dev/hd* /dev/vd* /dev/xvd* /dev/nvme* /dev/mmcblk* /dev/disk* /dev/dm-* /dev/md* /dev/mapper /dev/mem /dev/kmem",
	),
	/** Folders of the system and of what is installed for all. */
	"system-folders": list(
		"/etc /usr /bin /sbin /lib /lib64 /boot /sys /var/lib /var/spool /System /Library /opt/homebrew /opt/local /home/linuxbrew /nix",
	),
	/**
	 * What is read when a shell, a session or an editor starts. What lies hidden in a home is read by the account's programs, but for what they keep there for
	 * themselves: `.cache`, `.local`, `.npm`, `.ssh`.
	 */
	"startup-files": list(
		"~/.[!clns]* ~/.s[!s]* ~/.c[!a]* ~/.ca[!c]* ~/.l[!o]* ~/.n[!p]* ~/.np[!m]* ~/.npmrc ~/.local/{bin,lib,etc} ~/bin ~/go/bin ~/.local/share/{systemd,applications,dbus-1,autostart,helm,gh,nvim,fish,nautilus,kio,jupyter,zsh,bash-completion} ~/Library/{LaunchAgents,LaunchDaemons,Application*Scripts,Services,Scripts} **/.envrc **/.{gdbinit,lldbinit,exrc,nvimrc,vimrc,tmux.conf,direnv} **/.direnv",
	),
	/** Files of git whose words git runs or obeys. */
	"git-files-that-run": list(
		"**/.git/{hooks,config,config.worktree,info,modules,worktrees} ~/.gitconfig ~/.config/git",
	),
} as const satisfies Readonly<Record<string, readonly string[]>>;

function list(text: string): readonly string[] {
	return text.split(" ");
}
