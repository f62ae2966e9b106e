import { expect, it } from 'vitest'
import { findWriters } from './check-writers.ts'

it('catches what writes to the terminal past the shell’s writer, with its line', () => {
  const faults = (text: string, file = 'src-main/host/runs/runs.ts') => findWriters(file, text)
  expect(faults(`const a = 1\nconsole.log(a)\n`)).toEqual([
    'src-main/host/runs/runs.ts:2 writes to the terminal: use the shell’s writer',
  ])
  for (const name of ['info', 'warn', 'error', 'debug', 'trace', 'table', 'dir'])
    expect(faults(`console.${name}('x')`)).toHaveLength(1)
  expect(
    faults(`process.stdout.write('x')\nprocess.stderr.write('x')\nconst { write } = process.stderr.write`),
  ).toHaveLength(3)
  expect(faults(`console.time('x')\nterminal.log('x')\nprocess.stdout.isTTY`)).toEqual([])
})

it('leaves the writers themselves, and what is no part of the host, alone', () => {
  const text = `console.log('x')\n`
  for (const file of ['src-main/shell-command/terminal.ts', 'src-renderer/host/host.ts', 'test/checks/run.ts'])
    expect(findWriters(file, text)).toEqual([])
  expect(findWriters('src-main/shell-command/terminal-2.ts', text)).toHaveLength(1)
})
