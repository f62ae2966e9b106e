import { closeOverlay, openOverlay } from '../../stores/session/layout-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { Dialog } from '../../widgets/overlays/dialog.tsx'
import styles from './help-strategy.module.css'

const examples = [
  ['Tool loop', 'The standard agent: the model calls tools until it answers. Quick, and enough for most tasks.'],
  [
    'Plan, revise, execute',
    'Writes a plan, reviews and improves it, then executes it step by step. For larger changes.',
  ],
  ['Reflection', 'Drafts an answer, criticizes it, and improves it. It can wrap another strategy.'],
  ['Best of n', 'Several candidates work in separate copies; the best result is kept. For hard tasks.'],
] as const

/** Dialog "What is a strategy?". */
export function HelpStrategy({ open }: { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={closeOverlay}
      title="What is a strategy?"
      size="medium"
      actions={
        <Button look="primary" onClick={closeOverlay}>
          Close
        </Button>
      }
    >
      <div className={styles.text}>
        <p>
          A strategy is how an agent works: when it calls the model, what it plans or checks first, and when it stops.
          The model and the tools stay the same; the way of working is yours to choose for each message.
        </p>
        <dl>
          {examples.map(([name, about]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
        <p>
          Choose one in the menu below the message. <b>Options</b> shows its phases and settings. To find out which one
          suits a task, run both with <b>Compare</b>.
        </p>
        <p>
          <Button small onClick={() => openOverlay('strategy')}>
            Compose a strategy…
          </Button>
        </p>
      </div>
    </Dialog>
  )
}
