import { toast } from 'sonner'
import type { Params } from '../../../../src-shared/api/host-api.ts'
import type { ApprovalRule } from '../../../../src-shared/settings/settings.ts'
import { ask } from '../../../host/host.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { loadRules } from '../../../stores/server-cache/settings-store.ts'

/** Answers an approval. A rule that this stores is named, and can be undone. @returns whether it arrived */
export async function decideCall(answer: Params<'run-approve'>): Promise<boolean> {
  return await toastOnFailure(
    ask('run-approve', answer).then((rule) => {
      if (rule !== null) offerUndo(rule)
    }),
  )
}

/** How long a stored rule can be undone without going to the settings, ms. */
const undoMs = 20_000

function offerUndo(rule: ApprovalRule): void {
  const name = ruleName(rule)
  const undo = async () => {
    if (await toastOnFailure(ask('rule-delete', { ruleId: rule.id }).then(loadRules)))
      toast(`Rule removed: ${name} asks again.`)
  }
  toast.success(`From now on in this project, ${name} runs without asking.`, {
    duration: undoMs,
    action: { label: 'Undo', onClick: () => void undo() },
  })
}

const ruleName = ({ tool, pattern }: ApprovalRule): string =>
  tool === 'shell' ? `“${pattern}”` : `${tool} of “${pattern}”`
