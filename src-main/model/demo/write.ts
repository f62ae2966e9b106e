import type { Knowledge } from './knowledge.ts'
import type { Situation } from './situation.ts'
import { calls, type DemoAnswer, says } from './wire.ts'

/** "Create notes.md with …": writes just what was asked for, once. */
export function write(situation: Situation, known: Knowledge): DemoAnswer {
  const path = /[`"']?([\w./-]+\.\w{1,5})[`"']?/.exec(situation.goal)?.[1]
  const text = wantedText(situation.goal)
  if (path === undefined || text === null)
    return says('Name the file and put its content in quotes or in a code block, and I write it.')
  if (known.refusal !== null) return says(`The file was not written: ${known.refusal.split('\n')[0]}`)
  const made = situation.done.find((each) => each.recent && each.tool === 'write_file')
  if (made !== undefined) return says(`\`${path}\` is written: ${made.result.split('\n')[0]}`)
  return calls(`I write \`${path}\`.`, { tool: 'write_file', arguments: { path, content: text } })
}

function wantedText(goal: string): string | null {
  const block = /```[^\n]*\n([\s\S]*?)```/.exec(goal)?.[1]
  if (block !== undefined) return block
  const quoted = /(?:with|containing|that says|saying)[^"“'`]*["“'`]([^"”'`]+)["”'`]/i.exec(goal)?.[1]
  return quoted === undefined ? null : `${quoted}\n`
}
