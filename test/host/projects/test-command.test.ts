import { describe, expect, test } from 'vitest'
import { type ProjectFiles, testCommandOf } from '../../../src-main/host/projects/test-command.ts'

const files = (contents: Readonly<Record<string, string>>): ProjectFiles => new Map(Object.entries(contents))
const found = (contents: Readonly<Record<string, string>>, platform: NodeJS.Platform = 'linux') => {
  const command = testCommandOf(files(contents), platform)
  return command === null ? null : `${command.command} (${command.source})`
}
const script = (test: string, more: object = {}) => JSON.stringify({ scripts: { test }, ...more })

describe('the test command is known by a project’s own files', () => {
  test.each<[string | null, Readonly<Record<string, string>>]>([
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
    ['make test (Makefile)', { Makefile: 'build:\n\tcc a.c\ntest: build\n\t./a.out\n' }],
    [null, { Makefile: 'test := yes\ntests:\n\ttrue\n' }],
    ['npm test (package.json)', { 'package.json': script('node --test'), Makefile: 'test:\n\tnpm test\n' }],
    ['make test (Makefile)', { 'package.json': '{}', Makefile: '.PHONY: test\ntest:\n\ttrue\n' }],
    [null, {}],
  ])('%s', (command, contents) => expect(found(contents)).toBe(command))
})

test('a wrapper is named as the system calls it', () => {
  expect(found({ 'build.gradle': '', gradlew: '' }, 'win32')).toBe('gradlew.bat test (build.gradle)')
  expect(found({ 'pom.xml': '', mvnw: '' }, 'win32')).toBe('mvnw.cmd test (pom.xml)')
})
