import { describe, expect, test } from 'vitest'
import { checkVerdict, runsTests } from '../../../src-shared/commands/checks/check-verdict.ts'

const green = '# tests 3\n# pass 3\n# fail 0\n'
const red = 'TAP version 13\nok 1 - a\nnot ok 2 - b\n1..2\n# tests 2\n# pass 1\n# fail 1\n'
const whole = `TAP version 13\nok 1 - a\n1..1\n${green}`

describe('a verdict only from an exit code that is the checks’ own', () => {
  test.each([
    'npm test',
    'npm t -- --run x',
    'npm test --prefix packages/a',
    'npm --prefix packages/a run test:unit',
    'npm run -w a test',
    'yarn workspace a test',
    'pnpm --filter a test',
    'npx vitest run',
    'npx -y jest@29 src',
    'pnpm exec vitest',
    'yarn jest',
    'node --import tsx --test test/*.js',
    'node test.js',
    'python3 -m pytest -q',
    'python manage.py test',
    'coverage run -m unittest',
    'pytest tests/test_a.py::test_b',
    'uv run pytest',
    'poetry run pytest -x',
    'bundle exec rspec',
    'php vendor/bin/phpunit',
    './vendor/bin/phpunit',
    './test.sh',
    'bash tests/run.sh',
    'cargo +nightly test',
    'go test ./...',
    'make clean test',
    'mvn -q clean verify',
    './gradlew :app:test',
    'dotnet test',
    'tsc --noEmit',
    'npm run lint && npm test',
    'cd x && npm test',
    'cd x; npm test',
    'export A=1; npm test',
    'FOO=1 BAR="a b" npm test',
    'env -u A FOO=1 npm test',
    'timeout 60 npm test',
    'time npm test',
    'nice -n 5 timeout -k 1 60 npm test',
    "bash -c 'npm test'",
    'bash -lc "cd x && npm test"',
    'sudo -n npm test',
    'npm test 2>&1',
    'npm test > out.txt 2>&1',
    '(cd x && npm test)',
    '{ npm test; }',
    'cat input | npm test',
    'set -o pipefail; npm test | tail -5',
    'set -euo pipefail\ncd x\nnpm test 2>&1 | tee out',
    'set -o pipefail && npm test 2>&1 | tail',
    'bash -eo pipefail -c "npm test | tail -3"',
    'set -e; npm test; npm run lint',
    'npm test # | tail',
    'npm test -- "a; b | c"',
    'cd x || exit 1; npm test',
  ])('%j has one', (command) => {
    expect([checkVerdict(command, 0, ''), checkVerdict(command, 1, '')]).toEqual(['passed', 'failed'])
  })

  test.each([
    'npm test | tail -3',
    'npm test 2>&1 | head -50',
    'npm test | grep fail',
    'npm test | tee out',
    'npm test |& cat',
    'npm test; echo done',
    'npm test\necho $?',
    'npm test || true',
    'npm test || npm run fix',
    'npm test && echo ok',
    'npm test && git commit -m x',
    'npm test &',
    'npm test & wait',
    '! npm test',
    'if npm test; then echo ok; fi',
    'for i in 1 2; do npm test; done',
    'while ! npm test; do :; done',
    'case x in x) npm test;; esac',
    'f() { npm test; }; f',
    'echo "$(npm test)"',
    'x=$(npm test)',
    'npm test; npm run lint',
    "bash -c 'npm test | tail'",
    "bash -c 'npm test; true'",
    'set -o pipefail; set +o pipefail; npm test | tail',
    'timeout 60 npm test | tail',
    'eval "npm test; true"',
    'ls | xargs npm test',
    '(npm test) | cat',
    '{ npm test; echo; }',
    'npm test <(',
    'npm test "unclosed',
  ])('%j has none', (command) => {
    expect([checkVerdict(command, 0, ''), checkVerdict(command, 1, '')]).toEqual(['unclear', 'unclear'])
  })

  test.each([
    'cat test/bool.js | head -2',
    'cat tests/results.txt',
    'ls test',
    'git checkout test',
    'grep -rn test src',
    'echo npm test',
    'test -f a',
    '[ -d tests ]',
    'npm ci',
    'npm install jest',
    'npm run',
    'npx vitest --version',
    'pytest --collect-only',
    'vi tests/a.py',
    'node build.js',
    'sed -i s/test/check/ a',
    'git commit -m "npm test"',
    'mkdir build && cd build',
    '',
  ])('%j checks nothing', (command) => {
    expect([checkVerdict(command, 0, whole), checkVerdict(command, 1, red)]).toEqual(['none', 'none'])
    expect(runsTests(command)).toBe(false)
  })
})

test('where the exit code says nothing, a report in the output decides: red always, green if it is all there', () => {
  for (const command of ['npm test | tail -20', 'npm test; echo done', 'npm test || true', 'npm test | grep -c ok'])
    expect(checkVerdict(command, 0, red)).toBe('failed')
  for (const command of ['npm test; echo done', 'npm test || true', 'npm test | tee out', 'npm test && echo ok'])
    expect(checkVerdict(command, 0, whole)).toBe('passed')
  for (const command of [
    'npm test | tail -20',
    'npm test | grep ok',
    'npm test > out; cat out',
    'npm test; npm run test:b',
  ])
    expect(checkVerdict(command, 0, whole)).toBe('unclear')
})

test('a set-up that fails is no verdict on tests, nor is a command that was ended or not found', () => {
  expect([checkVerdict('npm ci && npm test', 0, ''), checkVerdict('npm ci && npm test', 1, '')]).toEqual([
    'passed',
    'unclear',
  ])
  for (const code of [null, 124, 126, 127, 130, 137, 143]) expect(checkVerdict('npm test', code, '')).toBe('unclear')
  expect(checkVerdict('npm test', null, red)).toBe('failed')
  expect(checkVerdict('npm test', null, whole)).toBe('unclear')
})

test('an exit code and a report that contradict each other are never green', () => {
  expect(checkVerdict('npm test', 0, red)).toBe('unclear')
  expect(checkVerdict('npm test', 1, whole)).toBe('failed')
})
