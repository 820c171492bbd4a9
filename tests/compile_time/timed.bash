#!/usr/bin/env bash
# timed.bash COMMAND...: runs a compiler, and adds a line to /compile_times: the CPU seconds that it
# took and the object that it made. In roots of ./dev foreign ccache puts this in front of the
# compiler (prefix_command), so that what comes from a cache is not counted.
TIMEFORMAT='%U %S'
exec 3>&1 4>&2
taken=$( { time "$@" 1>&3 2>&4; } 2>&1 )
status=$?
object=
while [ $# -gt 1 ]; do
  [ "$1" != -o ] || object=$2
  shift
done
echo "$taken $object" >>/compile_times
exit "$status"
