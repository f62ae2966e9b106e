import path from 'node:path'
import { z } from 'zod'
import { formatChange } from '../../../../src-shared/base/format.ts'
import { wordLine } from '../../../../src-shared/commands/call-commands.ts'
import type { ToolCall } from '../../../../src-shared/model/message.ts'
import type { ToolBody, ToolEffect, ToolResult } from '../../../../src-shared/model/tool.ts'
import type { AgentCall, CallEnd } from '../../../acp/calls.ts'
import { unifiedDiff } from '../../../tools/text/unified-diff.ts'
import { isInside } from '../../../workspace/guard/guard-path.ts'

/** Another agent's tool calls in the form of ours, for the log, the window and the gate. */

/** What a kind of tool may do. Of a kind that is not known, nothing is known. */
export function effectOf({ kind }: Pick<AgentCall, 'kind'>): ToolEffect {
  switch (kind) {
    case 'read':
    case 'search':
      return 'read'
    case 'edit':
    case 'delete':
    case 'move':
      return 'edit'
    case 'execute':
      return 'command'
    default:
      return 'own'
  }
}

/** Characters of a call's arguments that are logged. */
const maxInput = 200_000

/**
 * The agent's own arguments, with what the call is about: its title, its command, and its file, relative to the folder
 * if it is inside.
 */
export function toolCallOf(call: AgentCall, folder: string): ToolCall {
  const { data } = z.record(z.string(), z.unknown()).safeParse(call.input)
  const [first] = pathsOf(call)
  const fields = {
    ...(call.title !== '' && { title: call.title }),
    ...(commandOf(call) !== null && { command: commandOf(call) }),
    ...data,
    ...(first !== undefined && { path: inFolder(first, folder) ?? first }),
  }
  const text = JSON.stringify(fields)
  return {
    id: call.id,
    tool: call.kind,
    arguments: text.length > maxInput ? JSON.stringify({ title: call.title, cut: true }) : text,
    complete: true,
  }
}

const withCommand = z.object({ command: z.union([z.string(), z.array(z.string())]) })

/** The command line of a call that runs one; null if it names none. */
export function commandOf(call: AgentCall): string | null {
  const read = withCommand.safeParse(call.input)
  if (!read.success) return effectOf(call) === 'command' && call.title !== '' ? call.title : null
  const { command } = read.data
  // As one who types it would write it: `bash -lc 'git push'` is not `bash -lc git push`.
  return typeof command === 'string' ? command : wordLine(command)
}

const withPath = z.object({
  path: z.string().optional(),
  filePath: z.string().optional(),
  file_path: z.string().optional(),
})

/** The files that a call names, as the agent wrote them. */
export function pathsOf(call: AgentCall): readonly string[] {
  const named = withPath.safeParse(call.input).data
  const fields = [named?.path, named?.filePath, named?.file_path]
  const diffs = call.content.flatMap((each) => (each.kind === 'diff' ? [each.path] : []))
  return [...new Set([...fields, ...call.paths, ...diffs].flatMap((each) => each ?? []))]
}

/** Relative to the folder with forward slashes; null if it is not inside. */
export function inFolder(file: string, folder: string): string | null {
  const whole = path.resolve(folder, file)
  return isInside(folder, whole) ? path.relative(folder, whole).split(path.sep).join('/') : null
}

/** Texts longer than this are not compared line by line. Characters. */
const maxCompared = 400_000

/** The first diff, as a diff of ours: what the agent sent may be a part of the file, so its lines have no numbers. */
export function diffOf(call: AgentCall, folder: string): Extract<ToolBody, { kind: 'diff' }> | null {
  const diff = call.content.find((each) => each.kind === 'diff')
  if (diff?.kind !== 'diff' || diff.after.length + (diff.before?.length ?? 0) > maxCompared) return null
  const name = inFolder(diff.path, folder) ?? diff.path
  return { kind: 'diff', path: name, ...unifiedDiff(name, diff.before, diff.after) }
}

const outputShape = z.union([
  z.string(),
  z.object({ output: z.string() }).transform(({ output }) => output),
  z.object({ stdout: z.string() }).transform(({ stdout }) => stdout),
])
const exitShape = z.union([
  z.object({ exitCode: z.number() }).transform(({ exitCode }) => exitCode),
  z.object({ exit_code: z.number() }).transform((each) => each.exit_code),
  z.object({ metadata: z.object({ exit: z.number() }) }).transform(({ metadata }) => metadata.exit),
])

/** What a call came to, as far as the agent says so. */
export function endOf(
  call: AgentCall,
  how: CallEnd,
  folder: string,
): { readonly result: Omit<ToolResult, 'durationMs'>; readonly body: ToolBody } {
  const said = call.content.flatMap((each) => (each.kind === 'text' ? [each.text] : [])).join('\n')
  const text = said || call.printed || (outputShape.safeParse(call.output).data ?? '')
  const diff = diffOf(call, folder)
  const command = commandOf(call)
  const exitCode = exitShape.safeParse(call.output).data ?? null
  const body: ToolBody =
    diff ??
    (effectOf(call) === 'command' && command !== null
      ? { kind: 'command', command, output: text, exitCode: exitCode ?? (how === 'completed' ? 0 : null) }
      : text === ''
        ? { kind: 'none' }
        : { kind: 'text', text })
  const summary = diff === null ? summaryOf(how, call, exitCode, folder) : formatChange(diff.added, diff.removed)
  // An exit code that the agent did not report is none, whatever it calls the end.
  const data = body.kind === 'command' ? { exitCode } : null
  const result = { callId: call.id, tool: call.kind, ok: how === 'completed', text, summary, data }
  return { result, body }
}

/** The title, unless it is only the name of the agent’s tool: then what it works on, which the arguments have. */
function summaryOf(how: CallEnd, call: AgentCall, exitCode: number | null, folder: string): string {
  if (how === 'unfinished') return 'not finished'
  if (exitCode !== null && exitCode !== 0) return `exit code ${exitCode}`
  if (how === 'failed') return 'failed'
  const [first] = pathsOf(call)
  const subject = commandOf(call) ?? (first === undefined ? '' : (inFolder(first, folder) ?? first))
  return (/^[\w-]*$/.test(call.title) && subject !== '' ? subject : call.title).slice(0, 160)
}
