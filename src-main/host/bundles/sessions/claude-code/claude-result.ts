import { z } from 'zod'
import { parseOutside } from '../../../../../src-shared/base/excess.ts'
import type { ToolBody } from '../../../../../src-shared/model/tool.ts'
import { text } from '../lenient.ts'
import { patchBody } from '../patch-body.ts'
import type { SessionCall } from '../session.ts'

const hunk = z.object({
  oldStart: z.number(),
  oldLines: z.number(),
  newStart: z.number(),
  newLines: z.number(),
  lines: z.array(z.string()),
})
const edited = z.object({ filePath: z.string(), structuredPatch: z.array(hunk).min(1) })
const written = z.object({ type: z.literal('create'), filePath: z.string(), content: z.string() })
const command = z.object({ command: z.string() })
const output = z.object({ stdout: text, stderr: text })

/** How a result is shown: edits as a diff, commands as a terminal; null for plain text. */
export function claudeResultBody(call: SessionCall, result: unknown, said: string): ToolBody | null {
  const edit = edited.safeParse(result).data
  if (edit !== undefined) return patchBody(edit.filePath, edit.structuredPatch.map(hunkText).join(''), false)
  const made = written.safeParse(result).data
  if (made !== undefined) return patchBody(made.filePath, newFile(made.content), true)
  if (call.tool !== 'Bash') return null
  const ran = command.safeParse(parseOutside(call.arguments)).data
  if (ran === undefined) return null
  const { stdout = '', stderr = '' } = output.safeParse(result).data ?? {}
  const shown = [stdout, stderr].filter((each) => each !== '').join('\n')
  const exit = /^Exit code (\d+)/.exec(said)?.[1]
  return {
    kind: 'command',
    command: ran.command,
    output: shown || said,
    exitCode: exit === undefined ? null : Number(exit),
  }
}

const hunkText = ({ oldStart, oldLines, newStart, newLines, lines }: z.infer<typeof hunk>): string =>
  `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${lines.map((line) => `${line}\n`).join('')}`

function newFile(content: string): string {
  const lines = content.replace(/\n$/, '').split('\n')
  return `@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`
}
