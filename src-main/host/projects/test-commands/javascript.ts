import { z } from 'zod'
import { parsedJson } from '../../../../src-shared/base/json-with-comments.ts'
import { type Finder, firstOf, isPlaceholder, type ProjectFiles, textIn } from './project-files.ts'

const packageShape = z.object({
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  dependencies: z.record(z.string(), z.unknown()).optional().catch(undefined),
  devDependencies: z.record(z.string(), z.unknown()).optional().catch(undefined),
  packageManager: z.string().optional().catch(undefined),
})

const locks = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
] as const

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

function managerOf(files: ProjectFiles, named: string | undefined): Manager {
  const lock = locks.find(([name]) => files.has(name))?.[1]
  return lock ?? (['pnpm', 'yarn', 'bun'] as const).find((name) => named?.startsWith(`${name}@`)) ?? 'npm'
}

const isTest = (script: unknown): boolean =>
  typeof script === 'string' && script.trim() !== '' && !isPlaceholder(script)

/** The command for the script. One that watches files would never end: it is told not to, or its runner is called alone. */
function endingCommand(script: string, manager: Manager): string {
  // `bun test` would run bun's own test runner instead of the script.
  const command = manager === 'bun' ? 'bun run test' : `${manager} test`
  const telling = (word: string) => `${command} ${manager === 'npm' ? '-- ' : ''}${word}`
  if (/\bCI=|--watch(?:-?all)?=false|--no-watch\b|--run\b/i.test(script)) return command
  if (/\b(?:react-scripts|react-app-rewired|craco) test\b/.test(script)) return telling('--watchAll=false')
  if (/\bng test\b/.test(script)) return telling('--watch=false')
  const watched = /\b(vitest|jest|mocha|ava)\b[^&|;]* (?:--watch(?:All)?|-w|watch|dev)(?=[\s&|;]|$)/.exec(script)?.[1]
  const runner = runners.find(([name]) => name === watched)
  return runner === undefined ? command : `${started[manager]} ${runner[1]}`
}

/** Starts a program of the project's packages. */
const started = { npm: 'npx', pnpm: 'pnpm', yarn: 'yarn', bun: 'bunx' } as const

/** The script; else what runs those of all packages of a repository, or bun, whose tests need no script. */
export const fromPackage: Finder = (files) => {
  if (!files.has('package.json')) return null
  const parsed = packageShape.safeParse(parsedJson(textIn(files, 'package.json'))).data
  const manager = managerOf(files, parsed?.packageManager)
  const script = parsed?.scripts?.['test']
  if (isTest(script)) {
    return { command: endingCommand(String(script), manager), source: 'package.json' }
  }
  const start = started[manager]
  if (files.has('nx.json')) return { command: `${start} nx run-many -t test`, source: 'nx.json' }
  if (/"(?:\/\/#)?test"\s*:/.test(textIn(files, 'turbo.json')))
    return { command: `${start} turbo run test`, source: 'turbo.json' }
  if (files.has('lerna.json')) return { command: `${start} lerna run test`, source: 'lerna.json' }
  if (files.has('pnpm-workspace.yaml')) return { command: 'pnpm -r test', source: 'pnpm-workspace.yaml' }
  const other = otherScripts.find((name) => isTest(parsed?.scripts?.[name]))
  if (other !== undefined) return { command: `${manager} run ${other}`, source: 'package.json' }
  const used = { ...parsed?.dependencies, ...parsed?.devDependencies }
  const runner = runners.find(([name]) => name in used)
  if (runner !== undefined) return { command: `${start} ${runner[1]}`, source: 'package.json' }
  const lock = firstOf(files, ['bun.lock', 'bun.lockb', 'bunfig.toml'])
  return manager === 'bun' || lock !== undefined ? { command: 'bun test', source: lock ?? 'package.json' } : null
}

/** Scripts that run tests if there is none called `test`. */
const otherScripts = ['test:unit', 'tests', 'unit', 'test:ci', 'test:all'] as const
/** Packages that run tests, with a command that ends. */
const runners = [
  ['vitest', 'vitest run'],
  ['jest', 'jest'],
  ['mocha', 'mocha'],
  ['ava', 'ava'],
  ['hardhat', 'hardhat test'],
] as const

const denoShape = z.object({ tasks: z.record(z.string(), z.unknown()).optional() })

/** The task; else `deno test`, which needs none. */
export const fromDeno: Finder = (files) => {
  const source = firstOf(files, ['deno.json', 'deno.jsonc'])
  if (source === undefined) return null
  const parsed = denoShape.safeParse(parsedJson(textIn(files, source)))
  if (!parsed.success) return null
  const task = parsed.data.tasks?.['test']
  const hasTask = task !== undefined && (typeof task !== 'string' || !isPlaceholder(task))
  return { command: hasTask ? 'deno task test' : 'deno test', source }
}
