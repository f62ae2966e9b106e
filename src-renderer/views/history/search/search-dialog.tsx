import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, useRef, useState } from 'react'
import { closeOverlay } from '../../../stores/session/layout-store.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import dialog from '../../../widgets/overlays/dialog.module.css'
import palette from '../../../widgets/overlays/palette.module.css'
import { openHit } from './open-hit.ts'
import styles from './search.module.css'
import { SearchAnswer } from './search-answer.tsx'
import { SearchScope, useSearchIn } from './search-scope.tsx'

/** Full-text search in this project or in all projects. */
export function SearchDialog({ open }: { open: boolean }) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={styles.popup} data-modal="" aria-label="Search">
          <Search />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Search() {
  const project = useWorkbench((state) => state.project)
  const [query, setQuery] = useState('')
  const projectId = useSearchIn(project?.id ?? null)
  const answer = useRef<HTMLDivElement>(null)
  const words = query.trim()
  const onKeyDown = (event: KeyboardEvent) => {
    const first = answer.current?.querySelector('button')
    if ((event.key !== 'ArrowDown' && event.key !== 'Enter') || !first || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (event.key === 'Enter') first.click()
    else first.focus()
  }
  return (
    <>
      <div className={styles.head}>
        <input
          type="search"
          className={palette.input}
          aria-label="Search for"
          placeholder="Search messages, answers, calls and results"
          maxLength={200}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {project !== null && <SearchScope name="search-dialog-scope" />}
      </div>
      <div ref={answer} className={styles.answer}>
        {words === '' ? (
          <p className={styles.hint}>
            Parts of names match too: <code>cart</code> finds <code>src/cart.js</code> and <code>emptyCart</code>. Put
            quotes around a phrase.
          </p>
        ) : (
          <SearchAnswer
            query={words}
            projectId={projectId}
            onOpen={(hit) => {
              closeOverlay()
              void openHit(hit)
            }}
          />
        )}
      </div>
    </>
  )
}
