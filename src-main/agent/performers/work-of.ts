import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { Leaf } from '../../strategy/steps.ts'
import type { RunContext } from '../run-context.ts'
import { hookWork } from './hook.ts'
import type { LeafWork } from './leaf-work.ts'
import { modelWork } from './model.ts'
import { promptAgentWork } from './prompt-agent.ts'
import { inboxWork, noteWork, randomWork, readClockWork } from './quiet-steps.ts'
import { strategyToolWork } from './strategy-tool.ts'
import { toolWork } from './tool.ts'
import { askUserWork } from './user.ts'
import { changesWork, checkWork, restoreWork, snapshotWork } from './workspace.ts'

/** Which file executes a step. A new leaf step is one line here and one file in this folder. */
export function workOf(step: Leaf, path: string, context: RunContext): LeafWork {
  switch (step.kind) {
    case 'call-model':
      return modelWork(step, path, context)
    case 'run-tool':
      return toolWork(step, path, context)
    case 'own-tool':
      return strategyToolWork(step, path)
    case 'ask-user':
      return askUserWork(step, path, context)
    case 'snapshot':
      return snapshotWork(step, path, context)
    case 'restore':
      return restoreWork(step, path, context)
    case 'changes':
      return changesWork(step, path, context)
    case 'check':
      return checkWork(step, path, context)
    case 'random':
      return randomWork(step, path, context)
    case 'read-clock':
      return readClockWork(step, path, context)
    case 'prompt-agent':
      return promptAgentWork(step, path, context)
    case 'hook':
      return hookWork(step, path, context)
    case 'inbox':
      return inboxWork(step, path, context)
    case 'note':
      return noteWork(step, path, context)
    default:
      return assertNever(step)
  }
}
