/** Devices of one sort have many names: who means one of them mostly means them all. */

export interface DeviceFamily {
	/** `disk` */
	readonly what: string;
	/** The names of single ones, and of one kind by a `?`. */
	readonly single: RegExp;
	/** Names of others, on this machine or on another. */
	readonly others: readonly string[];
	/** Globs for all of them. */
	readonly all: readonly string[];
}

export const deviceFamilies: readonly DeviceFamily[] = [
	{
		what: "disk",
		single: /^\/dev\/(?:(?:sd|hd|vd|xvd)[a-z?]\d*|nvme\d+(?:n\d+(?:p\d+)?)?|mmcblk\d+(?:p\d+)?|r?disk\d+(?:s\d+)?)$/,
		others: ["/dev/sda", "/dev/sda1", "/dev/sdb", "/dev/nvme0n1", "/dev/mmcblk0", "/dev/vda"],
		all: ["/dev/sd*", "/dev/nvme*", "/dev/mmcblk*", "/dev/vd*", "/dev/disk/**", "/dev/mapper/**"],
	},
	{
		what: "serial port",
		single: /^\/dev\/(?:tty(?:USB|ACM|AMA)\d+|cu\.[\w-]+)$/,
		others: ["/dev/ttyUSB0", "/dev/ttyUSB1", "/dev/ttyACM0"],
		all: ["/dev/ttyUSB*", "/dev/ttyACM*", "/dev/serial/**"],
	},
	{
		what: "camera",
		single: /^\/dev\/video\d+$/,
		others: ["/dev/video0", "/dev/video1"],
		all: ["/dev/video*"],
	},
];

/** What names of devices begin with that have a number or a letter behind: none is called so alone. */
export const numberedDevices: ReadonlySet<string> = new Set(
	"ttyUSB ttyACM ttyAMA ttyS ttymxc sd hd vd xvd nvme mmcblk md loop video media i2c- spidev hidraw gpiochip can rtc watchdog input/event input/js usb/hiddev st sr nbd".split(
		" ",
	),
);
