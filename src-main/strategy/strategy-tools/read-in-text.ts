import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolResult } from '../../../src-shared/model/tool.ts'
import type { StrategyTool } from './strategy-tool.ts'
import { argumentsIn, withoutThinking } from './text-answer.ts'

/** What an answer in text says in place of a call. */
export type InText<T> =
  | { readonly valid: true; readonly value: T; readonly call: ToolCall; readonly result: ToolResult }
  /** `problem`: for the model. */
  | { readonly valid: false; readonly problem: string }

/**
 * Reads the arguments of a strategy's tool from an answer in text: as JSON, or in the tool's own form. Null if it has
 * neither.
 * @param id of the call that the text is read as
 * @param cutOff whether the answer ended at the limit of its length: then only JSON that is whole is read
 */
export function readInText<T>(tool: StrategyTool<T>, text: string, id: string, cutOff: boolean): InText<T> | null {
  const answer = withoutThinking(text)
  const own = cutOff ? undefined : tool.fromText?.(answer)
  const candidates = [...argumentsIn(answer, tool.info.name), ...(own === undefined ? [] : [own])]
  let problem: string | null = null
  for (const value of candidates) {
    const call: ToolCall = { id, tool: tool.info.name, arguments: JSON.stringify(value), complete: true }
    const read = tool.validate(call)
    if (read.ok) return { valid: true, value: read.value, call, result: read.result }
    problem ??= read.result.text
  }
  return problem === null ? null : { valid: false, problem }
}
