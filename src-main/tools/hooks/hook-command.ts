/** What a hook's command gets in its environment, by name. */
export interface HookVariables {
  readonly [name: string]: string
}

export type HookCommand =
  | { readonly ok: true; readonly command: string }
  | { readonly ok: false; readonly problem: string }

/**
 * A hook's command as the system's shell gets it, so that one file of hooks serves every system.
 *
 * 1. A POSIX shell gets it unchanged: what it expands is never read as a command again.
 * 2. For cmd.exe `$NAME` and `${NAME}` of these variables become `%NAME%`.
 * 3. cmd.exe puts the value into the command line before it reads that. A value that would act there, such as the
 *    file name `a&calc.txt` without quotes, is refused: the command is not run.
 *
 * Source: https://learn.microsoft.com/windows-server/administration/windows-commands/cmd
 */
export function hookCommand(command: string, variables: HookVariables, platform: NodeJS.Platform): HookCommand {
  if (platform !== 'win32') return { ok: true, command }
  const names = Object.keys(variables)
  const named = new RegExp(`\\$(?:\\{(${names.join('|')})\\}|(${names.join('|')})\\b)`, 'g')
  const line = command.replace(named, (_, braced?: string, plain?: string) => `%${braced ?? plain ?? ''}%`)
  for (const [name, value] of Object.entries(variables))
    for (const found of line.matchAll(new RegExp(`%${name}[%:]`, 'gi')))
      if (acts(value, isQuoted(line.slice(0, found.index)))) return { ok: false, problem: problemOf(name, value) }
  return { ok: true, command: line }
}

/** Whether cmd.exe would do something with it, or split it. */
const acts = (value: string, quoted: boolean): boolean =>
  quoted ? /["\r\n]/.test(value) : /[\s"&|<>^()%!,;=]/.test(value)

const isQuoted = (before: string): boolean => before.split('"').length % 2 === 0

const problemOf = (name: string, value: string): string =>
  /["\r\n]/.test(value)
    ? `The hook did not run: ${name} has a quotation mark or a line break, which cmd.exe would act on.`
    : `The hook did not run: ${name} has characters that cmd.exe would act on. Put "%${name}%" in quotation marks.`
