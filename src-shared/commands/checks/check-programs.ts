import { knownText } from '../posix/tree.ts'
import type { RunProgram } from '../reading.ts'

/** `tests`: it runs tests, and may print a report. `other`: it checks types, style or whether the project builds. */
export type CheckKind = 'tests' | 'other'

/** What follows a program that makes it a check: a subcommand or a target, or nothing in particular. */
interface CheckProgram {
  /** A whole word after the program; left out: the program alone. */
  readonly tests?: RegExp
  readonly other?: RegExp
  /** Options that take the next word as their value. */
  readonly valued?: string
  /** Words between the program and the one that says it, such as `run`. */
  readonly after?: RegExp
  /** Any of its words may say it: `make clean test`. */
  readonly any?: true
}

const scripts: CheckProgram = {
  tests:
    /^(t|tst|test|tests|spec|e2e|unit|integration|jest|vitest|mocha|(unit|integration|e2e|test)([:_-][\w:.-]+)|[\w:.-]+[:_-](tests?|spec|e2e))$/,
  other: /^((lint|check|build|typecheck|type-check|types|tsc|format:check|verify)([:_-][\w:.-]+)?)$/,
  valued: '--prefix -w --workspace -C --dir --cwd --filter -F --loglevel workspace',
  after: /^(run|run-script|rum|urn|exec|x|dlx|workspaces|foreach)$/,
}
const targets: CheckProgram = {
  tests: /^(tests?|spec|e2e|unit|check-tests)([:_-][\w:.-]+)?$/,
  other: /^(check|lint|build|verify|typecheck|all|ci)([:_-][\w:.-]+)?$/,
  valued: '-C -f -j --directory --file --jobs -d --justfile',
  any: true,
}
const jvm: CheckProgram = {
  tests: /^:?([\w-]+:)*(test|check|verify|integrationTest|connectedCheck)$/,
  other: /^:?([\w-]+:)*(build|assemble|compile|package)$/,
  valued: '-f -p -pl --projects --file --project-dir',
  any: true,
}
const alone: CheckProgram = {}

/** Every program that judges a project. What is a check command is said here and nowhere else. */
const testPrograms: { readonly [name: string]: CheckProgram | undefined } = {
  npm: scripts,
  pnpm: scripts,
  yarn: scripts,
  bun: scripts,
  node: {
    tests: /^--test$/,
    valued: '--import -r --require --loader --experimental-loader --test-reporter --env-file --conditions -C',
  },
  deno: { tests: /^test([:_-].*)?$/, other: /^(check|lint)$/, after: /^task$/ },
  cargo: {
    tests: /^(test|t|nextest|ntest)$/,
    other: /^(check|c|build|b|clippy)$/,
    valued: '--manifest-path -C --config',
  },
  go: { tests: /^test$/, other: /^(vet|build)$/, valued: '-C' },
  // By GNU's convention, `check` runs the tests.
  make: { ...targets, tests: /^(tests?|check|spec|e2e|unit|check-tests)([:_-][\w:.-]+)?$/ },
  gmake: { ...targets, tests: /^(tests?|check|spec|e2e|unit|check-tests)([:_-][\w:.-]+)?$/ },
  just: targets,
  task: targets,
  rake: targets,
  ninja: targets,
  meson: { tests: /^test$/ },
  dotnet: { tests: /^test$/, other: /^build$/ },
  mvn: jvm,
  mvnw: jvm,
  gradle: jvm,
  gradlew: jvm,
  swift: { tests: /^test$/, other: /^build$/ },
  zig: { tests: /^test$/, other: /^build$/, any: true },
  gleam: { tests: /^test$/, other: /^build$/ },
  dune: { tests: /^(test|runtest)$/, other: /^build$/ },
  mise: targets,
  pixi: targets,
  rebar3: { tests: /^(eunit|ct)$/, other: /^(compile|dialyzer)$/ },
  mix: { tests: /^test$/, other: /^(compile|credo|dialyzer)$/ },
  sbt: { tests: /^(test|testOnly)$/, other: /^compile$/ },
  composer: { ...scripts, tests: /^tests?$/ },
  artisan: { tests: /^test$/ },
  rails: { tests: /^test(:.*)?$/ },
  flutter: { tests: /^test$/, other: /^analyze$/ },
  dart: { tests: /^test$/, other: /^analyze$/ },
  bazel: { tests: /^test$/, other: /^build$/ },
  bazelisk: { tests: /^test$/, other: /^build$/ },
  nx: {
    tests: /^([\w-]+:)?(test|e2e)$/,
    other: /^([\w-]+:)?(lint|build)$/,
    any: true,
  },
  turbo: { tests: /^test$/, other: /^(lint|build)$/, after: /^run$/ },
  lein: { tests: /^test$/ },
  stack: { tests: /^test$/, other: /^build$/ },
  cabal: { tests: /^test$/, other: /^build$/ },
  forge: { tests: /^test$/, other: /^build$/ },
  hardhat: { tests: /^test$/ },
  nimble: { tests: /^test$/, other: /^build$/ },
  dub: { tests: /^test$/, other: /^build$/ },
  mill: { tests: /\btest$/, other: /\bcompile$/ },
  pants: { tests: /^test$/, other: /^(check|lint)$/, any: true },
  buck2: { tests: /^test$/, other: /^build$/ },
  moon: { tests: /^[\w-]*:test$/, other: /^[\w-]*:(build|lint)$/, after: /^run$/ },
  clojure: { tests: /^-[XM](:[\w-]+)*:test\b/ },
  clj: { tests: /^-[XM](:[\w-]+)*:test\b/ },
  rscript: { tests: /^(devtools|testthat)::test/ },
  crystal: { tests: /^spec$/ },
  hatch: { tests: /^(([\w.-]+:)?(tests?|pytest|unit)|tests?:[\w.-]+)$/, after: /^run$/ },
  playwright: { tests: /^test$/ },
  cypress: { tests: /^run$/ },
  'pre-commit': { other: /^run$/ },
  ng: { tests: /^(test|e2e)$/, other: /^(lint|build)$/ },
  ...Object.fromEntries(
    `pytest py.test jest vitest mocha ava tap tape jasmine karma uvu phpunit pest paratest rspec ctest busted bats nose2
    nosetests tox nox prove minitest unittest trial ginkgo gotestsum elm-test testcafe wdio web-test-runner wtr`
      .split(/\s+/)
      .map((name) => [name, alone]),
  ),
}
const otherPrograms = new Set(
  'tsc vue-tsc eslint oxlint mypy pyright flake8 pylint rubocop golangci-lint shellcheck stylelint staticcheck'.split(
    ' ',
  ),
)

/** Programs that start one of the others by its name: `npx vitest`, `python -m pytest`. */
const starters = /^(npx|pnpx|bunx|c8|nyc|python[\d.]*|py|php|coverage|corepack|pnpm|yarn|npm|bun)$/

/** Only says something about itself, or lists tests. */
const asks =
  /^(--version|-version|--help|-h|--collect-only|--co|--listTests|--list|--list-tests|--dry-run|--showConfig)$/

/** Run a file, which may be one of tests. */
const interpreters =
  /^(node|tsx|ts-node|python[\d.]*|py|ruby|perl|php|bash|sh|zsh|dash|lua|deno|bun|julia|rscript|elixir)$/
const testFile =
  /^(?!.*\.(json|txt|md)$)([\w.@+-]*\/)*((run[-_]?)?tests?(\.\w+)?|tests?[-_][\w.-]+|[\w.-]+[-_.](test|tests|spec)\.\w+)$|^(\.\/)?tests?\/[\w./@+-]+$/i

/** Whether a program judges the project, with these words after it; null: it doesn't. */
export function checkKind({ name, words }: Pick<RunProgram, 'name' | 'words'>): CheckKind | null {
  const [first, ...args] = words.map((word) => knownText(word) ?? '')
  if (name === null || first === undefined || args.some((arg) => asks.test(arg))) return null
  // `./test`, not the shell's own `test`.
  if (/[/\\]/.test(first) && testFile.test(name)) return 'tests'
  return kindOf(name, args, 0)
}

function kindOf(name: string, args: readonly string[], depth: number): CheckKind | null {
  if (otherPrograms.has(name)) return 'other'
  if (name === 'biome' || name === 'ruff') return /^(check|ci|lint)$/.test(args[0] ?? '') ? 'other' : null
  if (name === 'prettier') return args.some((arg) => /^(--check|-c|-l|--list-different)$/.test(arg)) ? 'other' : null
  const program = Object.hasOwn(testPrograms, name) ? testPrograms[name] : undefined
  const own = program === undefined ? null : wordKind(program, args)
  if (own !== null) return own
  const started = depth < 3 && starters.test(name) ? startedKind(name, args, depth) : null
  return (
    started ??
    (interpreters.test(name) && testFile.test(args.find((arg) => !arg.startsWith('-')) ?? '') ? 'tests' : null)
  )
}

function wordKind({ tests, other, valued = '', after, any }: CheckProgram, args: readonly string[]): CheckKind | null {
  if (tests === undefined && other === undefined) return 'tests'
  const takes = valued.split(' ')
  let found: CheckKind | null = null
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (tests?.test(arg) === true) return 'tests'
    if (other?.test(arg) === true) found = 'other'
    else if (takes.includes(arg)) at += 1
    else if (!/^[-+]/.test(arg) && after?.test(arg) !== true && any !== true) return found
    if (found !== null && any !== true) return found
  }
  return found
}

const startValued = /^(-p|--package|-c|-W|-X|-d|--prefix|-w|--workspace|-C|--filter)$/

/** The program that another one starts. */
function startedKind(name: string, args: readonly string[], depth: number): CheckKind | null {
  const rest = [...args]
  if (/^(pnpm|yarn|npm|bun)$/.test(name) && /^(exec|x|dlx|run)$/.test(rest[0] ?? '')) rest.shift()
  if (name === 'coverage' && rest[0] === 'run') rest.shift()
  while (/^-/.test(rest[0] ?? '') && rest[0] !== '-m') if (startValued.test(rest.shift() ?? '')) rest.shift()
  const [first = '', second = '', ...more] = rest
  if (/^(py|coverage)/.test(name)) {
    if (first === '-m') return second === '' ? null : kindOf(second.split('.', 1)[0] ?? '', more, depth + 1)
    return /(^|\/)manage\.py$/.test(first) && second === 'test' ? 'tests' : null
  }
  const base = first.slice(first.lastIndexOf('/') + 1).replace(/@[\w.-]+$/, '')
  return base === '' || base === name ? null : kindOf(base, rest.slice(1), depth + 1)
}
