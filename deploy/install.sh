#!/bin/sh
# Makes a Raspberry Pi a table, or brings one up to date. It asks nothing, may be stopped at any
# point and run again; a new version that fails its own check is not switched to.
set -eu
umask 022

usage() {
    cat <<'TEXT'
usage: sudo deploy/install.sh [--oled | --no-oled] [--power-button GPIO | --no-power-button]
       sudo deploy/install.sh --uninstall [--purge]

  --oled                a small display hangs on I2C: switch the bus on, at 400 kHz
  --power-button GPIO   a button from this line to ground switches the table off, as 11
  --uninstall           take it away; games, scores and settings stay
  --purge               take them away, too
Without a word about them, display and button stay as they are.
TEXT
}

home=/opt/ratscrew
state=/var/lib/ratscrew
etc=/etc/ratscrew
command=/usr/local/bin/ratscrew
boot=/boot/firmware
units="ratscrew.service ratscrew-trouble.service"
restart=/etc/systemd/system/ratscrew.service.d/restart.conf
begin="# ratscrew: begin (made by its install.sh)"
end="# ratscrew: end"
quiet="quiet loglevel=3 logo.nologo vt.global_cursor_default=0 consoleblank=0"

say() { printf 'ratscrew: %s\n' "$*"; }
warn() { printf 'ratscrew: %s\n' "$*" >&2; }
die() { warn "$*"; exit 1; }
misused() { warn "$*"; usage >&2; exit 2; }

main() {
    oled=keep button=keep task=install purge=no
    while [ $# -gt 0 ]; do
        case $1 in
            -h | --help) usage; exit 0 ;;
            --oled) oled=yes ;;
            --no-oled) oled=no ;;
            --power-button) [ $# -gt 1 ] || misused "--power-button: which GPIO?"; button=$2; shift ;;
            --power-button=*) button=${1#*=} ;;
            --no-power-button) button=no ;;
            --uninstall) task=uninstall ;;
            --purge) purge=yes ;;
            *) misused "unknown word $1" ;;
        esac
        shift
    done
    [ $purge = no ] || [ $task = uninstall ] || misused "--purge goes with --uninstall"
    check_button
    [ "$(id -u)" = 0 ] || die "this needs root: sudo $0"
    command -v apt-get >/dev/null || die "this needs Raspberry Pi OS or Debian; there is no apt-get"
    mkdir -p /run/lock
    exec 9>/run/lock/ratscrew-install
    flock -n 9 || die "another install.sh is at work"
    new=''
    trap left EXIT
    trap 'die "stopped; run it again to go on"' HUP INT TERM
    if [ $task = uninstall ]; then uninstall; else install_table; fi
}

# GPIO 2 and 3 are the bus of the small display, though 3 is what gpio-shutdown takes by itself; 0
# and 1 belong to what is plugged onto the header.
check_button() {
    case $button in
        keep | no) return ;;
        *[!0-9]* | '') misused "--power-button is '$button'; allowed: the number of a GPIO, 4 to 27" ;;
        2 | 3) die "--power-button $button: GPIO 2 and 3 are the bus of the small display; 11 is free" ;;
    esac
    if [ "$button" -lt 4 ] || [ "$button" -gt 27 ]; then
        misused "--power-button is $button; allowed: 4 to 27"
    fi
}

# Whatever ends this, nothing half made stays behind.
left() {
    status=$?
    trap '' HUP INT TERM
    if [ -n "$new" ] && [ ! -e "$new/complete" ]; then
        rm -rf "$new"
        [ $status = 0 ] || [ ! -e $home/current ] || warn "the version that was there stays"
    fi
    exit $status
}

install_table() {
    source=$(cd "$(dirname "$0")/.." && pwd)
    [ -f "$source/pyproject.toml" ] || die "$source has no program: run install.sh where it was unpacked"
    case $(dpkg --print-architecture) in
        arm64 | amd64) ;;
        *) die "this needs a 64-bit system; write the 64-bit Raspberry Pi OS to the card" ;;
    esac
    old=$(readlink -f $home/current 2>/dev/null || true)
    install_packages
    lay_users
    make_version
    if [ -n "$button" ] && [ "$button" != keep ] && [ "$button" != no ]; then check_free "$button"; fi
    lay_files "$new/deploy/system"
    set_boot
    switch_to "$new"
    start_table || go_back
    prune
    finish
}

# Hardware and pictures come from the system, the rest from a virtual environment of its own.
install_packages() {
    wanted="python3 python3-venv polkitd libegl1 libgles2 libgbm1 libgl1-mesa-dri libdrm2 libudev1"
    missing=''
    for package in $wanted; do is_there "$package" || missing="$missing $package"; done
    is_there libasound2t64 || is_there libasound2 || missing="$missing libasound2"
    if [ -n "$missing" ]; then
        say "installing from the system's packages:$missing"
        apt-get -qq update || warn "the lists of packages could not be brought up to date"
        case $missing in
            *libasound2)
                if has_candidate libasound2t64; then missing="${missing% libasound2} libasound2t64"; fi ;;
        esac
        # shellcheck disable=SC2086 # a list of names
        get $missing || die "the packages could not be installed; look at the network, and run it again"
    fi
    # On a Pi lamps go through lgpio, which Debian's own systems may not have.
    if ! is_there python3-lgpio && has_candidate python3-lgpio; then
        get python3-lgpio || warn "python3-lgpio could not be installed: the lamps may stay dark"
    fi
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        die "this needs Python 3.11 or newer: Raspberry Pi OS Bookworm, or better Trixie"
}

# What the system says while it installs is told only where it fails.
get() {
    told=$(DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends install "$@" 2>&1) || {
        printf '%s\n' "$told" | tail -n 5 >&2
        return 1
    }
}

is_there() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

has_candidate() { apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'; }

lay_users() {
    files=$source/deploy/system
    lay "$files/ratscrew.sysusers" /etc/sysusers.d/ratscrew.conf
    lay "$files/ratscrew.tmpfiles" /etc/tmpfiles.d/ratscrew.conf
    systemd-sysusers ratscrew.conf
    systemd-tmpfiles --create ratscrew.conf
}

# A version is a folder of its own that never changes once it is complete.
make_version() {
    id=$(version_id)
    new=$home/versions/$id
    if [ -e "$new/complete" ]; then
        say "version $id is there already"
        return
    fi
    say "making version $id; this takes a few minutes"
    rm -rf "$new"
    mkdir -p "$new/source"
    for part in game hal device deploy pyproject.toml hatch_build.py README.md LICENSE; do
        cp -R "$source/$part" "$new/source/"
    done
    cp -R "$source/deploy" "$new/deploy"
    python3 -m venv --system-site-packages "$new" || die "python3 could not make a virtual environment"
    "$new/bin/python" -m pip install --quiet --disable-pip-version-check --no-warn-script-location \
        "$new/source[pi]" >"$new/pip.log" 2>&1 || {
        tail -n 5 "$new/pip.log" >&2
        die "pip could not install the program; look at the network, and run it again"
    }
    rm -rf "$new/source"
    check_version || die "version $id fails its own check, so it is not used"
    sync
    : >"$new/complete"
}

# The same program is the same version; other bytes, or another Python, are another.
version_id() {
    number=$(sed -n 's/^version = "\(.*\)"/\1/p' "$source/pyproject.toml" | head -n 1)
    hash=$(
        cd "$source" && {
            python3 --version
            find game hal device deploy pyproject.toml hatch_build.py -type f \
                ! -name '*.pyc' ! -name '*.mo' ! -name '*.pot' -print0 |
                LC_ALL=C sort -z | xargs -0 sha256sum
        } | sha256sum | cut -c1-10
    )
    printf '%s-%s' "$number" "$hash"
}

# A whole game, judged again; the libraries of the parts; a picture of each display.
check_version() {
    trial=$(mktemp -d) && chown ratscrew "$trial" || return
    {
        as_table "$trial" "$new/bin/ratscrew" --version &&
            as_table "$trial" "$new/bin/ratscrew" play --fast --seats cpu,cpu,cpu --seed install \
                --record "$trial/trial.jsonl" &&
            as_table "$trial" "$new/bin/ratscrew" replay "$trial/trial.jsonl" &&
            as_table "$trial" "$new/bin/ratscrew" rules &&
            as_table "$trial" "$new/bin/python" "$new/deploy/check.py"
    } >"$trial/said" 2>&1 && good=yes || good=no
    [ "$good" = yes ] || tail -n 5 "$trial/said" >&2
    rm -rf "$trial"
    [ "$good" = yes ]
}

# as_table FOLDER WORDS...: as the user of the service, with a folder for what it keeps.
as_table() {
    folder=$1
    shift
    (cd / && runuser -u ratscrew -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$folder" LC_ALL=C.UTF-8 \
        LG_WD="$folder" STATE_DIRECTORY="$folder" "$@" </dev/null)
}

check_free() {
    taken=$("$new/bin/python" -c "
from hal.wiring import default_wiring
wiring = default_wiring(6)
print(*wiring.lines, *wiring.lamps().values())")
    for line in $taken; do
        [ "$line" != "$1" ] || die "--power-button $1: a button or lamp of a seat is at GPIO $1; 11 is free"
    done
}

# lay FILE PLACE: a file is there as a whole or not at all.
lay() {
    mkdir -p "$(dirname "$2")"
    cp "$1" "$2.new"
    chmod 644 "$2.new"
    mv "$2.new" "$2"
}

lay_files() {
    lay "$1/ratscrew.sysusers" /etc/sysusers.d/ratscrew.conf
    lay "$1/ratscrew.tmpfiles" /etc/tmpfiles.d/ratscrew.conf
    lay "$1/ratscrew.modules" /etc/modules-load.d/ratscrew.conf
    lay "$1/ratscrew.polkit.rules" /etc/polkit-1/rules.d/50-ratscrew.rules
    if ! grep -rqs --exclude='*ratscrew*' 'GROUP="gpio"' /etc/udev/rules.d /usr/lib/udev/rules.d /lib/udev/rules.d; then
        lay "$1/ratscrew.udev.rules" /etc/udev/rules.d/60-ratscrew.rules
    fi
    for unit in $units; do lay "$1/$unit" "/etc/systemd/system/$unit"; done
    rm -f $restart
    if [ -f "$1/ratscrew.restart.conf" ] && [ "$(systemd_version)" -ge 254 ]; then
        lay "$1/ratscrew.restart.conf" $restart
    fi
    if is_running; then
        systemctl daemon-reload
        udevadm control --reload
        udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev --subsystem-match=spidev
        modprobe i2c-dev 2>/dev/null || true
    fi
    systemctl --quiet enable ratscrew.service
    # The login prompt of the first console would be drawn over the table; those behind Alt-F2 stay.
    systemctl --quiet disable getty@tty1.service
}

systemd_version() { systemctl --version | sed -n '1s/^systemd \([0-9]*\).*/\1/p'; }

is_running() { [ -d /run/systemd/system ]; }

# What the firmware and the kernel of a Pi are told; elsewhere there is no such folder.
set_boot() {
    [ -f $boot/config.txt ] || return 0
    now=$(sed -n "/^$begin/,/^$end/p" $boot/config.txt)
    [ $oled != keep ] || case $now in *i2c_arm*) oled=yes ;; esac
    [ "$button" != keep ] || button=$(printf '%s\n' "$now" | sed -n 's/.*gpio-shutdown,gpio_pin=\([0-9]*\),.*/\1/p')
    {
        without_ours
        echo "$begin"
        echo "[all]"
        echo "disable_splash=1"
        [ $oled != yes ] || echo "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"
        case $button in
            '' | no | keep) ;;
            *) echo "dtoverlay=gpio-shutdown,gpio_pin=$button,active_low=1,gpio_pull=up,debounce=100" ;;
        esac
        echo "$end"
    } >$boot/config.txt.new
    replace_boot config.txt
    [ -f $boot/cmdline.txt ] || return 0
    words=$(head -n 1 $boot/cmdline.txt)
    [ -e $home/cmdline.before ] || { mkdir -p $home; printf '%s\n' "$words" >$home/cmdline.before; }
    told=''
    for word in $words; do
        case $word in console=tty1) word=console=tty3 ;; esac
        told="$told $word"
    done
    for word in $quiet; do
        case " $told " in *" $word "*) ;; *) told="$told $word" ;; esac
    done
    printf '%s\n' "${told# }" >$boot/cmdline.txt.new
    replace_boot cmdline.txt
}

without_ours() { sed "/^$begin/,/^$end/d" $boot/config.txt; }

# A boot file is replaced only by another one, and is on the card before anything goes on.
replace_boot() {
    if cmp -s "$boot/$1.new" "$boot/$1"; then
        rm "$boot/$1.new"
        return
    fi
    say "$boot/$1 is changed; it counts from the next start"
    sync "$boot/$1.new"
    mv "$boot/$1.new" "$boot/$1"
    sync $boot
}

# The link is another one from one instant to the next.
switch_to() {
    ln -sfn "$1" $home/current.new
    mv -T $home/current.new $home/current
    ln -sfn $home/current/bin/ratscrew $command.new
    mv -T $command.new $command
}

start_table() {
    is_running || return 0
    systemctl reset-failed ratscrew.service ratscrew-trouble.service 2>/dev/null || true
    say "starting the table"
    systemctl restart ratscrew.service
}

# A table that ran is not given up for one that does not.
go_back() {
    if [ -z "$old" ] || [ "$old" = "$new" ] || [ ! -e "$old/complete" ]; then
        warn "the table is installed, but does not start yet; what is wrong stands below"
        return 0
    fi
    warn "the new version does not start; the one before is used again"
    lay_files "$old/deploy/system"
    switch_to "$old"
    start_table || true
    rm -rf "$new"
    die "see: journalctl -u ratscrew -n 50"
}

# The version before stays beside the new one, older ones go.
prune() {
    if [ -n "$old" ] && [ "$old" != "$new" ]; then ln -sfn "$old" $home/previous; fi
    before=$(readlink -f $home/previous 2>/dev/null || true)
    for version in "$home"/versions/*; do
        case $version in "$new" | "$before") ;; *) rm -rf "$version" ;; esac
    done
}

finish() {
    say "what the doctor finds:"
    as_table $state $command doctor || true
    say "the table is installed; its log: journalctl -u ratscrew -n 50"
    is_running || say "it starts with the machine"
}

uninstall() {
    if is_running; then
        systemctl --quiet stop ratscrew-trouble.service ratscrew.service 2>/dev/null || true
    fi
    systemctl --quiet disable ratscrew.service 2>/dev/null || true
    for unit in $units; do rm -f "/etc/systemd/system/$unit"; done
    rm -f $restart
    rmdir /etc/systemd/system/ratscrew.service.d 2>/dev/null || true  # unless people have more there
    rm -f /etc/udev/rules.d/60-ratscrew.rules /etc/polkit-1/rules.d/50-ratscrew.rules \
        /etc/modules-load.d/ratscrew.conf /etc/tmpfiles.d/ratscrew.conf /etc/sysusers.d/ratscrew.conf
    systemctl --quiet enable getty@tty1.service 2>/dev/null || true
    if is_running; then systemctl daemon-reload; fi
    if [ -f $boot/config.txt ]; then
        without_ours >$boot/config.txt.new
        replace_boot config.txt
    fi
    if [ -f $boot/cmdline.txt ] && [ -f $home/cmdline.before ]; then
        cp $home/cmdline.before $boot/cmdline.txt.new
        replace_boot cmdline.txt
    fi
    rm -rf $home $command /var/cache/ratscrew
    if [ $purge = yes ]; then
        rm -rf $state $etc
        userdel ratscrew 2>/dev/null || true
        say "the table, its games, scores and settings are gone"
    else
        say "the table is gone; its games and scores stay in $state, its settings in $etc"
    fi
}

main "$@"
