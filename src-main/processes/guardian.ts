import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { commandMark } from './marks.ts'

type Guardian = ChildProcessByStdio<Writable, null, null>

let guardian: Guardian | null = null

/**
 * Ends a process with the app, however the app ends: killed, crashed, or by itself.
 *
 * 1. One small process stands by for all. It reads what it is told from a pipe, and that pipe ends with the app, which no
 *    signal and no crash can keep from happening. Then it ends the groups it was told of, and on Linux also what left them
 *    but carries their mark.
 * 2. It is in a session of its own and heeds no signal by which a terminal or a group is ended.
 * 3. Windows has no groups: there the system ends the command's own shell with the app (libuv puts it into a job object
 *    that does so), but not what that shell started.
 *
 * @param pid leads its own process group
 * @param mark what its environment carries (`markOf`)
 * @returns to be called once it has ended, before its number may be used again
 */
export function endsWithApp(pid: number, mark: string): () => void {
  if (process.platform === 'win32') return () => undefined
  tell(`hold ${pid} ${mark}\n`)
  return () => tell(`free ${pid}\n`)
}

function tell(line: string): void {
  guardian ??= start()
  guardian.stdin.write(line)
}

function start(): Guardian {
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' }
  const started = spawn('/bin/sh', ['-c', script, 'sh', commandMark], {
    cwd: '/',
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const gone = () => {
    if (guardian === started) guardian = null
  }
  started.on('error', gone)
  started.on('exit', gone)
  started.stdin.on('error', gone)
  // It stands by for as long as the app has something else to do.
  started.unref()
  if ('unref' in started.stdin && typeof started.stdin.unref === 'function') started.stdin.unref()
  return started
}

/** In the language of any POSIX shell. What it holds is a list of `group:mark`. */
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
      case $each in "$group":*) ;; *) rest="$rest$each " ;; esac
    done
    held=$rest
    ;;
  esac
done
for each in $held; do kill -KILL "-\${each%%:*}"; done
[ -e /proc/self/environ ] || exit 0
for round in 1 2; do
  for each in $held; do
    for file in $(grep -lasF "$name=\${each#*:}" /proc/[0-9]*/environ); do
      pid=\${file#/proc/}
      kill -KILL "\${pid%/environ}"
    done
  done
done
`
