import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')

/** Executes a run in a project with the command line, before a window opens the data folder. */
export async function seedRun(home: string, project: string, modelUrl: string, message: string): Promise<void> {
  await agent(home, [
    'run',
    '--project',
    project,
    '--base-url',
    modelUrl,
    '--model',
    'scripted',
    '--strategy',
    'tool-loop',
    '--approve',
    'everything',
    message,
  ])
}

/** Runs the command line. @returns its output */
export async function agent(home: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['src-main/shell-command/agent.js', ...args], {
    cwd: root,
    env: { ...process.env, STRATAGEM_HOME: home, INIT_CWD: root },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`agent ${args.join(' ')} ended with ${code}`)
  return out
}
