import { z } from 'zod'
import { parsedJson } from '../../../../src-shared/base/json-with-comments.ts'
import { type Finder, firstOf, isPlaceholder, type ProjectFiles, textIn } from './project-files.ts'

const packageShape = z.object({
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  packageManager: z.string().optional().catch(undefined),
})

const locks = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
] as const

function managerOf(files: ProjectFiles, named: string | undefined): 'npm' | 'pnpm' | 'yarn' | 'bun' {
  const lock = locks.find(([name]) => files.has(name))?.[1]
  return lock ?? (['pnpm', 'yarn', 'bun'] as const).find((name) => named?.startsWith(`${name}@`)) ?? 'npm'
}

/** Starts a program of the project's packages. */
const started = { npm: 'npx', pnpm: 'pnpm', yarn: 'yarn', bun: 'bunx' } as const

/** The script; else what runs those of all packages of a repository, or bun, whose tests need no script. */
export const fromPackage: Finder = (files) => {
  if (!files.has('package.json')) return null
  const parsed = packageShape.safeParse(parsedJson(textIn(files, 'package.json'))).data
  const manager = managerOf(files, parsed?.packageManager)
  const script = parsed?.scripts?.['test']
  if (typeof script === 'string' && script.trim() !== '' && !isPlaceholder(script)) {
    // `bun test` would run bun's own test runner instead of the script.
    return { command: manager === 'bun' ? 'bun run test' : `${manager} test`, source: 'package.json' }
  }
  const start = started[manager]
  if (files.has('nx.json')) return { command: `${start} nx run-many -t test`, source: 'nx.json' }
  if (/"(?:\/\/#)?test"\s*:/.test(textIn(files, 'turbo.json')))
    return { command: `${start} turbo run test`, source: 'turbo.json' }
  if (files.has('lerna.json')) return { command: `${start} lerna run test`, source: 'lerna.json' }
  if (files.has('pnpm-workspace.yaml')) return { command: 'pnpm -r test', source: 'pnpm-workspace.yaml' }
  const lock = firstOf(files, ['bun.lock', 'bun.lockb', 'bunfig.toml'])
  return manager === 'bun' || lock !== undefined ? { command: 'bun test', source: lock ?? 'package.json' } : null
}

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
