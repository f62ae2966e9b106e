/**
 * What prepares a confined command, as root of a user namespace and in a mount namespace of its own (user_namespaces(7),
 * mount_namespaces(7)). Arguments: the mounts as lines of fstab(5), `net` or `no-net`, uid, gid, the folder to start in,
 * then the command.
 *
 * 1. The whole tree, still writable, is put aside under /dev and hidden; everything else becomes read-only, without
 *    devices. Then the writable folders are bound from what was put aside, and that is let go of.
 * 2. The command runs in a user namespace below this one, which owns none of the mounts: it can't change them, and
 *    in a namespace of its own making they are locked.
 * 3. It runs in a PID namespace: all that it starts ends with it, and nothing outside can be signalled or looked into.
 * 4. What can't be prepared is not run.
 * 5. It ends as the command does, by the same signal: a shell tells 137 from SIGKILL only by the line it prints.
 */
export const namespacesScript = `
mine=$PATH
PATH=/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin
trap : TERM
exec 3>&1 4>&2 2>/dev/null
refuse() { echo "The command was not run, since it could not be confined ($1)." >&4; exit 126; }
mounts=$1 net=$2 uid=$3 gid=$4 start=$5
shift 5

if [ "$net" = no-net ]; then ip link set lo up || ifconfig lo up || refuse "no loopback"; fi
mount -n --rbind / /dev && mount -n -t tmpfs none /dev || refuse "putting aside"
mount -n -a -o remount,bind,ro,nosuid,nodev
while read -r id parent device root point options rest; do
  case $point in /dev | /dev/*) continue ;; esac
  case ,$options, in *,ro,*) continue ;; esac
  # Hidden under another, or not to be reached at all: then not by the command either.
  point=$(printf '%b.' "$(printf %s "$point" | sed 's/\\\\/\\\\0/g')") && point=\${point%.}
  mountpoint -q "$point" || continue
  mount -n -i -o remount,bind,ro,nosuid,nodev none "$point" && continue
  # Of two mounts at the same place only the upper can be reached.
  case ,$(findmnt -n -o VFS-OPTIONS -T "$point" | tail -n 1), in *,ro,*) continue ;; esac
  refuse "$point"
done </proc/self/mountinfo
umount -n /dev || refuse "taking back"

mount -n -t tmpfs -o mode=755,size=1m none /sys || refuse devices
for name in null zero full random urandom tty ptmx; do : >/sys/$name; done
# The list of mounts lies where its own first line covers it.
printf %s "$mounts" >/sys/null
mount -n -c -a -T /sys/null 2>&4 || refuse folders
cp -P /dev/dev/fd /dev/dev/stdin /dev/dev/stdout /dev/dev/stderr /sys
umount -n -l /dev && mount -n --move /sys /dev || refuse devices
cd "$start" || refuse "$start"

signal=$(unshare --pid --fork --kill-child -- /bin/sh -c '
  refuse() { echo "The command was not run, since it could not be confined ($1)." >&4; exit 126; }
  mine=$1 uid=$2 gid=$3
  shift 3
  # What the kernel lets its root write is kept from root of a namespace, who is the same to it.
  if [ "$uid" = 0 ]; then
    mount -n -t proc none /dev/shm || refuse proc
    for name in sys bus irq fs sysrq-trigger; do
      [ ! -e /proc/$name ] || mount -n --rbind /proc/$name /dev/shm/$name || refuse proc
    done
    mount -n --move /dev/shm /proc || refuse proc
  else
    mount -n -t proc none /proc || refuse proc
  fi
  enter=$(command -v unshare)
  said=$({
    (PATH=$mine exec "$enter" --user --map-user="$uid" --map-group="$gid" -- "$@" >&3 2>&4 3>&- 4>&-)
    exit $?
  } 2>&1)
  code=$?
  if [ -n "$said" ] && [ $code -gt 128 ]; then echo $((code - 128)); fi
  exit $code
' sh "$mine" "$uid" "$gid" "$@")
code=$?
if [ -n "$signal" ]; then
  trap - TERM
  ulimit -c 0
  kill -"$signal" $$
fi
exit $code
`
