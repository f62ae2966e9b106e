import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'

/** A strategy as a user writes it: asks the user if the message is `wait`, and answers with `says`. */
export const strategyText = (name: string, says: string): string =>
  `import { askUser, defineStrategy, outcomeOf } from 'stratagem'
export default defineStrategy({ name: '${name}', title: 'Mine', build: () => function* (task) {
  const answer = task.goal === 'wait' ? yield* askUser({ question: 'Go on?', options: ['Yes'], freeText: false }) : ''
  return outcomeOf(task, { text: '${says}' + answer, added: [], calls: [], meta: {} })
} })`

/** The user's decision about a project's strategies, and the files concerned. */
export async function strategyTrust(host: Host, projectId: string) {
  const parts = await ask(host, 'project-trust-read', { projectId })
  const found = parts.find((each) => each.part === 'strategies')
  if (found === undefined) throw new Error('a host knows of strategies')
  return found
}

export async function decideStrategies(
  host: Host,
  projectId: string,
  decision: 'trust' | 'refuse' | 'ask' = 'trust',
): Promise<void> {
  const { hash } = await strategyTrust(host, projectId)
  await ask(host, 'project-trust', { projectId, part: 'strategies', hash, decision })
}
