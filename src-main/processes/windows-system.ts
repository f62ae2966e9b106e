import { win32 } from 'node:path'
import { isFixed, variableOf } from './find-program.ts'

type Environment = { readonly [name: string]: string | undefined }

/** Windows' own command interpreter: another program in `ComSpec` reads other arguments. Absolute. */
export function commandInterpreter(environment: Environment): string {
  const chosen = variableOf('COMSPEC', environment, 'win32') ?? ''
  const isOwn = isFixed(chosen, 'win32') && win32.basename(chosen).toLowerCase() === 'cmd.exe'
  return isOwn ? chosen : systemProgram('cmd.exe', environment)
}

/** A program of Windows itself, by its place: never one of that name in another folder. */
export function systemProgram(name: string, environment: Environment): string {
  const root = variableOf('SYSTEMROOT', environment, 'win32') ?? ''
  return win32.join(isFixed(root, 'win32') ? root : 'C:\\Windows', 'System32', name)
}
