import { expect, test } from 'vitest'
import { commandLine } from '../../../src-shared/base/command-line.ts'

test('each word of a command line stays one word, whatever it holds', () => {
  expect(commandLine(['npm', 'run', 'a b', "it's", '$HOME', ''], {}, 'posix')).toBe(
    "npm run 'a b' 'it'\\''s' '$HOME' ''",
  )
  expect(commandLine(['npm', 'a b', 'say "x"'], {}, 'cmd')).toBe('npm "a b" "say ""x"""')
})

test('variables are set for the command alone, and a name that no shell takes is left out', () => {
  expect(commandLine(['x'], { A: '1 2', 'B;rm': '1' }, 'posix')).toBe("A='1 2' x")
  expect(commandLine(['x'], { A: '1 2' }, 'cmd')).toBe('set "A=1 2"&& x')
})
