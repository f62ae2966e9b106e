import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { commandMark } from './marks.ts'
import { safeEnvironment } from './safe-environment.ts'

type Guardian = ChildProcessByStdio<Writable, null, null>

let guardian: Guardian | null = null
/** What it has to end, by mark: the leader of the group, 0 while it is not known. */
const held = new Map<string, number>()

/**
 * Ends a process with the app, however the app ends: killed, crashed, or normally.
 *
 * 1. One small process serves all. It reads commands from a pipe, and that pipe closes when the app ends, which no
 *    signal and no crash can prevent. Then it ends the registered groups, and on Linux also processes that left them
 *    but carry their mark.
 * 2. It is in its own session and ignores the signals by which a terminal or a group is ended.
 * 3. If it is ended itself, another one takes over.
 * 4. Windows has no process groups: the system ends the command's own shell with the app (libuv puts it into a job
 *    object that does so), but not what that shell started.
 *
 * @param mark what the environment of the process will contain (`markOf`); call this before it is started, or it could
 *  outlive an app that is killed at that very moment
 */
export function guardProcess(mark: string): GuardedProcess {
  if (process.platform === 'win32') return { led: () => undefined, over: () => undefined }
  hold(mark, 0)
  return {
    led: (pid) => {
      if (pid !== undefined) hold(mark, pid)
    },
    over: () => {
      held.delete(mark)
      guardian?.stdin.write(`free 0 ${mark}\n`)
    },
  }
}

export interface GuardedProcess {
  /** The leader of its process group; undefined: it could not be started. */
  led(pid: number | undefined): void
  /** It has ended; call this before its process id can be reused. */
  over(): void
}

function hold(mark: string, pid: number): void {
  held.set(mark, pid)
  if (guardian === null) start()
  else guardian.stdin.write(lineOf(mark, pid))
}

const lineOf = (mark: string, pid: number) => `hold ${pid} ${mark}\n`

function start(): void {
  const env = safeEnvironment({ PATH: process.env['PATH'], LC_ALL: 'C' })
  const started = spawn('/bin/sh', ['-c', script, 'sh', commandMark], {
    cwd: '/',
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guardian = started
  const gone = () => {
    if (guardian !== started) return
    guardian = null
    // Not at once, if it can't be started at all.
    if (held.size > 0) setTimeout(() => guardian === null && held.size > 0 && start(), again).unref()
  }
  started.on('error', gone)
  started.on('exit', gone)
  started.stdin.on('error', gone)
  for (const [mark, pid] of held) started.stdin.write(lineOf(mark, pid))
  // It doesn't keep the app alive.
  started.unref()
  if ('unref' in started.stdin && typeof started.stdin.unref === 'function') started.stdin.unref()
}

/** ms after which a guardian that has ended is followed by another one. */
const again = 100

/** A POSIX shell script. It keeps a list of `group:mark`; 0 is a group not known yet. */
const script = `
trap '' HUP INT QUIT TERM
name=$1
held=' '
while read -r verb group mark; do
  case $verb in
  hold) held="$held$group:$mark " ;;
  free)
    rest=' '
    for each in $held; do
      case $each in *":$mark") ;; *) rest="$rest$each " ;; esac
    done
    held=$rest
    ;;
  esac
done
# Git removes its locks when it is asked to end.
if [ -e /proc/self/environ ]; then
  set --
  for each in $held; do set -- "$@" -e "$name=\${each#*:}"; done
  [ $# -eq 0 ] || for file in $(grep -lasF "$@" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    pid=\${pid%/environ}
    case $(cat "/proc/$pid/comm") in git*) kill -TERM "$pid" && paused=0.1 ;; esac
  done
else
  for each in $held; do
    case $each in 0:*) ;; *) kill -TERM "-\${each%%:*}" && paused=0.1 ;; esac
  done
fi
sleep "\${paused:-0}"
for each in $held; do
  case $each in 0:*) ;; *) kill -KILL "-\${each%%:*}" ;; esac
done
[ -e /proc/self/environ ] || exit 0
set --
for each in $held; do set -- "$@" -e "$name=\${each#*:}"; done
[ $# -gt 0 ] || exit 0
# Again, since one may fork while the other is ended, and another was only about to start.
for pause in 0 0.1 0.4 1 2; do
  sleep $pause
  for file in $(grep -lasF "$@" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill -KILL "\${pid%/environ}"
  done
done
`
