import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchesWildcards } from '../../src-shared/commands/match-command.ts'
import { readCommand } from '../../src-shared/commands/read-command.ts'

/**
 * Real shells run generated command lines, in which some programs are recorders that only write down their words. All
 * that really ran has to be among what was read before.
 */

const shells = ['/bin/bash', '/bin/dash'].filter(existsSync)
const recorders = ['alpha', 'beta', 'gamma'] as const
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'as-run-'))
  await mkdir(join(folder, 'bin'))
  for (const name of recorders) {
    const file = join(folder, 'bin', name)
    // One write a call, so that calls at the same time stay apart.
    const script = `#!/bin/sh\nline=${name}\nfor word do line="$line\u001f$word"; done\nprintf '%s\\036' "$line" >> "$RECORD"\n`
    await writeFile(file, script)
    await chmod(file, 0o755)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the recorders were called with: name and words. */
async function runs(shell: string, command: string): Promise<readonly (readonly string[])[]> {
  const record = join(folder, 'record')
  await writeFile(record, '')
  const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, RECORD: record, HOME: folder, V: 'alpha', W: 'x y' }
  await new Promise<void>((resolve) => {
    const child = execFile(shell, ['-c', command], { cwd: folder, env, timeout: 20_000 }, () => resolve())
    child.stdin?.end()
  })
  const text = await readFile(record, 'utf8')
  return text
    .split('\u001e')
    .slice(0, -1)
    .map((line) => line.split('\u001f'))
}

/** Whether what ran is among what was read; if not all could be read, anything may run. */
function wasRead(command: string, ran: readonly string[]): boolean {
  const { programs, unreadable } = readCommand(command)
  if (unreadable.length > 0) return true
  const text = ran.join(' ')
  return programs.some(({ words }) => {
    // `~` stays as it is written.
    const pattern = words
      .map(({ raw, pieces }) => (raw === '~' ? '*' : pieces.map((piece) => piece ?? '*').join('')))
      .join(' ')
    const name = pattern.replace(/^\S*\//, '')
    return matchesWildcards(name, text) || (name.endsWith(' *') && name.slice(0, -2) === text)
  })
}

const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const text = fc.string({ unit: fc.constantFrom(...'ab c;&|()<>{}$`\'"\\#!~=-'), maxLength: 6 })
/** One word in a random spelling. */
const spelled = (word: string) =>
  fc.constantFrom(
    single(word),
    word === '' ? '""' : Array.from(word, (letter) => (/\w/.test(letter) ? letter : `\\${letter}`)).join(''),
    `"${word.replace(/[\\"$`]/g, '\\$&')}"`,
    word === ''
      ? "''"
      : Array.from(word, (letter, at) =>
          at % 2 === 0 ? single(letter) : `"${letter.replace(/[\\"$`]/g, '\\$&')}"`,
        ).join(''),
  )
const argument = fc.oneof(
  text.chain(spelled),
  fc.constantFrom('$V', '"$V"', '$W', '$(echo a b)', '*.none', '~', '{x,y}', '$((1+2))', '${V#al}'),
)
const name = fc
  .constantFrom(...recorders)
  .chain((each) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(each) }, spelled(each), fc.constant(each.split('').join('\\'))),
  )
  .map((each) => (each.startsWith('\\') ? each.slice(1) : each))

const { line } = fc.letrec<{ words: string; line: string }>((tie) => ({
  /** A program with its words, which can stand after a wrapper. */
  words: fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(name, fc.array(argument, { maxLength: 3 }))
        .map(([first, rest]) => [first, ...rest].join(' ')),
    },
    fc
      .tuple(
        fc.constantFrom(
          'env A=1',
          'env -u A',
          'timeout 9',
          'timeout -s KILL 9',
          'nice -n 1',
          'nice',
          'nohup',
          'setsid -w',
          'echo x | xargs',
          'echo x | xargs -n 1',
          'find . -maxdepth 0 -exec',
          'stdbuf -oL',
        ),
        tie('words'),
      )
      .map(([wrapper, words]) => (wrapper.includes('-exec') ? `${wrapper} ${words} \\;` : `${wrapper} ${words}`)),
    tie('line').map((inner) => `sh -c ${single(inner)}`),
    tie('line').map((inner) => `bash -ec ${single(inner)}`),
  ),
  line: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: tie('words') },
    fc
      .tuple(tie('line'), fc.constantFrom(' && ', ' || ', '; ', ' | ', '\n', ' & '), tie('line'))
      .map(([one, sign, other]) => one + sign + other),
    tie('line').map((inner) => `{ ${inner}; }`),
    tie('line').map((inner) => `( ${inner} )`),
    tie('words').map((inner) => `! ${inner}`),
    tie('words').map((inner) => `A=1 B='x y' command ${inner}`),
    tie('line').map((inner) => `if ${inner}; then :; else ${inner}\nfi`),
    tie('line').map((inner) => `for i in 1 2; do ${inner}; done`),
    tie('line').map((inner) => `case x in (y) :;; x | z) ${inner};; esac`),
    tie('line').map((inner) => `f() { ${inner}\n}; f`),
    tie('line').map((inner) => `echo "a $(${inner}) b" >/dev/null`),
    tie('line').map((inner) => `echo \`${inner.replace(/[\\`$]/g, '\\$&')}\``),
    tie('line').map((inner) => `eval ${single(inner)}`),
    tie('line').map((inner) => `cat <<END >/dev/null\n$(${inner})\nEND\n:`),
    tie('line').map((inner) => `sh <<'END'\n${inner}\nEND\n:`),
    tie('line').map((inner) => `x=$(${inner}) && :`),
    tie('line').map((inner) => `(${inner}) 2>&1 | cat >/dev/null # ${inner.replaceAll('\n', ' ')}`),
    fc.constantFrom(
      '$V a',
      '"$V" a',
      'g=gamma; $g x',
      'al\\\npha z',
      'alpha>/dev/null b',
      '</dev/null beta c',
      'false || gamma',
    ),
  ),
}))

test.skipIf(shells.length === 0)(
  'whatever a real shell runs was read before, in bash and in dash',
  async () => {
    let seen = 0
    await fc.assert(
      fc.asyncProperty(line, async (command) => {
        for (const shell of shells)
          for (const ran of await runs(shell, command)) {
            seen += 1
            expect(wasRead(command, ran), `${shell} ran ${JSON.stringify(ran)} of ${JSON.stringify(command)}`).toBe(
              true,
            )
          }
      }),
      { numRuns: 150 },
    )
    expect(seen).toBeGreaterThan(100)
  },
  300_000,
)

test.skipIf(shells.length === 0)('most of what shells run is read whole, not only called unclear', () => {
  const lines = fc.sample(line, { numRuns: 400, seed: 1 })
  const whole = lines.filter((command) => readCommand(command).unreadable.length === 0)
  expect(whole.length / lines.length).toBeGreaterThan(0.7)
})
