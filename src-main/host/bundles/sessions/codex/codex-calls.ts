import { z } from 'zod'
import { parseOutside } from '../../../../../src-shared/base/excess.ts'
import type { ToolBody } from '../../../../../src-shared/model/tool.ts'
import { contentText, jsonText, text } from '../lenient.ts'
import type { SessionCall, ToolEnd } from '../session.ts'
import type { CodexItem } from './codex-line.ts'

/** The call that an item is, or null. */
export function codexCall(item: CodexItem): SessionCall | null {
  const id = item.call_id ?? item.id ?? ''
  switch (item.type ?? '') {
    case 'function_call':
      return { id, tool: item.name ?? 'unknown', arguments: item.arguments ?? '{}' }
    case 'custom_tool_call':
      return { id, tool: item.name ?? 'unknown', arguments: jsonText({ input: item.input ?? '' }) }
    case 'local_shell_call':
      return { id, tool: 'local_shell', arguments: jsonText(item.action ?? {}) }
    case 'web_search_call':
      return { id, tool: 'web_search', arguments: jsonText(item.action ?? {}) }
    default:
      return null
  }
}

const structured = z.object({
  output: text,
  content: z.unknown().optional(),
  success: z.boolean().optional().catch(undefined),
  metadata: z
    .object({ exit_code: z.number().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

/** Outputs are a text, a text that is JSON, or a list of parts. */
export function codexOutput(call: SessionCall, output: unknown): Omit<ToolEnd, 'at'> {
  const said = contentText(output)
  const read = structured.safeParse(typeof output === 'string' ? parsed(output) : output).data
  const shown = read?.output ?? (contentText(read?.content) || said)
  const line = /^(?:Exit code:|Process exited with code) (-?\d+)/m.exec(shown.slice(0, 500))?.[1]
  const exitCode = read?.metadata?.exit_code ?? (line === undefined ? null : Number(line))
  const ok = read?.success ?? (exitCode === null || exitCode === 0)
  return { ok, text: shown, body: commandBody(call, shown, exitCode) }
}

const asked = z.object({ command: z.union([z.string(), z.array(z.string())]).optional(), cmd: text })
const shells = new Set(['shell', 'shell_command', 'exec_command', 'local_shell'])

function commandBody(call: SessionCall, output: string, exitCode: number | null): ToolBody | null {
  if (!shells.has(call.tool)) return null
  const { command, cmd } = asked.safeParse(parsed(call.arguments)).data ?? {}
  const line = typeof command === 'string' ? command : command === undefined ? cmd : inShell(command)
  return line === undefined ? null : { kind: 'command', command: line, output, exitCode }
}

/** `bash -lc LINE` as the line. */
const inShell = (words: readonly string[]): string =>
  /^(?:\S*\/)?(?:ba|z)?sh$/.test(words[0] ?? '') && words.length === 3 ? (words[2] ?? '') : words.join(' ')

function parsed(json: string): unknown {
  try {
    return parseOutside(json)
  } catch {
    return null
  }
}
