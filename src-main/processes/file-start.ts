import { readFileSync } from 'node:fs'
import { win32 } from 'node:path'
import { findProgram, type Machine, thisMachine } from './find-program.ts'
import { commandInterpreter } from './windows-system.ts'

/** How a file is started: the system can't start all that it can run. */
export interface FileStart {
  readonly program: string
  readonly args: readonly string[]
  /** On Windows: the arguments are already quoted. */
  readonly verbatim: boolean
}

/** Larger files are no starters. */
const maxStarter = 64 * 1024

/**
 * How a program's file is started with these arguments. On Windows a batch file, such as those that npm makes for each
 * program it installs, is none: if it only starts Node or another program, that is started, else the command
 * interpreter reads it.
 * @param read the text of a file; throws if it can't be read
 * @throws Error if an argument can't be passed on
 */
export function fileStart(
  file: string,
  args: readonly string[],
  machine: Machine = thisMachine(),
  read: (file: string) => string = (path) => readFileSync(path, 'utf8'),
): FileStart {
  if (machine.platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(file)) return { program: file, args, verbatim: false }
  const text = textOf(file, read)
  const behind = startedBy(file, text, machine)
  if (behind !== null) return { program: behind.program, args: [...behind.args, ...args], verbatim: false }
  const odd = args.find((each) => /[\r\n\0]/.test(each))
  if (odd !== undefined) throw new Error(`a batch file takes no argument with several lines (${file})`)
  const line = [escaped(file), ...args.map(handsOn(text) ? (each) => escaped(quoted(each)) : quoted)].join(' ')
  return {
    program: commandInterpreter(machine.environment),
    args: ['/d', '/v:off', '/s', '/c', `"${line}"`],
    verbatim: true,
  }
}

function textOf(file: string, read: (file: string) => string): string {
  try {
    return read(file).slice(0, maxStarter)
  } catch {
    return ''
  }
}

/**
 * What a batch file made by npm starts. Source: the package cmd-shim, which writes
 * `"%_prog%" [options] "%dp0%\script.js" %*`, or `"%dp0%\program.exe" %*`.
 */
function startedBy(
  file: string,
  text: string,
  machine: Machine,
): { readonly program: string; readonly args: readonly string[] } | null {
  const folder = win32.dirname(file)
  const inFolder = (path: string) => win32.join(folder, path)
  const script = /"%_prog%"\s+((?:-[\w=./-]+\s+)*)"%dp0%\\([^"%]+)"\s+%\*\s*$/m.exec(text)
  if (script !== null && /^\s*SET "_prog=node"\s*$/m.test(text)) {
    const node = findProgram(inFolder('node.exe'), machine) ?? findProgram('node.exe', machine)
    const options = (script[1] ?? '').split(/\s+/).filter(Boolean)
    return node === null ? null : { program: node, args: [...options, inFolder(script[2] ?? '')] }
  }
  const program = /^\s*(?:@?endLocal[^"]*)?"%dp0%\\([^"%]+\.exe)"\s+%\*\s*$/im.exec(text)
  const found = program === null ? null : findProgram(inFolder(program[1] ?? ''), machine)
  return found === null ? null : { program: found, args: [] }
}

/** The command interpreter reads these as more than themselves, inside of quotation marks too. */
const special = /[()\][%!^"`<>&|;, *?]/g
const escaped = (text: string): string => text.replace(special, '^$&')

/** Whether a batch file hands all of its arguments on to another program: then they are read once more. */
const handsOn = (text: string): boolean => /%\*/.test(text) && !/%~?[a-z]*[1-9]/i.test(text)

/**
 * An argument as both readers take it: the program removes the quotation marks and backslashes, the interpreter the
 * carets. Source: https://qntm.org/cmd, and the rules of the package cross-spawn.
 */
function quoted(argument: string): string {
  const forProgram = argument.replace(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\+)$/, '$1$1')
  return escaped(`"${forProgram}"`)
}
