import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { isatty } from 'node:tty'

/**
 * Goes on as another program with the same terminal, streams and folder; what it ends with is what this process ends
 * with. Where a process can't be replaced (Windows, Node before 22.15), it stays and waits.
 * @param {string} program absolute
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<void>} does not resolve before the program has ended
 */
export async function replaceProcess(program, args, env = process.env) {
  if (process.platform !== 'win32' && typeof process.execve === 'function') {
    const known = Object.entries(env).filter(([, value]) => value !== undefined)
    process.execve(program, [program, ...args], Object.fromEntries(known))
  }
  const child = spawn(program, [...args], { stdio: 'inherit', env, windowsHide: false })
  const end = passSignals(child)
  await new Promise((resolve) => {
    child.on('error', (fault) => {
      end()
      process.stderr.write(`${fault.message}\n`)
      process.exitCode = 1
      resolve(undefined)
    })
    child.on('exit', (code, signal) => {
      end()
      if (signal !== null) process.kill(process.pid, signal)
      process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
      resolve(undefined)
    })
  })
}

/**
 * A terminal sends its signals to both processes; others send them to this one alone.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} ends it
 */
function passSignals(child) {
  const hasTerminal = [0, 1, 2].some(isatty)
  /** @type {readonly NodeJS.Signals[]} */
  const byTerminal = ['SIGINT', 'SIGQUIT', 'SIGHUP']
  const listeners = /** @type {const} */ (['SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGTERM']).map((signal) => {
    const pass = () => {
      if (!hasTerminal || !byTerminal.includes(signal)) child.kill(signal)
    }
    process.on(signal, pass)
    return () => process.off(signal, pass)
  })
  return () => {
    for (const stop of listeners) stop()
  }
}
