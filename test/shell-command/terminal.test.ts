import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { escapeForTerminal } from '../../src-main/shell-command/terminal.ts'
import { hasHidden } from '../../src-shared/base/hidden-characters.ts'
import { command } from '../kit/host/host-command.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'

const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** Marks that turn the reading order, that have no width, that end lines, and tags. Source: Unicode 17, UAX #9. */
const hidden = [
  ...[0x061c, 0x200e, 0x200f],
  ...between(0x202a, 0x202e),
  ...between(0x2066, 0x2069),
  ...between(0x200b, 0x200d),
  ...[0x2028, 0x2029, 0x2060, 0xfeff],
  ...between(0xfff9, 0xfffb),
  ...between(0xe0000, 0xe007f),
]

test.each(hidden)('character %i is written out where a person reads it (T27)', (code) => {
  const number = code.toString(16).toUpperCase().padStart(4, '0')
  expect(escapeForTerminal(`a${String.fromCodePoint(code)}b`)).toBe(`a⟨U+${number}⟩b`)
})

test('escape sequences are gone, controls are written out, and what is plain stays', () => {
  expect(escapeForTerminal('\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u0007')).toBe('red  ⟨U+0007⟩')
  expect(escapeForTerminal('one\rtwo')).toBe('one⟨U+000D⟩two')
  expect(escapeForTerminal('one\r\ntwo\tthree\n')).toBe('one\ntwo\tthree\n')
  const plain = 'Größe, 漢字, שלום, مرحبا, 👩‍👩‍👧 and ❤️\n'
  expect(escapeForTerminal(plain)).toBe(plain)
})

test('no command prints a hidden character that came from a message, a model or a path (T27)', async () => {
  const home = await temporaryFolder()
  const project = join(await temporaryFolder(), 'shop\u202egnp.exe')
  await mkdir(project)
  const message = 'Pay\u2066 the \u202eecivres\u202c\u{e0041}\u200b now \u001b[2Jgone'
  const run = await command(home, ['run', '--project', project, '--strategy', 'chat', message])
  expect(run.code).toBe(0)
  const listed = await command(home, ['list'])
  const [id = ''] = listed.out.split('\t')
  const others = await Promise.all(
    [
      ['show', id],
      ['branches', id],
      ['search', 'Pay'],
      ['replay', id, '--verify'],
      ['show', `${id}\u202e`],
    ].map((args) => command(home, args)),
  )
  const printed = [listed, ...others]
  expect(listed.out).toContain('⟨U+202E⟩')
  for (const { out, error } of printed) expect([out, error].filter(hasHidden)).toEqual([])
  for (const { out, error } of printed) expect(out + error).not.toBe('')
})

test('what a program reads comes byte for byte', async () => {
  const home = await temporaryFolder()
  const project = await temporaryFolder()
  const { out } = await command(home, ['run', '--project', project, '--strategy', 'chat', '--json', 'Say \u202e it'])
  expect(out).toContain('\u202e')
})
