import { Dialog } from '@base-ui/react/dialog'
import { ArrowLeft } from 'lucide-react'
import { useRef } from 'react'
import { ChangesView } from '../../parts/changes/changes.tsx'
import { FileView } from '../../parts/files/file-view.tsx'
import { closeWide, type WidePage as Page, useWide } from '../../stores/session/layout-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { Segmented } from '../../widgets/controls/segmented.tsx'
import { ErrorBoundary } from '../../widgets/feedback/error-boundary.tsx'
import styles from './wide-page.module.css'

/** Changes, or a file, over the whole window. */
export function WidePage() {
  const page = useWide((state) => state.page)
  const body = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={page !== null} onOpenChange={(next) => !next && closeWide()}>
      <Dialog.Portal>
        <Dialog.Popup
          className={styles.page}
          data-modal=""
          aria-label={page === 'file' ? 'File' : 'Review of the changes'}
          initialFocus={() => body.current?.querySelector<HTMLElement>('[data-focus-first]') ?? true}
        >
          <header className={styles.head}>
            <Button look="quiet" icon={<ArrowLeft aria-hidden="true" />} keys="Escape" onClick={closeWide}>
              Back to the conversation
            </Button>
            <Segmented<Page>
              name="Page"
              value={page ?? 'changes'}
              choices={[
                { value: 'changes', label: 'Changes' },
                { value: 'file', label: 'File' },
              ]}
              onChange={(next) => useWide.setState({ page: next })}
            />
          </header>
          <div ref={body} className={styles.body}>
            <ErrorBoundary>{page === 'file' ? <FileView /> : <ChangesView />}</ErrorBoundary>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
