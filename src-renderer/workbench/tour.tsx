import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect } from 'react'
import { endTour, nextTourStep, tourSteps, useTour } from '../stores/session/tour-store.ts'
import { Button } from '../widgets/controls/button.tsx'
import { IconButton } from '../widgets/controls/icon-button.tsx'
import styles from './tour.module.css'

/**
 * A tour of three steps: a card over the conversation, and a ring around the element that it describes. Dialog "Tour",
 * not modal.
 */
export function Tour() {
  const step = useTour((state) => state.step)
  const shown = step === null ? undefined : tourSteps[step]
  useEffect(() => {
    const target = shown === undefined ? null : document.querySelector<HTMLElement>(shown.at)
    target?.setAttribute('data-tour-ring', '')
    return () => target?.removeAttribute('data-tour-ring')
  }, [shown])
  if (shown === undefined || step === null) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    endTour()
  }
  const last = step + 1 === tourSteps.length
  return (
    <div className={styles.card} role="dialog" aria-modal="false" aria-label="Tour" onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <span className="figure">
          {step + 1} of {tourSteps.length}
        </span>
        <h2>{shown.title}</h2>
        <IconButton small label="End the tour" onClick={endTour}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <p>{shown.text}</p>
      <div className={styles.actions}>
        <Button key={step} look="primary" small autoFocus onClick={nextTourStep}>
          {last ? 'Done' : 'Next'}
        </Button>
      </div>
    </div>
  )
}
