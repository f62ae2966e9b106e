import { expect, test } from 'vitest'
import { addressProblem, editorChoice, fillAddress, fillArgument } from '../../../src-shared/settings/editor-choice.ts'

const position = { file: '/p/a b/$(x);#c.ts', line: 3, column: null }

test('a file name is one argument as it is, whatever it holds', () => {
  expect(fillArgument('{file}:{line}:{column}', position)).toBe('/p/a b/$(x);#c.ts:3:1')
  expect(fillArgument('{other}', position)).toBe('{other}')
})

test('in an address each part of the path is encoded, and slashes are neither doubled nor lost', () => {
  expect(fillAddress('vscode://file/{file}:{line}:{column}', position)).toBe(
    'vscode://file/p/a%20b/%24(x)%3B%23c.ts:3:1',
  )
  expect(fillAddress('txmt://open?url=file://{file}&line={line}', position)).toBe(
    'txmt://open?url=file:///p/a%20b/%24(x)%3B%23c.ts&line=3',
  )
  const windows = { file: 'C:\\p\\{line}.ts', line: null, column: null }
  expect(fillAddress('zed://file/{file}:{line}', windows)).toBe('zed://file/C:/p/%7Bline%7D.ts:1')
})

test.each(['javascript:alert({file})', 'https://evil.example/{file}', 'file://{file}', 'ms-msdt:/id {file}', '{file}'])(
  'the address %s is refused with a reason',
  (address) => {
    expect(addressProblem(address)).toMatch(/\w/)
    expect(editorChoice.safeParse({ kind: 'address', address }).success).toBe(false)
  },
)

test('an address or a program must take the file, knows three placeholders, and has no line feed', () => {
  expect(addressProblem('zed://open')).toContain('{file}')
  expect(addressProblem('zed://{file}/{home}')).toContain('{home}')
  expect(addressProblem('zed://{file}')).toBeNull()
  const program = (args: readonly string[]) =>
    editorChoice.safeParse({ kind: 'program', program: 'code', args }).success
  expect([program(['{file}']), program(['-g']), program(['{file}\n'])]).toEqual([true, false, false])
})
