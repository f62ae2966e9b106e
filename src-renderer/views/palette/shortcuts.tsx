import { useState } from 'react'
import { commandGroups, useCommandStore } from '../../commands/command-store.ts'
import { closeOverlay } from '../../stores/session/layout-store.ts'
import { keyLabel } from '../../widgets/keys.ts'
import { Dialog } from '../../widgets/overlays/dialog.tsx'
import styles from './shortcuts.module.css'

/** All keys, grouped by purpose. */
export function Shortcuts({ open }: { open: boolean }) {
  return (
    <Dialog open={open} onClose={closeOverlay} title="Keyboard shortcuts" size="medium">
      <Keys />
    </Dialog>
  )
}

function Keys() {
  const [commands] = useState(() => [
    ...new Map(useCommandStore.getState().commands.map((each) => [each.id, each])).values(),
  ])
  return (
    <div className={styles.groups}>
      {commandGroups.map((group) => {
        const shown = commands.filter((each) => each.group === group && each.keys !== undefined)
        if (shown.length === 0) return null
        return (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <dl>
              {shown.map((each) => (
                <div key={each.id}>
                  <dt>{each.title}</dt>
                  <dd>{keyLabel(each.keys ?? '')}</dd>
                </div>
              ))}
            </dl>
          </section>
        )
      })}
    </div>
  )
}
