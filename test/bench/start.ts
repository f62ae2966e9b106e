import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build, needsBuild } from '../../src-main/start-build.ts'
import type { Bench } from './bench.ts'

/** Maximum ratio of a whole run's time to that of the bare loop. */
const limit = 2
const warmUp = 2
const rounds = 10
const root = path.resolve(import.meta.dirname, '../..')

/**
 * Times whole programs from start to exit: a run of 20 calls from the built command line, the bare loop,
 * and the coding agent pi if `BENCH_PI` is the path of the file that starts it.
 */
export const startBench: Bench = {
  about: 'a whole run of 20 calls from the command line, beside a program with the bare loop alone',
  run: async () => {
    if (needsBuild(root) && !(await build(root))) return false
    const folder = await mkdtemp(path.join(tmpdir(), 'stratagem-bench-'))
    const server = fork(path.join(import.meta.dirname, 'model-server.ts'))
    try {
      const { port } = await new Promise<{ port: number }>((resolve) =>
        server.once('message', (message) => resolve(message as { port: number })),
      )
      return await measureIn(folder, `http://127.0.0.1:${port}/v1`)
    } finally {
      server.disconnect()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measureIn(folder: string, url: string): Promise<boolean> {
  const project = path.join(folder, 'project')
  await mkdir(path.join(project, 'src'), { recursive: true })
  for (let i = 0; i < 20; i++) await writeFile(path.join(project, 'src', `file-${i}.txt`), `file ${i}\n`.repeat(40))
  const programs = { ...ownPrograms(project, url), ...(await piProgram(folder, url)) }
  const took: { [name: string]: number[] } = {}
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [name, args] of Object.entries(programs)) {
      const ms = await timed(args, folder, project)
      if (round >= warmUp) took[name] = [...(took[name] ?? []), ms]
    }
  }
  return report(took)
}

const ownPrograms = (project: string, url: string) => ({
  'bare loop': [path.join(import.meta.dirname, 'bare-start.ts'), url, project],
  Stratagem: [
    path.join(root, 'src-main/shell-command/agent.js'),
    ...['run', '--project', project, '--base-url', url, '--model', 'bench'],
    ...['--strategy', 'tool-loop', '--approve', 'everything', 'Read 20 files.'],
  ],
})

async function piProgram(folder: string, url: string): Promise<{ readonly pi?: string[] }> {
  const program = process.env['BENCH_PI']
  if (program === undefined) return {}
  const home = path.join(folder, '.pi', 'agent')
  await mkdir(home, { recursive: true })
  const provider = { baseUrl: url, api: 'openai-completions', apiKey: 'none', models: [{ id: 'bench' }] }
  await writeFile(path.join(home, 'models.json'), JSON.stringify({ providers: { bench: provider } }))
  return { pi: [program, '--provider', 'bench', '--model', 'bench', '-p', 'Read 20 files.'] }
}

/** @returns ms from the start of a program to its exit @throws if the program fails */
async function timed(args: readonly string[], home: string, cwd: string): Promise<number> {
  const began = performance.now()
  const env = { ...process.env, HOME: home, STRATAGEM_HOME: path.join(home, 'data'), PI_OFFLINE: '1' }
  const child: ChildProcess = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
  return performance.now() - began
}

function report(took: { readonly [name: string]: readonly number[] }): boolean {
  const median = (name: string) => [...(took[name] ?? [])].sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  for (const name of Object.keys(took)) console.log(`  ${name.padEnd(9)}  ${median(name).toFixed(0)} ms`)
  const ratio = median('Stratagem') / median('bare loop')
  console.log(`  ratio of the medians: ${ratio.toFixed(2)} (at most ${limit})`)
  const sooner = took['pi'] === undefined || median('Stratagem') < median('pi')
  if (!sooner) console.log('  pi ends sooner')
  return ratio <= limit && sooner
}
