import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { onReadOnlyMount } from '../host/read-only-mount.ts'

/** The app, served by `npm start -- --browser` in a child process. */
export interface AppServer {
  /** With the one-time token. */
  readonly url: string
  readonly process: ChildProcess
  /** Ends it with Ctrl-C's signal. */
  stop(): Promise<void>
}

/** @param dataFolder the value of `STRATAGEM_HOME` */
export async function startAppServer(dataFolder: string, ...words: string[]): Promise<AppServer> {
  return await served(dataFolder, appCommand(words))
}

/** The app on a data folder that it sees mounted read-only (`canMountReadOnly`). */
export async function startAppReadOnly(dataFolder: string): Promise<AppServer> {
  return await served(dataFolder, onReadOnlyMount(dataFolder, appCommand([])))
}

type Command = readonly [string, ...string[]]

const appCommand = (words: readonly string[]): Command => [process.execPath, 'src-main/start.js', '--browser', ...words]

async function served(dataFolder: string, [program, ...args]: Command): Promise<AppServer> {
  const root = path.resolve(import.meta.dirname, '../../..')
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, STRATAGEM_HOME: dataFolder, INIT_CWD: root },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    url: await addressOf(child),
    process: child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk)
    const url = /Stratagem is at (\S+)/.exec(output)?.[1]
    if (url !== undefined) {
      child.stdout?.resume()
      return url
    }
  }
  throw new Error(`the app did not say where it is:\n${output}`)
}
