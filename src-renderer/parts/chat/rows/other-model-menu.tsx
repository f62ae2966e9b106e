import { ChevronDown } from 'lucide-react'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import type { ModelSpan } from '../../../../src-shared/run/view/run-view.ts'
import { toastOnFailure } from '../../../stores/report.ts'
import { continueWithModel } from '../../../stores/runs/other-model.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { useReadOnly } from '../../../stores/server-cache/read-only-project.ts'
import { useSettings } from '../../../stores/server-cache/settings-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Menu } from '../../../widgets/overlays/menu.tsx'
import { useInComparison } from './in-comparison.ts'

interface Props {
  readonly run: Run
  /** The model call that waits or failed. */
  readonly span: Pick<ModelSpan, 'path' | 'bound'>
}

/**
 * Continues with another model from a model call that waits or failed, in a new branch. Hidden if there is no other
 * model.
 */
export function OtherModelMenu({ run, span }: Props) {
  const profiles = useSettings((state) => valueOr(state.profiles, null)?.profiles)
  const readOnly = useReadOnly()
  const compared = useInComparison()
  const others = profiles?.filter(({ id }) => id !== span.bound.profileId) ?? []
  if (others.length === 0 || compared || readOnly || run.imported) return null
  return (
    <Menu
      trigger={
        <Button small>
          Use another model
          <ChevronDown aria-hidden="true" />
        </Button>
      }
      groups={[
        {
          label: 'Continues from this step in a new branch',
          items: others.map(({ id, name, model }) => ({
            label: name,
            summary: model,
            run: () => void toastOnFailure(continueWithModel(run, span, id)),
          })),
        },
      ]}
    />
  )
}
