/**
 * A confined command ends by the same signal as without a sandbox: a shell shows SIGKILL, unlike exit 137, only by the
 * line it prints. Two shells are needed, since the one in the PID namespace may be its process 1, which signals don't end.
 *
 * The outer one: runs its arguments with the outputs as 3 and 4, and ends by the signal whose number they print, if
 * any.
 */
export const outerShellScript = `
exec 3>&1 4>&2 2>/dev/null
signal=$("$@" 2>&4)
code=$?
if [ -n "$signal" ]; then
  trap - TERM
  ulimit -c 0
  kill -"$signal" $$ 2>/dev/null
fi
exit $code
`

/**
 * The inner one: runs its arguments, and prints the number of the signal that ended them. With it ends the PID namespace,
 * and all in it at once: after SIGTERM it waits for those that clean up, such as git its lock, for a quarter of a second.
 */
export const innerShellScript = `
exec 2>/dev/null
ended=
trap 'ended=1' TERM
said=$({
  (exec "$@" >&3 2>&4 3>&- 4>&-)
  exit $?
} 2>&1)
code=$?
if [ -n "$said" ] && [ $code -gt 128 ]; then echo $((code - 128)); fi
others() {
  for each in /proc/[0-9]*; do
    case \${each#/proc/} in 1 | $$) ;; *) return 0 ;; esac
  done
  return 1
}
looks=0
while [ -n "$ended" ] && [ $looks -lt 25 ] && others; do
  sleep 0.01
  looks=$((looks + 1))
done
exit $code
`
