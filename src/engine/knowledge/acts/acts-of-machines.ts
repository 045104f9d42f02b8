/** Acts on the machine, its services, users, disks and devices that rules refuse, each with the other words for it. */
import { type Act, actsIn } from "./act.js";

export const actsOfMachines: readonly Act[] = actsIn(`
stops a service: systemctl {stop x,mask --now x,kill x,disable --now x,isolate rescue} | {service x stop,rc-service x stop,sv stop x,initctl stop x}
stops a service: launchctl {stop x,bootout x,unload x,kill TERM x,disable x,remove x}
stops a service: pm2 {stop x,delete x,kill,restart x}
stops a service: supervisorctl {stop x,shutdown,restart x,signal TERM x}
stops the machine: {shutdown,reboot,poweroff,halt} now | systemctl {poweroff,reboot,halt,kexec,suspend,hibernate} | ~{init 0,telinit 0,loginctl reboot}
raises a user: usermod --append --groups=sudo x | {gpasswd --add=x,gpasswd -a x} sudo | {adduser x sudo,addgroup x sudo,groupmems --add=x --group=sudo} | ~{visudo,usermod --uid=0 x,usermod --groups=sudo x}
adds a user: {useradd,adduser} x | ~{newusers x,useradd --system x}
removes a user: {userdel,deluser} x | ~usermod --lock x
changes a password: {passwd x,chpasswd,usermod --password=x y} | ~passwd --delete x
makes a file system: {mkfs.ext4,mkfs.xfs,mkfs.btrfs,mkfs.vfat,mke2fs} /dev/sda | mkfs --type=ext4 /dev/sda | {mkswap,wipefs --all,blkdiscard,sgdisk --zap-all} /dev/sda | ~parted /dev/sda mklabel gpt
changes the partitions: {fdisk,cfdisk,sfdisk,gdisk,sgdisk,parted} /dev/sda
removes volumes: {lvremove,vgremove,pvremove} x | ~lvreduce --size=1 x
removes volumes: {zfs destroy x,zpool destroy x,zfs rollback x}
loads modules: {insmod,modprobe} x
changes the kernel's settings: sysctl {-w x=1,x=1,--load=x,--system}
opens the firewall: iptables {-F,-P INPUT ACCEPT} | iptables-restore x | nft flush ruleset | ufw {disable,reset}
opens the firewall: {ufw disable,ufw reset,ufw default allow,ufw delete 1}
opens the firewall: firewall-cmd {--add-port=1/tcp,--add-service=x,--add-source=x,--set-default-zone=trusted,--reload} | ~systemctl stop firewalld
listens to the network: {tcpdump,tshark,dumpcap,wireshark,ngrep}
scans a network: {nmap,masscan,zmap,rustscan} example.com
leaves a job for later: {crontab x,at now,batch,systemd-run --on-active=9 x}
removes what was logged: journalctl {--vacuum-time=1s,--vacuum-size=1K,--vacuum-files=1} | journalctl --rotate
ends jobs: scancel x | ~scontrol requeue x
ends jobs > qdel x | qmod -s x
starts jobs: {sbatch x,srun x,salloc}
resets the card: nvidia-smi {--gpu-reset,-r} | ~rocm-smi --gpureset
installs the app: adb {install x,install-multiple x,shell pm install x,shell cmd package install x}
starts the device again: adb {reboot,shell reboot} | ~fastboot reboot
copies from the device: adb {pull x,shell cat x,exec-out cat x,backup x}
copies to the device: adb {push x y,sync,shell cp x y}
gets the rights of the device's root: adb {root,shell su,unroot,remount,disable-verity}
writes the device: fastboot {flash x y,flashall,update x,erase x,format x,boot x,--wipe-data}
opens the device: fastboot {oem unlock,flashing unlock,flashing unlock_critical}
erases the simulators: xcrun simctl {erase all,delete all,delete unavailable}
erases the board: {esptool,esptool.py,python -m esptool} {erase_flash,erase-flash,erase_region 0 1,write_flash --erase-all 0 x} | idf.py {erase-flash,erase_flash}
erases the board: st-flash {erase,write x 0x8000000} | STM32_Programmer_CLI -e all | ~openocd -c "flash erase_sector 0 0 last"
erases the board: nrfjprog {--eraseall,--recover,--program=x} | nrfutil device {erase,recover,program}
erases the board: pyocd {erase --chip,erase --mass,flash x} | ~probe-rs erase
erases the board: probe-rs {erase,download x,run x} | ~pyocd erase --chip
erases the board: west flash --erase | ~nrfjprog {--eraseall,--recover} | ~pyocd erase --chip
burns fuses: {espefuse,espefuse.py} {burn_efuse x y,burn-efuse x y,burn_key x y,burn_bit x y,burn_custom_mac x,write_protect_efuse x,read_protect_efuse x,set_flash_voltage x}
burns fuses: {idf.py efuse-burn x y,idf.py efuse-burn-key x y,espefuse.py burn_efuse x y,espefuse.py burn_key x y}
burns fuses: avrdude {-U lfuse:w:x:m,-U hfuse:w:x:m,-U efuse:w:x:m,-U lock:w:x:m}
writes the board: idf.py {flash,app-flash,encrypted-flash,bootloader-flash,flash monitor} | {esptool,esptool.py} write_flash 0 x
writes the board: west {flash,debug,attach} | ~nrfjprog --program=x | ~pyocd flash x | ~openocd -c "program x" | ~{st-flash write,JLinkExe -CommandFile} x
writes the board: {platformio,pio} run --target={upload,uploadfs,program} | ~{platformio,pio} {remote run --target=upload,test}
writes the board: arduino-cli {upload x,compile --upload x,burn-bootloader}
writes the board: cargo {flash,embed,run,espflash flash} | ~probe-rs {run x,download x}
`);
