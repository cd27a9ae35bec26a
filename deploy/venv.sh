#!/bin/sh
# Makes .venv with everything that play and test need. Says in one line what is missing.
#
#   deploy/venv.sh            takes the first Python that runs and is new enough
#   PYTHON=/usr/bin/python3.12 deploy/venv.sh
set -eu
cd "$(dirname "$0")/.."
venv=.venv
log=$venv/setup.log

die() {
    printf 'ratscrew: %s\n' "$*" >&2
    exit 1
}

# A name in the PATH proves nothing (it may be a shim of a version that is not there): run it.
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
makes_venvs() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

find_python() {
    without_venv=
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        new_enough "$python" || continue
        if makes_venvs "$python"; then return; fi
        without_venv=${without_venv:-$python}
    done
    if [ "$without_venv" ]; then
        die "the venv module of $without_venv is missing; on Debian: sudo apt install python3-venv"
    fi
    found=$("${PYTHON:-python3}" --version 2>/dev/null) || found="no ${PYTHON:-python3} that runs"
    die "Python 3.11 or newer is needed, found $found; on Debian 12 or newer: sudo apt install python3 python3-venv"
}

# A link leads to what another folder works with: to make it anew would take that away.
[ ! -L $venv ] ||
    die ".venv is a link to $(readlink $venv); remove it to have one made here: rm .venv"

# A .venv that was moved, half made, or made by a Python that has gone is made anew.
if [ ! -f $venv/ready ] || [ "$(cat $venv/ready)" = "$PWD" ]; then keep=yes; else keep=no; fi
if [ $keep = no ] || ! new_enough $venv/bin/python || ! $venv/bin/python -m pip --version >/dev/null 2>&1
then
    find_python
    echo "ratscrew: setting up .venv, once; this takes a minute" >&2
    why=$("$python" -m venv --clear $venv 2>&1) ||
        die "$python could not make .venv: $(printf '%s' "$why" | tail -n 1)"
fi
rm -f $venv/ready

if ! $venv/bin/python -m pip install --disable-pip-version-check --editable '.[pi,dev]' >$log 2>&1; then
    if grep -Eq 'Failed to establish|NewConnectionError|NameResolution|Connect.*Timeout|ProxyError' $log
    then
        die "pip cannot reach the package index; connect to the network and try again (log: $log)"
    fi
    why=$(grep -Eo '(ERROR|[A-Za-z]+Error): .*' $log | tail -n 1)
    die "pip could not install the packages: ${why:-no reason given} (log: $log)"
fi
printf '%s\n' "$PWD" >$venv/ready
