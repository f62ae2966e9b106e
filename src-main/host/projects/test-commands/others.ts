import { z } from 'zod'
import { parsedJson } from '../../../../src-shared/base/json-with-comments.ts'
import {
  type Finder,
  firstOf,
  fromMarkers,
  fromText,
  isPlaceholder,
  type ProjectFiles,
  sectionOf,
  textIn,
} from './project-files.ts'

const fromRuby: Finder = (files) => {
  if (/\brspec\b/.test(textIn(files, 'Gemfile')) || files.has('.rspec'))
    return { command: 'bundle exec rspec', source: files.has('.rspec') ? '.rspec' : 'Gemfile' }
  if (files.has('bin/rails') && files.has('test')) return { command: 'bin/rails test', source: 'bin/rails' }
  if (/\bRSpec::Core::RakeTask\b/.test(textIn(files, 'Rakefile')))
    return { command: files.has('Gemfile') ? 'bundle exec rake spec' : 'rake spec', source: 'Rakefile' }
  const task = /\bTestTask\b|\btask[ (]+:?["']?test\b/.test(textIn(files, 'Rakefile'))
  return task ? { command: files.has('Gemfile') ? 'bundle exec rake test' : 'rake test', source: 'Rakefile' } : null
}

const composerShape = z.object({
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  'require-dev': z.record(z.string(), z.unknown()).optional().catch(undefined),
})

const fromPhp: Finder = (files, platform) => {
  const composer = composerShape.safeParse(parsedJson(textIn(files, 'composer.json'))).data
  const script = composer?.scripts?.['test']
  if (script !== undefined && (typeof script !== 'string' || !isPlaceholder(script)))
    return { command: 'composer test', source: 'composer.json' }
  if (files.has('artisan')) return { command: 'php artisan test', source: 'artisan' }
  const program = (name: string) => (platform === 'win32' ? `vendor\\bin\\${name}` : `vendor/bin/${name}`)
  if (composer?.['require-dev']?.['pestphp/pest'] !== undefined)
    return { command: program('pest'), source: 'composer.json' }
  const source = firstOf(files, ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'])
  if (source !== undefined) return { command: program('phpunit'), source }
  // Without a configuration it has to be told where the tests are.
  return composer?.['require-dev']?.['phpunit/phpunit'] !== undefined && files.has('tests')
    ? { command: `${program('phpunit')} tests`, source: 'composer.json' }
    : null
}

/** A script of the project that brings its build tool along, as the system calls it; else the installed one. */
const wrapped = (
  files: ProjectFiles,
  platform: NodeJS.Platform,
  name: string,
  own: string,
  windows: string,
): string => {
  if (!files.has(own) && !files.has(windows)) return name
  return platform === 'win32' ? windows : `./${own}`
}

const fromMaven: Finder = (files, platform) =>
  files.has('pom.xml')
    ? { command: `${wrapped(files, platform, 'mvn', 'mvnw', 'mvnw.cmd')} test`, source: 'pom.xml' }
    : null

/** A build of several projects may have only its settings at the top. */
const fromGradle: Finder = (files, platform) => {
  const source = firstOf(files, ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'])
  return source === undefined
    ? null
    : { command: `${wrapped(files, platform, 'gradle', 'gradlew', 'gradlew.bat')} test`, source }
}

/** A file that has the project's own name, such as a solution of .NET. */
const fromEndings =
  (endings: readonly string[], command: string): Finder =>
  (files) => {
    const names = [...files.keys()]
    const source = endings.flatMap((ending) => names.filter((name) => name.toLowerCase().endsWith(ending)))[0]
    return source === undefined ? null : { command, source }
  }
const dotnetEndings = ['.sln', '.slnx', '.slnf', '.csproj', '.fsproj', '.vbproj']
export const endingsOfProjects = [...dotnetEndings, '.cabal', '.nimble'] as const

/** A file that says what is used, if the tests' own folder is there. */
const withTests =
  (markers: readonly string[], tests: string, command: string): Finder =>
  (files) => {
    const source = firstOf(files, markers)
    return source === undefined || !files.has(tests) ? null : { command, source }
  }

const fromDart: Finder = (files) => {
  if (!files.has('pubspec.yaml')) return null
  const isFlutter = /^ +sdk: *flutter\b/m.test(textIn(files, 'pubspec.yaml'))
  return { command: isFlutter ? 'flutter test' : 'dart test', source: 'pubspec.yaml' }
}

/** Only a project that has tests; its build folder is made if it is missing. */
const fromCmake: Finder = (files) => {
  if (
    !/\b(?:enable_testing|include *\( *CTest|add_test|gtest_discover_tests|catch_discover_tests)\b/i.test(
      textIn(files, 'CMakeLists.txt'),
    )
  )
    return null
  const command = 'cmake -B build && cmake --build build && ctest --test-dir build --output-on-failure'
  return { command, source: 'CMakeLists.txt' }
}

/** A task of mise: a table, a key of one, or a script. */
const fromMise: Finder = (files) => {
  const source = ['mise.toml', '.mise.toml', 'mise/config.toml', '.config/mise.toml'].find((name) => {
    const text = textIn(files, name)
    return /^\[tasks\.(?:test|"test")\]/m.test(text) || /^test *=/m.test(sectionOf(text, 'tasks') ?? '')
  })
  const found = source ?? firstOf(files, ['mise-tasks/test', '.mise/tasks/test', '.mise-tasks/test'])
  return found === undefined ? null : { command: 'mise run test', source: found }
}

const fromPixi: Finder = (files) => {
  const tasks = sectionOf(textIn(files, 'pixi.toml'), 'tasks')
  return tasks !== null && /^test *=/m.test(tasks) ? { command: 'pixi run test', source: 'pixi.toml' } : null
}

/** Ecosystems with one usual command. `-v`: without it go reports no counts. */
export const ecosystems: readonly Finder[] = [
  fromMarkers(['Cargo.toml'], 'cargo test'),
  fromMarkers(['go.mod', 'go.work'], 'go test -v ./...'),
]

/** Those whose files stand beside others more often than alone. */
export const furtherEcosystems: readonly Finder[] = [
  fromMarkers(['mix.exs'], 'mix test'),
  fromRuby,
  fromPhp,
  fromMaven,
  fromGradle,
  fromEndings(dotnetEndings, 'dotnet test'),
  fromMarkers(['build.sbt'], 'sbt test'),
  fromMarkers(['Package.swift'], 'swift test'),
  fromText(['build.zig'], /"test"/, 'zig build test'),
  fromDart,
  fromMarkers(['gleam.toml'], 'gleam test'),
  fromMarkers(['rebar.config'], 'rebar3 eunit'),
  fromMarkers(['dune-project'], 'dune test'),
  fromMarkers(['stack.yaml'], 'stack test'),
  fromMarkers(['cabal.project'], 'cabal test'),
  fromEndings(['.cabal'], 'cabal test'),
  fromEndings(['.nimble'], 'nimble test'),
  fromMarkers(['build.mill', 'build.sc'], 'mill __.test'),
  fromMarkers(['dub.json', 'dub.sdl'], 'dub test'),
  withTests(['elm.json'], 'tests', 'npx elm-test'),
  withTests(['DESCRIPTION'], 'tests/testthat', "Rscript -e 'devtools::test()'"),
  withTests(['Makefile.PL', 'Build.PL', 'cpanfile', 'dist.ini'], 't', 'prove -lr t'),
  fromText(['deps.edn'], /:test\s*\{[^}]*:exec-fn/, 'clojure -X:test'),
  fromText(['deps.edn'], /:test\s*\{/, 'clojure -M:test'),
  fromMarkers(['project.clj'], 'lein test'),
  fromMarkers(['shard.yml'], 'crystal spec'),
  fromMarkers(['foundry.toml'], 'forge test'),
  fromMarkers(['.busted'], 'busted'),
  fromMarkers(['test/runtests.jl'], "julia --project -e 'using Pkg; Pkg.test()'"),
  fromMarkers(['pants.toml'], 'pants test ::'),
  fromMarkers(['.buckconfig'], 'buck2 test //...'),
  fromMarkers(['.moon/workspace.yml'], 'moon run :test'),
  fromMarkers(['MODULE.bazel', 'WORKSPACE.bazel', 'WORKSPACE'], 'bazel test //...'),
  fromCmake,
  fromText(['meson.build'], /^\s*test *\(/m, 'meson setup build && meson test -C build'),
]

/** What runs any command under a name, and may do more than test. */
export const taskRunners: readonly Finder[] = [
  fromText(['justfile', 'Justfile', '.justfile'], /^@?test(?: [^:=\n]*)?:(?!=)/m, 'just test'),
  fromMise,
  fromText(
    ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'Taskfile.dist.yml'],
    /^ {2,8}["']?test["']?:/m,
    'task test',
  ),
  fromPixi,
  fromText(
    ['GNUmakefile', 'Makefile', 'makefile'],
    /^(?=[\w. -]*::?(?!=))(?:[\w.-]+ +)*test(?: +[\w.-]+)* *:/m,
    'make test',
  ),
  fromText(['GNUmakefile', 'Makefile', 'makefile'], /^check *::?(?!=)/m, 'make check'),
]
