import { z } from 'zod'
import type { TestCommand } from '../../../src-shared/comparison/test-command.ts'

/** The files that determine a project's test command. A null value: the file exists, and its content doesn't matter. */
export type ProjectFiles = ReadonlyMap<string, string | null>

/** Files that are read, and files whose presence is enough. */
export const readNames = [
  'package.json',
  'Makefile',
  'makefile',
  'pyproject.toml',
  'composer.json',
  'deno.json',
  'tox.ini',
  'setup.cfg',
  'Gemfile',
] as const
export const markerNames = [
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'Cargo.toml',
  'go.mod',
  'pytest.ini',
  'conftest.py',
  'uv.lock',
  'poetry.lock',
  'mix.exs',
  'pom.xml',
  'mvnw',
  'build.gradle',
  'build.gradle.kts',
  'gradlew',
  '.rspec',
] as const

/**
 * The command that runs a project's tests, from the files in its top folder, with the file that says so. Nothing is
 * run: it is proposed, and the user starts it. Null if none is found.
 */
export function testCommandOf(files: ProjectFiles, platform: NodeJS.Platform): TestCommand | null {
  for (const find of finders) {
    const found = find(files, platform)
    if (found !== null) return found
  }
  return null
}

type Finder = (files: ProjectFiles, platform: NodeJS.Platform) => TestCommand | null

const packageShape = z.object({
  scripts: z.object({ test: z.string().optional() }).optional(),
  packageManager: z.string().optional(),
})
/** What `npm init` writes for a project without tests. */
const noTests = /no test specified/

const fromPackage: Finder = (files) => {
  const parsed = packageShape.safeParse(parsedJson(files.get('package.json') ?? '')).data
  const script = parsed?.scripts?.test ?? ''
  if (script.trim() === '' || noTests.test(script)) return null
  const locks = [
    ['pnpm-lock.yaml', 'pnpm'],
    ['yarn.lock', 'yarn'],
    ['bun.lock', 'bun'],
    ['bun.lockb', 'bun'],
  ] as const
  const lock = locks.find(([name]) => files.has(name))?.[1]
  const named = /^(pnpm|yarn|bun)@/.exec(parsed?.packageManager ?? '')?.[1]
  const manager = lock ?? named ?? 'npm'
  // `bun test` would run bun's own test runner instead of the script.
  return { command: manager === 'bun' ? 'bun run test' : `${manager} test`, source: 'package.json' }
}

const denoShape = z.object({ tasks: z.object({ test: z.unknown() }) })
const fromDeno: Finder = (files) =>
  denoShape.safeParse(parsedJson(files.get('deno.json') ?? '')).success
    ? { command: 'deno task test', source: 'deno.json' }
    : null

const fromMarker =
  (marker: string, command: string): Finder =>
  (files) =>
    files.has(marker) ? { command, source: marker } : null

const fromPython: Finder = (files) => {
  const source =
    ['pytest.ini', 'conftest.py'].find((name) => files.has(name)) ??
    ['pyproject.toml', 'tox.ini', 'setup.cfg'].find((name) => /\bpytest\b/.test(files.get(name) ?? ''))
  if (source === undefined) return null
  const runner = files.has('uv.lock') ? 'uv run ' : files.has('poetry.lock') ? 'poetry run ' : ''
  return { command: `${runner}pytest`, source }
}

const fromRuby: Finder = (files) => {
  if (!/\brspec\b/.test(files.get('Gemfile') ?? '') && !files.has('.rspec')) return null
  return { command: 'bundle exec rspec', source: files.has('.rspec') ? '.rspec' : 'Gemfile' }
}

const composerShape = z.object({ scripts: z.object({ test: z.unknown() }) })
const fromComposer: Finder = (files) =>
  composerShape.safeParse(parsedJson(files.get('composer.json') ?? '')).success
    ? { command: 'composer test', source: 'composer.json' }
    : null

const fromMaven: Finder = (files, platform) => {
  if (!files.has('pom.xml')) return null
  const wrapper = platform === 'win32' ? 'mvnw.cmd' : './mvnw'
  return { command: `${files.has('mvnw') ? wrapper : 'mvn'} test`, source: 'pom.xml' }
}

const fromGradle: Finder = (files, platform) => {
  const source = ['build.gradle', 'build.gradle.kts'].find((name) => files.has(name))
  if (source === undefined) return null
  const wrapper = platform === 'win32' ? 'gradlew.bat' : './gradlew'
  return { command: `${files.has('gradlew') ? wrapper : 'gradle'} test`, source }
}

const fromMakefile: Finder = (files) => {
  const source = ['Makefile', 'makefile'].find((name) =>
    /^(?:[\w.-]+ +)*test(?: +[\w.-]+)* *::?(?!=)/m.test(files.get(name) ?? ''),
  )
  return source === undefined ? null : { command: 'make test', source }
}

/**
 * The ecosystem's own file comes before a makefile, which may do more than test. `-v`: without it go reports no counts.
 */
const finders: readonly Finder[] = [
  fromPackage,
  fromDeno,
  fromMarker('Cargo.toml', 'cargo test'),
  fromMarker('go.mod', 'go test -v ./...'),
  fromPython,
  fromMarker('mix.exs', 'mix test'),
  fromRuby,
  fromComposer,
  fromMaven,
  fromGradle,
  fromMakefile,
]

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
