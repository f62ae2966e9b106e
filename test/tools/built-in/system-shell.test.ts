import { expect, test } from 'vitest'
import { systemShell } from '../../../src-main/tools/built-in/system-shell.ts'
import { shellDescription } from '../../../src-main/tools/shell.ts'

const command = 'echo "a b" & dir'
const onWindows = (environment: NodeJS.ProcessEnv) => systemShell(environment, 'win32')

test.each([
  [true, '/bin/bash', 'bash'],
  [false, '/bin/sh', 'sh'],
] as const)('elsewhere than on Windows it is bash if there is one (%s)', (exists, program, name) => {
  for (const platform of ['linux', 'darwin'] as const) {
    const shell = systemShell({ SHELL: '/bin/zsh' }, platform, () => exists)
    expect(shell).toMatchObject({ program, name })
    expect(shell.args(command)).toEqual(['-c', command])
    expect(shell.problemWith('a\nb')).toBeNull()
  }
})

test('on Windows it is cmd.exe, which prints UTF-8, gets the line as it is and expands nothing but %NAME%', () => {
  const shell = onWindows({ ComSpec: 'C:\\Windows\\system32\\cmd.exe' })
  expect(shell).toMatchObject({ program: 'C:\\Windows\\system32\\cmd.exe', name: 'cmd.exe' })
  const unicode = '"C:\\Windows\\System32\\chcp.com" 65001 >nul 2>nul'
  expect(shell.args(command)).toEqual(['/d', '/v:off', '/s', '/c', `"${unicode} & ${command}"`])
})

test('models are told what becomes of the background, as it is on each system', () => {
  expect(shellDescription(onWindows({}))).toContain('end what you start in the background yourself')
  const elsewhere = systemShell({}, 'linux', () => true)
  expect(shellDescription(elsewhere)).toContain('what it leaves in the background ends with it')
})

test.each([
  [{ COMSPEC: 'D:\\Win\\System32\\CMD.EXE' }, 'D:\\Win\\System32\\CMD.EXE'],
  // One that could be in the project, or that reads other arguments.
  [{ ComSpec: 'cmd.exe', SystemRoot: 'D:\\Win' }, 'D:\\Win\\System32\\cmd.exe'],
  [{ ComSpec: 'C:\\Tools\\tcc.exe', SYSTEMROOT: 'D:\\Win' }, 'D:\\Win\\System32\\cmd.exe'],
  [{ SystemRoot: 'Win' }, 'C:\\Windows\\System32\\cmd.exe'],
  [{}, 'C:\\Windows\\System32\\cmd.exe'],
])('with %j it is %s', (environment, program) => {
  expect(onWindows(environment).program).toBe(program)
})

test('a command of which cmd.exe would run only the first line is refused with what to do', () => {
  expect(onWindows({}).problemWith('npm test\r\nnpm run lint')).toContain('&&')
  expect(onWindows({}).problemWith('npm test\n')).toBeNull()
})
