import { expect, test } from 'vitest'
import { type Confinement, withConfinementHint } from '../../src-main/tools/confinement.ts'

const confine: Confinement['confine'] = (program, args) => ({ program, args, environment: {} })
const confinement: Confinement = {
  confine,
  unseen: confine,
  network: 'none',
  keys: false,
  words: 'Here only.',
  advice: 'ask the user',
}
const hinted = (command: string, output: string) =>
  withConfinementHint({ command, exitCode: 1, output }, confinement, false) !== output

test.each([
  ['echo x > /etc/x', 'sh: 1: cannot create /etc/x: Read-only file system\n'],
  ['node build.js', 'Error: EROFS: read-only file system, open /x\n'],
  ['cat /home/a/key', 'cat: /home/a/key: Operation not permitted\n'],
  ['curl https://example.com', 'curl: (6) Could not resolve host: example.com\n'],
  ['git status', 'fatal: /x: Operation not permitted\n'],
])('what %j could not do is explained', (command, output) => {
  expect(hinted(command, output)).toBe(true)
})

test.each([
  ['grep -rn EROFS src; false', 'src/a.ts:4:  // EROFS: Read-only file system\n'],
  ['cat build.log | head -5 && false', 'ECONNREFUSED 127.0.0.1\nnpm error E401\n'],
  ['git log --oneline && test -e x', 'abc1234 Explain “Read-only file system” and .git/hooks\n'],
  ['rg EPERM', 'a.ts:1: EPERM\n'],
])('text that %j only shows is not taken for its own failure', (command, output) => {
  expect(hinted(command, output)).toBe(false)
})
