import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type AgentScript, calls, says } from './scripted-agent.ts'

/** What the agent does at a prompt that contains the words, in a folder whose path contains `folder`. The first fits. */
const rules = z.array(
  z.object({
    words: z.string().default(''),
    folder: z.string().default(''),
    write: z.record(z.string(), z.string()).default({}),
    says: z.string().default('Done.'),
    /** Never ends its turn. */
    stays: z.boolean().default(false),
  }),
)
export type AgentRules = z.input<typeof rules>

const promptText = z.object({ sessionId: z.string(), prompt: z.array(z.object({ text: z.string() })) })
const end = { stopReason: 'end_turn', usage: { inputTokens: 1000, outputTokens: 20, totalTokens: 1020 } }

/** Works by rules, without asking, in a session of its own that it names in its answers. @param given the rules, as JSON */
export function ruledAgent(given: string): AgentScript {
  const mine = randomUUID()
  return {
    'session/new': (hands, message) => hands.answer(message, { sessionId: mine }),
    'session/prompt': (hands, message) => {
      const { sessionId, prompt } = promptText.parse(message.params)
      const text = prompt.map((part) => part.text).join('\n')
      const fits = rules.parse(JSON.parse(given))
      const rule = fits.find(({ words, folder }) => text.includes(words) && process.cwd().includes(folder))
      for (const [file, content] of Object.entries(rule?.write ?? {})) {
        mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
        writeFileSync(file, content)
      }
      hands.update(calls(`work-${text.length}`, { kind: 'edit', status: 'completed' }), sessionId)
      if (rule?.stays === true) return
      hands.update(says(`${rule?.says ?? 'Nothing fits.'} (${sessionId})`), sessionId)
      hands.answer(message, end)
    },
  }
}
