import type { CallToolResult } from '@modelcontextprotocol/server'
import { failureFrom } from '../../src-shared/base/failure.ts'

export const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** A tool's failure is a result, so that the client's model reads what to do. */
export async function asResult(work: () => Promise<string>): Promise<CallToolResult> {
  try {
    return textResult(await work())
  } catch (thrown) {
    const { message, advice } = failureFrom(thrown)
    return { ...textResult(`${message} ${advice}`), isError: true }
  }
}

/** A part of a long text, with how to get the next one. @param from, size characters */
export function partOf(text: string, from: number, size: number): string {
  const part = text.slice(from, from + size)
  const rest = text.length - from - part.length
  return rest <= 0 ? part : `${part}\n\n[${rest} characters follow. Continue with offset ${from + part.length}.]`
}
