import { describe, expect, test } from 'vitest'
import { testCommandOf } from '../../../src-main/host/projects/test-command.ts'
import type { ProjectFiles } from '../../../src-main/host/projects/test-commands/project-files.ts'
import { runsTests } from '../../../src-shared/commands/checks/check-verdict.ts'

const files = (contents: Readonly<Record<string, string>>): ProjectFiles => new Map(Object.entries(contents))
const found = (contents: Readonly<Record<string, string>>, platform: NodeJS.Platform = 'linux') => {
  const command = testCommandOf(files(contents), platform)
  return command === null ? null : `${command.command} (${command.source})`
}
const script = (test: string, more: object = {}) => JSON.stringify({ scripts: { test }, ...more })

const projects: readonly (readonly [string | null, Readonly<Record<string, string>>])[] = [
  ['npm test (package.json)', { 'package.json': script('node --test') }],
  ['npm test (package.json)', { 'package.json': script('node --test'), 'package-lock.json': '' }],
  ['pnpm test (package.json)', { 'package.json': script('vitest'), 'pnpm-lock.yaml': '' }],
  ['yarn test (package.json)', { 'package.json': script('jest'), 'yarn.lock': '' }],
  ['bun run test (package.json)', { 'package.json': script('bun test'), 'bun.lock': '' }],
  ['pnpm test (package.json)', { 'package.json': script('vitest', { packageManager: 'pnpm@10.0.0' }) }],
  [null, { 'package.json': script('echo "Error: no test specified" && exit 1') }],
  [null, { 'package.json': '{ broken' }],
  ['deno task test (deno.json)', { 'deno.json': '{"tasks":{"test":"deno test"}}' }],
  ['cargo test (Cargo.toml)', { 'Cargo.toml': '' }],
  ['go test -v ./... (go.mod)', { 'go.mod': '' }],
  ['pytest (pytest.ini)', { 'pytest.ini': '' }],
  ['pytest (pyproject.toml)', { 'pyproject.toml': '[tool.pytest.ini_options]' }],
  ['uv run pytest (pyproject.toml)', { 'pyproject.toml': 'dev = ["pytest>=8"]', 'uv.lock': '' }],
  ['poetry run pytest (conftest.py)', { 'conftest.py': '', 'poetry.lock': '' }],
  [null, { 'pyproject.toml': '[project]\nname = "shop"' }],
  ['bundle exec rspec (Gemfile)', { Gemfile: 'gem "rspec"' }],
  ['mix test (mix.exs)', { 'mix.exs': '' }],
  ['composer test (composer.json)', { 'composer.json': '{"scripts":{"test":"phpunit"}}' }],
  ['./mvnw test (pom.xml)', { 'pom.xml': '', mvnw: '' }],
  ['gradle test (build.gradle.kts)', { 'build.gradle.kts': '' }],
  ['npm test (package.json)', { 'package.json': `\ufeff${script('node --test')}` }],
  [null, { 'package.json': script('echo "nothing yet" && exit 0') }],
  [null, { 'package.json': script('jest || true') }],
  ['cargo test (Cargo.toml)', { 'package.json': script('echo none'), 'Cargo.toml': '' }],
  ['bun test (bun.lock)', { 'package.json': '{}', 'bun.lock': '' }],
  ['npx nx run-many -t test (nx.json)', { 'package.json': '{}', 'nx.json': '{}' }],
  [
    'pnpm turbo run test (turbo.json)',
    { 'package.json': '{}', 'turbo.json': '{"tasks":{"test":{}}}', 'pnpm-lock.yaml': '' },
  ],
  ['pnpm -r test (pnpm-workspace.yaml)', { 'package.json': '{}', 'pnpm-workspace.yaml': '' }],
  ['deno task test (deno.jsonc)', { 'deno.jsonc': '{\n // tasks\n "tasks": { "test": {"command": "deno test"} },\n}' }],
  ['deno test (deno.json)', { 'deno.json': '{}' }],
  ['go test -v ./... (go.work)', { 'go.work': '' }],
  ['uv run pytest (pyproject.toml)', { 'pyproject.toml': '[tool.uv]\ndev-dependencies = ["pytest"]' }],
  ['uv run pytest (pyproject.toml)', { 'pyproject.toml': '[dependency-groups]\ndev = ["pytest"]' }],
  ['poetry run pytest (pyproject.toml)', { 'pyproject.toml': '[tool.poetry.group.dev.dependencies]\npytest = "^8"' }],
  [
    'pdm run pytest (pyproject.toml)',
    { 'pyproject.toml': '[tool.pdm.dev-dependencies]\ntest = ["pytest"]', 'pdm.lock': '' },
  ],
  ['hatch test (pyproject.toml)', { 'pyproject.toml': '[tool.hatch.envs.hatch-test]\nparallel = true' }],
  [
    'hatch run test:run (pyproject.toml)',
    { 'pyproject.toml': '[tool.hatch.envs.test.scripts]\nrun = "pytest {args}"' },
  ],
  ['pipenv run pytest (Pipfile)', { Pipfile: '[dev-packages]\npytest = "*"' }],
  ['pytest (tests/conftest.py)', { 'tests/conftest.py': '' }],
  ['tox (tox.ini)', { 'tox.ini': '[testenv]\ncommands = python -m unittest' }],
  ['nox (noxfile.py)', { 'noxfile.py': '' }],
  ['python manage.py test (manage.py)', { 'manage.py': '' }],
  ['bin/rails test (bin/rails)', { 'bin/rails': '', test: '' }],
  ['bundle exec rake test (Rakefile)', { Rakefile: 'Rake::TestTask.new', Gemfile: '' }],
  ['php artisan test (artisan)', { artisan: '', 'composer.json': '{}' }],
  ['vendor/bin/pest (composer.json)', { 'composer.json': '{"require-dev":{"pestphp/pest":"^3"}}' }],
  ['vendor/bin/phpunit (phpunit.xml.dist)', { 'composer.json': '{}', 'phpunit.xml.dist': '' }],
  ['./gradlew test (settings.gradle.kts)', { 'settings.gradle.kts': '', gradlew: '' }],
  ['dotnet test (App.sln)', { 'App.sln': '' }],
  ['dotnet test (Lib.fsproj)', { 'Lib.fsproj': '' }],
  ['sbt test (build.sbt)', { 'build.sbt': '' }],
  ['swift test (Package.swift)', { 'Package.swift': '' }],
  ['zig build test (build.zig)', { 'build.zig': 'b.step("test", "Run tests")' }],
  ['flutter test (pubspec.yaml)', { 'pubspec.yaml': 'dependencies:\n  flutter:\n    sdk: flutter\n' }],
  ['dart test (pubspec.yaml)', { 'pubspec.yaml': 'name: a\n' }],
  ['bazel test //... (MODULE.bazel)', { 'MODULE.bazel': '' }],
  [
    'cmake -B build && cmake --build build && ctest --test-dir build --output-on-failure (CMakeLists.txt)',
    { 'CMakeLists.txt': 'enable_testing()' },
  ],
  [null, { 'CMakeLists.txt': 'project(x)' }],
  ['just test (justfile)', { justfile: 'build:\n  cc\ntest *args: build\n  ./a\n' }],
  [null, { justfile: 'test := "yes"\n' }],
  ['mise run test (mise.toml)', { 'mise.toml': '[tasks]\nlint = "x"\ntest = "npm test"\n' }],
  ['mise run test (.mise.toml)', { '.mise.toml': '[tasks.test]\nrun = "x"\n' }],
  ['task test (Taskfile.yml)', { 'Taskfile.yml': 'version: 3\ntasks:\n  test:\n    cmd: x\n' }],
  ['gleam test (gleam.toml)', { 'gleam.toml': '' }],
  ['dune test (dune-project)', { 'dune-project': '' }],
  ['stack test (stack.yaml)', { 'stack.yaml': '' }],
  ['make test (Makefile)', { Makefile: 'build:\n\tcc a.c\ntest: build\n\t./a.out\n' }],
  [null, { Makefile: 'test := yes\ntests:\n\ttrue\n' }],
  ['npm test (package.json)', { 'package.json': script('node --test'), Makefile: 'test:\n\tnpm test\n' }],
  ['make test (Makefile)', { 'package.json': '{}', Makefile: '.PHONY: test\ntest:\n\ttrue\n' }],
  ['npm run test:unit (package.json)', { 'package.json': JSON.stringify({ scripts: { 'test:unit': 'x' } }) }],
  ['pnpm vitest run (package.json)', { 'package.json': '{"devDependencies":{"vitest":"4"}}', 'pnpm-lock.yaml': '' }],
  ['npx jest (package.json)', { 'package.json': script('echo none && exit 1', { devDependencies: { jest: '30' } }) }],
  ['npm test -- --watchAll=false (package.json)', { 'package.json': script('react-scripts test') }],
  ['npm test (package.json)', { 'package.json': script('CI=true react-scripts test') }],
  ['yarn test --watch=false (package.json)', { 'package.json': script('ng test'), 'yarn.lock': '' }],
  ['npx vitest run (package.json)', { 'package.json': script('vitest --watch') }],
  ['npx jest (package.json)', { 'package.json': script('jest --coverage --watchAll') }],
  ['npm test (package.json)', { 'package.json': script('jest --watchAll=false') }],
  ['pytest (setup.py)', { 'setup.py': 'setup(tests_require=["pytest"])' }],
  ['pytest (requirements/dev.txt)', { 'requirements/dev.txt': 'pytest==9' }],
  ['tox (tox.toml)', { 'tox.toml': '' }],
  ['rake spec (Rakefile)', { Rakefile: 'RSpec::Core::RakeTask.new(:spec)' }],
  [
    'vendor/bin/phpunit tests (composer.json)',
    { 'composer.json': '{"require-dev":{"phpunit/phpunit":"^12"}}', tests: '' },
  ],
  ['cabal test (lib.cabal)', { 'lib.cabal': '' }],
  ['nimble test (lib.nimble)', { 'lib.nimble': '' }],
  ['mill __.test (build.mill)', { 'build.mill': '' }],
  ['dub test (dub.json)', { 'dub.json': '{}' }],
  ['npx elm-test (elm.json)', { 'elm.json': '{}', tests: '' }],
  ["Rscript -e 'devtools::test()' (DESCRIPTION)", { DESCRIPTION: 'Package: a', 'tests/testthat': '' }],
  [null, { DESCRIPTION: 'Package: a' }],
  ['prove -lr t (cpanfile)', { cpanfile: '', t: '' }],
  ['clojure -X:test (deps.edn)', { 'deps.edn': '{:aliases {:test {:exec-fn run/all}}}' }],
  ['clojure -M:test (deps.edn)', { 'deps.edn': '{:aliases {:test {:main-opts ["-m" "x"]}}}' }],
  ['pants test :: (pants.toml)', { 'pants.toml': '' }],
  ['moon run :test (.moon/workspace.yml)', { '.moon/workspace.yml': '' }],
  ['make check (Makefile)', { Makefile: 'check: build\n\t./a\n' }],
  [null, {}],
]

describe('the test command is known by a project’s own files', () => {
  test.each(projects)('%s', (command, contents) => expect(found(contents)).toBe(command))
})

test('what is proposed as a check counts as one when a model runs it', () => {
  const commands = projects.flatMap(([, contents]) => testCommandOf(files(contents), 'linux')?.command ?? [])
  expect(commands.filter((command) => !runsTests(command))).toEqual([])
})

test('a script of a stranger is read in time that grows with its length alone', () => {
  const hostile = ['"\\"'.repeat(200_000), '/*'.repeat(400_000), `{"a": ${','.repeat(900_000)}`]
  for (const text of hostile) expect(found({ 'deno.json': text })).toBeNull()
  expect(found({ 'package.json': script('echo && '.repeat(100_000)) })).toBeNull()
})

test('a wrapper is named as the system calls it', () => {
  expect(found({ 'build.gradle': '', gradlew: '' }, 'win32')).toBe('gradlew.bat test (build.gradle)')
  expect(found({ 'pom.xml': '', mvnw: '' }, 'win32')).toBe('mvnw.cmd test (pom.xml)')
})
