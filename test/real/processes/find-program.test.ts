import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, win32 } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fileStart } from '../../../src-main/processes/file-start.ts'
import { findProgram, type Machine, programFolders, programIn } from '../../../src-main/processes/find-program.ts'
import { commandInterpreter, systemProgram } from '../../../src-main/processes/windows-system.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'

/** A computer with Windows and these files; Windows compares names without case. */
function windows(files: readonly string[], environment: Machine['environment'] = {}): Machine {
  const there = new Set(files.map((each) => win32.normalize(each).toLowerCase()))
  const isProgram = (file: string) => there.has(win32.normalize(file).toLowerCase())
  return { platform: 'win32', environment, isProgram }
}
const npm = 'C:\\Users\\A\\AppData\\Roaming\\npm'

describe('on Windows', () => {
  test('a program is a file with an ending of PATHEXT, never the script without one beside it', () => {
    const files = ['opencode', 'opencode.cmd', 'opencode.ps1'].map((name) => `${npm}\\${name}`)
    const machine = windows(files, { Path: `C:\\Windows;${npm}`, PATHEXT: '.COM;.EXE;.BAT;.CMD;.VBS;.JS' })
    expect(findProgram('opencode', machine)).toBe(`${npm}\\opencode.cmd`)
    expect(findProgram('opencode.cmd', machine)).toBe(`${npm}\\opencode.cmd`)
    expect(findProgram('opencode.ps1', machine)).toBeNull()
    expect(findProgram(`${npm}\\opencode`, machine)).toBe(`${npm}\\opencode.cmd`)
  })

  test('the order is that of PATH, then of PATHEXT; without one it is that of Windows', () => {
    const files = ['D:\\a\\git.cmd', 'D:\\b\\git.exe', 'D:\\b\\git.com']
    expect(findProgram('git', windows(files, { PATH: 'D:\\a;D:\\b' }))).toBe('D:\\a\\git.cmd')
    expect(findProgram('git', windows(files, { PATH: 'D:\\b', PATHEXT: '.EXE;.COM' }))).toBe('D:\\b\\git.exe')
    expect(findProgram('git', windows(files, { PATH: 'D:\\b' }))).toBe('D:\\b\\git.com')
    expect(findProgram('git', windows(files, { PATH: 'D:\\b', PATHEXT: '.PY;.VBS' }))).toBe('D:\\b\\git.com')
  })

  test.each(['.', '', '..', 'bin', '.\\bin', '\\bin', 'C:', 'C:bin', '"."', '" "', '/bin', '\\\\', '\\\\.'])(
    'the part %j of PATH counts only if it is the same folder everywhere',
    (part) => {
      const everywhere = (file: string) => !/^[a-z]:[\\/]/i.test(file) || /^c:[\\/](bin[\\/])?git/i.test(file)
      const machine = { platform: 'win32', environment: { PATH: `${part};E:\\no` }, isProgram: everywhere }
      const found = findProgram('git', machine)
      expect(found === null || found.startsWith('\\\\')).toBe(true)
    },
  )

  test('a folder in quotation marks may contain a semicolon', () => {
    const machine = windows([], { PATH: '"C:\\a;b";C:\\c;;"D:\\d"' })
    expect(programFolders(machine)).toEqual(['C:\\a;b', 'C:\\c', 'D:\\d'])
  })

  test('a name is never looked for in the folder; a path is', () => {
    const project = 'D:\\work\\project'
    const files = [`${project}\\npx.cmd`, `${project}\\git.exe`, `${project}\\bin\\server.exe`]
    const machine = windows(files, { PATH: '.;;D:\\tools' })
    for (const name of ['npx', 'git', 'git.exe', 'D:git', '\\git']) expect(findProgram(name, machine)).toBeNull()
    expect(programIn(project, 'npx', machine)).toBeNull()
    expect(programIn(project, '.\\npx', machine)).toBe(`${project}\\npx.cmd`)
    expect(programIn(project, 'bin/server', machine)).toBe(`${project}\\bin\\server.exe`)
  })

  test('programs of Windows itself are in its own folder', () => {
    expect(systemProgram('taskkill.exe', { SystemRoot: 'D:\\Win' })).toBe('D:\\Win\\System32\\taskkill.exe')
    for (const SYSTEMROOT of ['.', 'Win', '', '\\Win', 'C:Win'])
      expect(systemProgram('taskkill.exe', { SYSTEMROOT })).toBe('C:\\Windows\\System32\\taskkill.exe')
    expect(commandInterpreter({ ComSpec: '.\\cmd.exe' })).toBe('C:\\Windows\\System32\\cmd.exe')
  })
})

// As npm's package cmd-shim writes them.
const start =
  '@ECHO off\r\nGOTO start\r\n:find_dp0\r\nSET dp0=%~dp0\r\nEXIT /b\r\n:start\r\nSETLOCAL\r\nCALL :find_dp0\r\n'
const prog = (name: string) =>
  `\r\nIF EXIST "%dp0%\\${name}.exe" (\r\n  SET "_prog=%dp0%\\${name}.exe"\r\n) ELSE (\r\n  SET "_prog=${name}"\r\n  SET PATHEXT=%PATHEXT:;.JS;=;%\r\n)\r\n\r\n`
const go = 'endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & '
const nodeShim = (script: string, options = '') =>
  `${start}${prog('node')}${go}"%_prog%" ${options} "%dp0%\\${script}" %*\r\n`

describe('a batch file on Windows', () => {
  const node = 'C:\\Program Files\\nodejs\\node.exe'
  const environment = { PATH: 'C:\\Program Files\\nodejs', SystemRoot: 'C:\\Windows' }
  const shim = `${npm}\\agent.cmd`

  test('that npm made for a script is not needed: Node runs the script, with the options that it names', () => {
    const text = nodeShim('node_modules\\agent\\bin\\agent.js', '--no-warnings=ExperimentalWarning')
    expect(fileStart(shim, ['acp', 'a b', '100%', '"&calc"'], windows([node], environment), () => text)).toEqual({
      program: node,
      args: [
        '--no-warnings=ExperimentalWarning',
        `${npm}\\node_modules\\agent\\bin\\agent.js`,
        ...['acp', 'a b', '100%', '"&calc"'],
      ],
      verbatim: false,
    })
    const own = `${npm}\\node.exe`
    expect(fileStart(shim, [], windows([node, own], environment), () => text).program).toBe(own)
  })

  test('that starts a program beside it is not needed either', () => {
    const program = `${npm}\\node_modules\\agent\\agent.exe`
    const text = `${start}"%dp0%\\node_modules\\agent\\agent.exe"   %*\r\n`
    expect(fileStart(shim, ['-v'], windows([program], environment), () => text)).toEqual({
      program,
      args: ['-v'],
      verbatim: false,
    })
  })

  test.each([
    ['another interpreter', `${start}${prog('sh')}${go}"%_prog%" "%dp0%\\agent" %*\r\n`, windows([node], environment)],
    ['no Node anywhere', nodeShim('a.js'), windows([], environment)],
    ['a project’s own', '@echo off\r\npython "%~dp0x.py" %*\r\n', windows([node], environment)],
  ])('is run by the command interpreter if it has %s', (_, text, machine) => {
    expect(fileStart(shim, ['a'], machine, () => text)).toEqual({
      program: 'C:\\Windows\\System32\\cmd.exe',
      args: ['/d', '/v:off', '/s', '/c', `"${shim} ^^^"a^^^""`],
      verbatim: true,
    })
  })

  const machine = windows([], environment)
  const line = (args: readonly string[], text = '@x %*') =>
    fileStart('C:\\my dir\\a.cmd', args, machine, () => text).args[4]

  test('gets its arguments as they are, whatever the interpreter would read in them', () => {
    // What the interpreter reads once, then the batch file’s own line again, then the program.
    const read = (text: string) => {
      let shown = ''
      for (let at = 0; at < text.length; at++) shown += text[at] === '^' ? text[++at] : text[at]
      return shown
    }
    for (const argument of ['a b', 'a&calc', '%PATH%', '!x!', 'a"b', 'a\\', 'a\\"', '(x)', 'ü|<>^']) {
      const whole = line([argument]) ?? ''
      const command = whole.slice(1, -1)
      const rest = command.slice('C:\\my^ dir\\a.cmd '.length)
      expect(command).toContain('C:\\my^ dir\\a.cmd ')
      expect(read(read(rest))).toBe(`"${argument.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`)
      // Without a caret before it nothing of it has a meaning, in either reading.
      for (const text of [rest, read(rest)]) expect(text.replace(/\^./gs, '')).not.toMatch(/[()\][%!^"`<>&|;, *?]/)
    }
  })

  test('reads them only once if it does not hand all of them on', () => {
    expect(line(['a b'], '@echo %1')).toBe('"C:\\my^ dir\\a.cmd ^"a^ b^""')
    expect(() => line(['a\nb'])).toThrow('several lines')
  })
})

describe('elsewhere', () => {
  const here = test.skipIf(process.platform === 'win32')

  here('only files that may be run in absolute folders of PATH are found', async () => {
    const [bin, project] = [await temporaryFolder(), await temporaryFolder()]
    const put = (file: string, mode: number) => {
      writeFileSync(file, '#!/bin/sh\n')
      chmodSync(file, mode)
      return file
    }
    const tool = put(join(bin, 'tool'), 0o755)
    put(join(bin, 'text'), 0o644)
    mkdirSync(join(bin, 'folder'))
    symlinkSync(tool, join(bin, 'link'))
    symlinkSync(join(bin, 'nowhere'), join(bin, 'broken'))
    for (const name of ['git', 'tool', 'planted']) put(join(project, name), 0o755)
    const find = (name: string, PATH: string | undefined) =>
      findProgram(name, { platform: process.platform, environment: { PATH } })
    expect(find('tool', `.::${bin}`)).toBe(tool)
    expect(find('link', bin)).toBe(join(bin, 'link'))
    for (const name of ['text', 'folder', 'broken', '', '.', '..']) expect(find(name, bin)).toBeNull()
    expect(find(tool, undefined)).toBe(tool)
    const before = process.cwd()
    process.chdir(project)
    try {
      for (const PATH of ['.', '', ':', './', '..', 'bin', `:${bin}:`, undefined])
        expect(find('planted', PATH)).toBeNull()
      for (const name of ['./planted', 'x/../planted']) expect(find(name, bin)).toBeNull()
    } finally {
      process.chdir(before)
    }
    const named = (name: string) => programIn(project, name, { platform: process.platform, environment: { PATH: bin } })
    expect(named('./planted')).toBe(join(project, 'planted'))
    expect(named('planted')).toBeNull()
    expect(named('tool')).toBe(tool)
  })
})
