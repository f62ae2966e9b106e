import { innerShellScript } from './shell-scripts.ts'

/** @param errors the file descriptor for messages to the process that started it */
const words = (errors: 4 | 5) => `
refuse() { echo "The command was not run, since it could not be confined ($1)." >&${errors}; exit 126; }
mine=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin
`

/**
 * Prepares a place, as root of a user namespace and in a mount namespace of its own (user_namespaces(7),
 * mount_namespaces(7)), and executes its last arguments. The first are: the mounts as lines of fstab(5), those that
 * every command repeats, the uid, a name that identifies the place, and how many hidden folders follow that
 * contain other mounts.
 *
 * 1. The whole tree, still writable, is moved to /dev and hidden; everything else becomes read-only, without
 *    devices. Then the writable folders are bound from the hidden tree, which is unmounted after that.
 * 2. What later commands rely on is in /dev/.prepared, which none of them can write.
 * 3. If the preparation fails, nothing is run.
 */
export const prepareScript = `
exec 5>&2 2>/dev/null
${words(5)}
mounts=$1 table=$2 uid=$3 name=$4 hiding=$5
shift 5

# The path that a table escapes.
plain() { point=$(printf '%b.' "$(printf %s "$1" | sed 's/\\\\/\\\\0/g')") && point=\${point%.}; }
# Mounts the lines of a table on its standard input, and makes the files that it names on the way.
table_mounts() {
  lines=
  while read -r what path rest; do
    if [ "$what" = file ]; then
      some_mounts && plain "$path" && mkdir -p "\${point%/*}" && { [ -e "$point" ] || : >"$point"; } || return
    else
      lines="$lines$what $path $rest$line"
    fi
  done
  some_mounts
}
some_mounts() {
  [ -n "$lines" ] || return 0
  printf %s "$lines" >/sys/.prepared/mounts && lines= && mount -n -c -a -T /sys/.prepared/mounts 2>&5
}

mount -n --rbind / /dev && mount -n -t tmpfs none /dev || refuse "putting aside"
mount -n -a -o remount,bind,ro,nosuid,nodev
while read -r id parent device root point options rest; do
  case $point in /dev | /dev/*) continue ;; esac
  case ,$options, in *,ro,*) continue ;; esac
  # Hidden under another, or not to be reached at all: then not by the command either.
  plain "$point"
  mountpoint -q "$point" || continue
  mount -n -i -o remount,bind,ro,nosuid,nodev none "$point" && continue
  # Of two mounts at the same place only the upper can be reached.
  case ,$(findmnt -n -o VFS-OPTIONS -T "$point" | tail -n 1), in *,ro,*) continue ;; esac
  refuse "$point"
done </proc/self/mountinfo
umount -n /dev || refuse "taking back"

mount -n -t tmpfs -o mode=755,size=1m none /sys || refuse devices
for each in null zero full random urandom tty ptmx; do : >/sys/$each; done
mkdir /sys/shm /sys/pts /sys/.prepared /sys/.prepared/empty || refuse devices
# What is seen in the place of files is the same for all, and so not to be written by any.
mount -n -t tmpfs -o mode=755,size=4k none /sys/.prepared/empty && : >/sys/.prepared/empty/file &&
  mount -n -o remount,ro none /sys/.prepared/empty || refuse devices
line='
'
# What the kernel lets its root write is kept from root of a namespace, who is the same to it.
if [ "$uid" = 0 ]; then
  for each in sys bus irq fs sysrq-trigger; do
    [ -e /proc/$each ] || continue
    if [ -d /proc/$each ]; then mkdir /sys/.prepared/$each; else : >/sys/.prepared/$each; fi
    mounts="$mounts/proc/$each /sys/.prepared/$each none rbind 0 0$line"
    table="$table/dev/.prepared/$each /proc/$each none rbind 0 0$line"
  done
fi
echo "$name" >/sys/.prepared/name && printf %s "$table" >/sys/.prepared/table || refuse devices
# The list of mounts lies where its own first line covers it.
printf %s "$mounts" >/sys/null
table_mounts </sys/null || refuse folders
rm -f /sys/.prepared/mounts || refuse devices
while [ "$hiding" -gt 0 ]; do
  mount -n -c -o remount,bind,ro,nosuid,nodev none "$1" || refuse "$1"
  hiding=$((hiding - 1))
  shift
done
cp -P /dev/dev/fd /dev/dev/stdin /dev/dev/stdout /dev/dev/stderr /sys
umount -n -l /dev && mount -n --move /sys /dev && mount -n -o remount,bind,ro,nosuid none /dev || refuse devices
PATH=$mine
exec "$@" 2>&5 5>&-
`

/**
 * Runs one command in such a place, as process 1 of a PID namespace and in a mount namespace that goes with it.
 * Arguments: the name of the place, \`net\` or \`no-net\`, uid, gid, where \`unshare\` is, the folder to start in, the
 * command.
 *
 * 1. All that the command starts ends with it, and nothing outside can be signaled or inspected.
 * 2. It runs in a nested user namespace, which owns none of the mounts: it can't change them, and
 *    in a namespace that it creates they are locked.
 * 3. It has its own shared memory, terminals and, without a network, loopback interface.
 */
export const commandScript = `
${words(4)}
place=$1 net=$2 uid=$3 gid=$4 unshare=$5 start=$6
shift 6
read -r name </dev/.prepared/name && [ "$name" = "$place" ] || refuse "another place"
if [ "$net" = no-net ]; then ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null || refuse "no loopback"; fi
mount -n -c -a -T /dev/.prepared/table 2>&4 || refuse "its own folders"
cd "$start" || refuse "$start"
set -- "$unshare" --user --map-user="$uid" --map-group="$gid" -- "$@"
PATH=$mine
${innerShellScript}
`
