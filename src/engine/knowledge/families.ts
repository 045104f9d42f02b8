/**
 * Families: programs that do one thing, and the words by which people speak of that thing. A rule that refuses one of them and says that it means the thing
 * (`deny vim because "Interactive editors hang."`) means the others as well; one that says nothing of it may be about the program.
 */

export interface Family {
	/** What each of them does: "opens an editor". */
	readonly does: string;
	/** How messages speak of it. */
	readonly spoken: RegExp;
	/** For each program a command that does it. */
	readonly ways: readonly (readonly string[])[];
}

export const families: readonly Family[] = [
	family(
		"opens an editor",
		/\beditors?\b/i,
		each("vi vim nvim view nano pico joe jed ne mg micro emacs zile ed ex hx helix kak mcedit tilde", "x"),
	),
	family("opens a pager", /\bpagers?\b/i, each("less more most", "x")),
	family("opens a shell", /\bshells?\b/i, each("sh bash dash zsh ksh fish csh tcsh pwsh nu elvish", "")),
	family(
		"unpacks what it is given",
		/\b(?:un(?:pack|zip|compress|archiv)|extract|decompress|inflat)(?:s|e|es|ed|ing|ion)?\b/i,
		"tar --extract -f x,bsdtar --extract -f x,unzip x,7z x x,7za x x,unrar x x,unar x,cpio --extract,ar x x,jar xf x,gunzip x,bunzip2 x,unxz x,unzstd x,cabextract x",
	),
	family(
		"packs what it is given",
		/\b(?:pack|zip|archiv)(?:s|e|es|ed|ing)\b/i,
		"tar --create -f x y,bsdtar --create -f x y,zip x y,7z a x y,rar a x y",
	),
	family(
		"fetches from the network",
		/\b(?:download|fetch)(?:s|es|ed|ing)?\b/i,
		"curl https://example.com,wget https://example.com,aria2c https://example.com,http https://example.com,xh https://example.com,lftp https://example.com,axel https://example.com,lynx https://example.com,w3m https://example.com",
	),
	family(
		"logs in on another machine",
		/\b(?:logs?|logged|logging)[ -]?ins?\b|\bremote (?:shells?|logins?|sessions?)\b|\bother (?:machines|hosts|servers)\b/i,
		"ssh example.com,telnet example.com,mosh example.com,rlogin example.com,rsh example.com,autossh example.com,et example.com",
	),
	family(
		"copies to another machine",
		/\b(?:upload|transfer|send|hand-?over)(?:s|ed|red|ring|ing)?\b|\bother (?:machines|hosts|servers)\b/i,
		"scp x example.com:,sftp example.com,rsync x example.com:,lftp example.com,ftp example.com,curl -T x https://example.com,rclone copy x example:",
	),
	family(
		"does not look at certificates",
		/\b(?:TLS|SSL|certificates?|unverified|unchecked|insecure)\b/i,
		"curl --insecure https://example.com,wget --no-check-certificate https://example.com,http --verify=no https://example.com,xh --verify=no https://example.com,aria2c --check-certificate=false https://example.com,git -c http.sslVerify=false fetch,pip install --trusted-host=example.com x,lftp -e 'set ssl:verify-certificate no' example.com,yt-dlp --no-check-certificates https://example.com",
	),
	family(
		"opens a browser",
		/\bbrowsers?\b/i,
		each("firefox chromium google-chrome lynx w3m links elinks", "https://example.com"),
	),
	family("opens a debugger", /\bdebuggers?\b/i, each("gdb lldb rr cgdb ddd", "x")),
	family(
		"keeps a session of its own",
		/\b(?:multiplexers?|(?:detached|background) (?:sessions?|jobs?))\b/i,
		each("tmux screen zellij byobu dtach abduco", ""),
	),
	family(
		"sends mail",
		/\b(?:e-?mails?|mails?|letters?)\b/i,
		each("mail mailx mutt neomutt alpine s-nail sendmail msmtp swaks ssmtp", "x@example.com"),
	),
	family("scans a network", /\bscan(?:s|ner|ners|ned|ning)?\b/i, each("nmap masscan zmap rustscan unicornscan", "x")),
	family(
		"opens a console",
		/\b(?:serial|consoles?)\b/i,
		each("minicom picocom cu tio gtkterm miniterm.py", "/dev/ttyUSB0"),
	),
	family(
		"starts a container",
		/\bcontainers?\b/i,
		"docker run x,podman run x,nerdctl run x,docker compose up,docker-compose up,buildah run x,lxc launch x,systemd-nspawn -D x,singularity exec x,apptainer exec x",
	),
	family(
		"opens a tunnel",
		/\btunnels?\b/i,
		"ngrok http 80,cloudflared tunnel,ssh -R 80:localhost:80 example.com,chisel client example.com,bore local 80,socat TCP-LISTEN:80 TCP:example.com:80",
	),
	family(
		"leaves a job for later",
		/\b(?:schedules?|cron ?jobs?|later)\b/i,
		"crontab x,at now,batch,systemd-run --user --on-active=9 x",
	),
];

function family(does: string, spoken: RegExp, lines: string): Family {
	return {
		does,
		spoken,
		ways: lines.split(",").map((line) => (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ""))),
	};
}

/** The same word behind each of the programs. */
function each(programs: string, word: string): string {
	return programs
		.split(" ")
		.map((one) => `${one} ${word}`.trim())
		.join(",");
}
