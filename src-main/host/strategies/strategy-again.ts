import type { Run } from '../../../src-shared/conversation.ts'
import { FailureError } from '../../../src-shared/failure.ts'
import type { StrategyChoice } from '../../../src-shared/strategy-info.ts'
import type { RunOrder } from '../../agent/run.ts'
import type { HostParts } from '../host-parts.ts'

/**
 * The strategy of a run that was, to resume, replay or fork it.
 * @throws FailureError where it is not there any more, broken, or not trusted any more
 */
export async function strategyAgain(
  parts: Pick<HostParts, 'strategies'>,
  { projectId }: Pick<Run, 'projectId'>,
  choice: StrategyChoice,
): Promise<Pick<RunOrder, 'strategy' | 'version' | 'buildChild'>> {
  const strategies = await parts.strategies.of(projectId)
  const built = strategies.build(choice)
  if (built.ok) return { strategy: built.strategy, version: built.version, buildChild: strategies.build }
  const { message, advice } = built.failure
  throw new FailureError({
    ...built.failure,
    message: `The strategy of this run can't be had any more. ${message}`,
    advice: `Bring its file back as it was and try again, or send a message to go on with another strategy. ${advice}`,
  })
}
