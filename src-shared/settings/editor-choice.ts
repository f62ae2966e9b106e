import { z } from 'zod'

/**
 * The editor that files are opened in. What is called is decided by the user alone: a preset, an address or a program
 * with its arguments. A model can only choose the file and the line, and only a file of the project.
 */
const placeholder = /\{(\w*)\}/g
export const placeholders = ['file', 'line', 'column'] as const

/** Schemes that never open an editor: they leave the window's page, run code, or hand the file to another program. */
const refusedSchemes =
  /^(https?|wss?|file|ftp|javascript|vbscript|data|blob|about|mailto|tel|ms-.*|search-ms|shell|jar|view-source)$/i

/** Why an address can't be used, as a sentence; null if it can. */
export function addressProblem(address: string): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]
  if (scheme === undefined) return 'Start with the scheme of the editor, such as vscode://file/{file}:{line}.'
  if (refusedSchemes.test(scheme)) return `Addresses with ${scheme}: can’t be used to open an editor.`
  return placeholderProblem(address)
}

/** The same of the arguments of a program. */
export const argumentsProblem = (args: readonly string[]): string | null => placeholderProblem(args.join(' '))

function placeholderProblem(text: string): string | null {
  const named = [...text.matchAll(placeholder)].map(([, name = '']) => name)
  const unknown = named.find((each) => !placeholders.some((known) => known === each))
  if (unknown !== undefined) return `{${unknown}} is unknown. Use {file}, {line} and {column}.`
  return named.includes('file') ? null : 'Say where the file goes, as {file}.'
}

const oneLine = z
  .string()
  .max(1000)
  .regex(/^[^\p{Cc}]*$/u, 'Use one line of text.')

export const editorChoice = z.discriminatedUnion('kind', [
  /** The first that is found on this computer. */
  z.object({ kind: z.literal('detect') }),
  z.object({ kind: z.literal('preset'), preset: z.string().max(40) }),
  z.object({ kind: z.literal('address'), address: oneLine.refine((each) => addressProblem(each) === null) }),
  z.object({
    kind: z.literal('program'),
    program: oneLine.min(1),
    args: z
      .array(oneLine)
      .max(50)
      .refine((each) => argumentsProblem(each) === null),
  }),
])
export type EditorChoice = z.infer<typeof editorChoice>

/** A place in a file on this computer. */
export interface EditorTarget {
  /** Absolute. */
  readonly file: string
  readonly line: number | null
  readonly column: number | null
}

/** One argument of a program: no shell reads it, so that a file's name is only ever a name. */
export function fillArgument(argument: string, { file, line, column }: EditorTarget): string {
  const values: { readonly [name: string]: string } = { file, line: String(line ?? 1), column: String(column ?? 1) }
  return argument.replace(placeholder, (whole, name: string) => values[name] ?? whole)
}

/** An address with the file in it, each part of its path encoded. */
export function fillAddress(address: string, { file, line, column }: EditorTarget): string {
  const parts = file.replaceAll('\\', '/').replace(/^\/?/, '/').split('/')
  const path = parts
    .map((part, at) => (at === 1 && /^[A-Za-z]:$/.test(part) ? part : encodeURIComponent(part)))
    .join('/')
  const values: { readonly [name: string]: string } = { line: String(line ?? 1), column: String(column ?? 1) }
  return address.replace(placeholder, (whole, name: string, at: number) => {
    if (name !== 'file') return values[name] ?? whole
    // `vscode://file/{file}` has the slash already; in `file://{file}` it belongs to the path.
    return /[^/:]\/$/.test(address.slice(0, at)) ? path.slice(1) : path
  })
}
