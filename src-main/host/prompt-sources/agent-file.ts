import type { Json } from '../../../src-shared/base/json.ts'
import type { SubAgent } from '../../../src-shared/strategy/sub-agent.ts'
import { visible, visibleName } from '../../tools/text/visible.ts'
import { readFrontMatter, textField } from '../base/front-matter.ts'
import { agentTools } from './agent-tools.ts'

/** A sub-agent as its file describes it. `model`: a profile's name or id; null: as its role says. */
export interface AgentFile extends SubAgent {
  readonly model: string | null
}

/** A sub-agent that is not used, with the reason in a sentence: it is limited in a way that can't be held to. */
export interface RefusedAgent {
  readonly name: string
  readonly file: string
  readonly problem: string
}

const [maxDescription, maxText] = [1000, 50_000]

/**
 * Reads a sub-agent's Markdown file: front matter with `description` and, if it says so, `name`, `tools`, `model`, `role`
 * and `strategy`, then its instructions. The fields of Claude Code's and opencode's files are understood; those that
 * limit it hold, or it is refused.
 * Sources: https://code.claude.com/docs/en/sub-agents, https://opencode.ai/docs/agents
 *
 * @returns null if the file describes no sub-agent
 */
export async function readAgentFile(
  text: string,
  file: string,
  from: SubAgent['from'],
): Promise<AgentFile | RefusedAgent | null> {
  const { fields, body } = await readFrontMatter(text.replaceAll('\r\n', '\n'))
  const name = textField(fields, 'name') ?? file.split('/').at(-1)?.replace(/\.md$/i, '') ?? ''
  const description = textField(fields, 'description')
  const isHelper = textField(fields, 'mode') !== 'primary' && !isOn(fields['disable'])
  if (description === null || !isHelper || !/^[A-Za-z0-9][\w-]{0,63}$/.test(name)) return null
  const given = agentTools(fields)
  if (!given.ok) return { name, file, problem: given.problem }
  const model = textField(fields, 'model')
  const strategy = textField(fields, 'strategy')
  const role = textField(fields, 'role')
  return {
    name,
    description: visibleName(description.replace(/\s+/g, ' ')).slice(0, maxDescription),
    instructions: visible(body.trim()).slice(0, maxText),
    tools: given.tools,
    ...(given.restrictions !== undefined && { restrictions: given.restrictions }),
    ...(given.rounds !== undefined && { rounds: given.rounds }),
    role: role ?? (model === null || model === 'inherit' ? null : name),
    strategy: strategy === null ? null : { name: strategy, options: {} },
    file,
    from,
    model: model === 'inherit' ? null : model,
  }
}

const isOn = (value: Json | undefined): boolean => value === true || value === 'true'
