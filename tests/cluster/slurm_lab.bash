#!/usr/bin/env bash
# A Slurm cluster of several virtual nodes on this machine, for tests: it needs no systemd, no
# cgroups and no root, and keeps everything in one folder.
#   slurm_lab.bash up FOLDER [NODES [PROCESSORS_OF_EACH]]
#   slurm_lab.bash node FOLDER up|down NAME      starts or kills the daemon of one node
#   slurm_lab.bash revive FOLDER                 starts a controller again that hangs
#   slurm_lab.bash down FOLDER
# Commands find the cluster by SLURM_CONF=FOLDER/slurm.conf.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin

action=${1:?up, node, revive or down}
lab=$(realpath -m "${2:?the folder of the cluster}")
export SLURM_CONF=$lab/slurm.conf

fail() { printf '%s\n' "$*" >&2; exit 3; }

# free_ports COUNT: prints the first of that many consecutive ports that nobody listens on.
free_ports() {
  local first port
  while true; do
    first=$((20000 + RANDOM % 9000))
    for ((port = first; port < first + $1; ++port)); do
      ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || continue 2
    done
    echo "$first"
    return
  done
}

# write_configuration NODES PROCESSORS
write_configuration() {
  local host user port
  host=$(hostname -s)
  user=$(id -un)
  port=$(free_ports $(($1 + 1)))
  cat >"$SLURM_CONF" <<CONF
ClusterName=lab
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=$port
StateSaveLocation=$lab/state
SlurmdSpoolDir=$lab/spool-%n
SlurmctldPidFile=$lab/run/slurmctld.pid
SlurmdPidFile=$lab/run/slurmd-%n.pid
SlurmctldLogFile=$lab/log/slurmctld.log
SlurmdLogFile=$lab/log/slurmd-%n.log
AuthType=auth/munge
AuthInfo=socket=$lab/munge/socket
MailProg=/bin/true

# What a virtual node can do without cgroups.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=1
JobAcctGatherParams=OverMemoryKill
SlurmdParameters=config_overrides

# No accounting: Skald must do without sacct.
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none

# Short waits. Few array tasks, so that arrays are split.
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
SlurmctldParameters=preempt_send_user_signal
KillWait=5
SlurmdTimeout=10
SlurmctldTimeout=10
ReturnToService=2
MinJobAge=300
MaxArraySize=${LAB_ARRAY_SIZE:-5}

NodeName=DEFAULT CPUs=$2 RealMemory=4000
NodeName=n[1-$1] NodeHostname=$host NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + $1))]
PartitionName=low Nodes=ALL Default=YES MaxTime=60 State=UP PriorityTier=1 GraceTime=5
PartitionName=high Nodes=ALL MaxTime=60 State=UP PriorityTier=10 PreemptMode=OFF
CONF
}

start_munge() {
  (umask 077; head -c 128 /dev/urandom >"$lab/munge/key")
  munged --force --key-file="$lab/munge/key" --socket="$lab/munge/socket" \
    --pid-file="$lab/run/munged.pid" --log-file="$lab/log/munged.log" \
    --seed-file="$lab/munge/seed"
}

start_node() {
  mkdir -p "$lab/spool-$1"
  slurmd -N "$1"
}

# Waits until the nodes are idle; a node needs about six seconds.
await_nodes() {
  local tries
  for ((tries = 0; tries < 60; ++tries)); do
    [ "$(sinfo -h -N -p low -t idle -o %N 2>/dev/null | wc -l)" -lt "$1" ] || return 0
    sleep 0.5
  done
  fail "the nodes do not come up; $lab/log says why"
}

up() {
  local nodes=${1:-3} i
  [ ! -e "$SLURM_CONF" ] || fail "$lab: there is a cluster already"
  mkdir -p "$lab"/{munge,state,log,run}
  chmod 755 "$lab" "$lab/munge"
  write_configuration "$nodes" "${2:-1}"
  start_munge
  slurmctld -c
  for ((i = 1; i <= nodes; ++i)); do start_node "n$i"; done
  await_nodes "$nodes"
}

# stop PID_FILE [SIGNAL]
stop() {
  local process
  [ -s "$1" ] || return 0
  process=$(<"$1")
  kill "-${2:-TERM}" "$process" 2>/dev/null || return 0
  while kill -0 "$process" 2>/dev/null; do sleep 0.1; done
}

node() {
  case "$1" in
    up) start_node "$2" ;;
    down) stop "$lab/run/slurmd-$2.pid" KILL ;;
  esac
}

# Starts the controller again, with all that it knows, and the daemons of nodes that have ended.
revive() {
  local node process tries
  process=$(<"$lab/run/slurmctld.pid")
  kill -TERM "$process" 2>/dev/null || true  # it saves what it knows, unless it hangs
  for ((tries = 0; tries < 100; ++tries)); do
    kill -0 "$process" 2>/dev/null || break
    sleep 0.1
  done
  stop "$lab/run/slurmctld.pid" KILL
  slurmctld
  for node in "$lab"/spool-*; do
    node=${node##*/spool-}
    process=$(cat "$lab/run/slurmd-$node.pid" 2>/dev/null) || true
    { [ -n "$process" ] && kill -0 "$process" 2>/dev/null; } || start_node "$node"
  done
}

down() {
  local file
  scancel --user="$(id -un)" 2>/dev/null || true
  for file in "$lab"/run/slurmd-*.pid "$lab/run/slurmctld.pid" "$lab/run/munged.pid"; do
    stop "$file"
  done
}

case "$action" in
  up | down | node | revive) shift 2; "$action" "$@" ;;
  *) fail "up, node, revive or down?" ;;
esac
