import { strategyInfos } from '../../../src-main/strategy/registry.ts'
import type { ModelReply } from '../../../src-shared/model/message.ts'
import type { PromptInfo } from '../../../src-shared/strategy/prompts.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { reply } from '../agent/agent-replies.ts'
import type { FamilyCase } from './family-case.ts'

const infos = strategyInfos()

/** A case's model as it is, and with its answers empty, in prose, or at a limit from some request on. */
export function behaviours({ answers }: FamilyCase): readonly FamilyCase['answers'][] {
  const from = (at: number, other: (usual: ModelReply) => ModelReply): FamilyCase['answers'] => {
    let calls = 0
    return (request, ...rest) => {
      const usual = answers(request, ...rest)
      return 'kind' in usual || calls++ !== at ? usual : other(usual)
    }
  }
  const others = [
    () => reply(''),
    () => reply('Hm.'),
    (usual: ModelReply) => ({ ...usual, budget: 'last-answer' as const }),
  ]
  return [answers, ...others.flatMap((other) => [0, 1, 2, 3].map((at) => from(at, other)))]
}

/** The choice with other texts for all prompts, of the inner strategies too. */
export function withPrompts(
  choice: StrategyChoice,
  textOf: (prompt: PromptInfo, strategy: string) => string,
): StrategyChoice {
  const { prompts = [] } = infos.find(({ name }) => name === choice.name) ?? {}
  const texts = prompts.map((each) => [each.name, textOf(each, choice.name)])
  const inner = choice.inner === undefined ? {} : { inner: withPrompts(choice.inner, textOf) }
  return { ...choice, options: { ...choice.options, prompts: Object.fromEntries(texts) }, ...inner }
}
