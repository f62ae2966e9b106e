import type { Json } from '../../../src-shared/base/json.ts'
import type { SubAgent } from '../../../src-shared/strategy/sub-agent.ts'
import { visible, visibleName } from '../../tools/text/visible.ts'
import { proseField, readFrontMatter, textField } from '../base/front-matter.ts'
import { agentTools } from './agent-tools.ts'

/** A sub-agent as its file describes it. `model`: a profile's name or id; null: as its role says. */
export interface AgentFile extends SubAgent {
  readonly model: string | null
}

/** A sub-agent that is not used, with the reason in a sentence. */
export interface RefusedAgent {
  readonly name: string
  readonly file: string
  readonly problem: string
}

const [maxDescription, maxText] = [1000, 50_000]

/**
 * Reads a sub-agent's Markdown file: front matter with `description` and, if it says so, `name`, `tools`, `model`, `role`
 * and `strategy`, then its instructions. The fields of Claude Code's and opencode's files are understood; those that
 * limit it hold, or it is refused. A name is made one that a model can call.
 * Sources: https://code.claude.com/docs/en/sub-agents, https://opencode.ai/docs/agents
 *
 * @returns null if the file is not meant to be one
 */
export async function readAgentFile(
  text: string,
  file: string,
  from: SubAgent['from'],
): Promise<AgentFile | RefusedAgent | null> {
  const { fields, body, problem } = await readFrontMatter(text)
  const ofFile = file.split('/').at(-1)?.replace(/\.md$/i, '') ?? ''
  if (textField(fields, 'mode') === 'primary' || isOn(fields['disable'])) return null
  const isNone = problem === null && Object.keys(fields).length === 0
  if (isNone && /^(readme|agents|claude)$/i.test(ofFile)) return null
  const name = plainName(textField(fields, 'name') ?? '') || plainName(ofFile)
  const description = proseField(fields, 'description')
  const refused = (why: string): RefusedAgent => ({ name: name || ofFile, file, problem: why })
  if (problem !== null) return refused(problem)
  if (description === null) return refused('Its front matter needs a description, which says what it is for.')
  if (name === '') return refused('Its name needs letters from a to z, or digits.')
  const given = agentTools(fields)
  if (!given.ok) return refused(given.problem)
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

/** As a model can call it: `Code Reviewer v1.2` is `Code-Reviewer-v1.2`. */
const plainName = (name: string): string =>
  name
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-_.]+|[-.]+$/g, '')
    .slice(0, 64)

const isOn = (value: Json | undefined): boolean => value === true || value === 'true'
