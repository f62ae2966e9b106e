import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Command, useCommands } from '../../commands/command-store.ts'
import { ChangesView } from '../../parts/changes/changes.tsx'
import { FileView } from '../../parts/files/file-view.tsx'
import { closeWide, type WidePage as Page, useWide } from '../../stores/session/layout-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { Segmented } from '../../widgets/controls/segmented.tsx'
import { ErrorBoundary } from '../../widgets/feedback/error-boundary.tsx'
import styles from './wide-page.module.css'

const commands: readonly Command[] = [
  {
    id: 'close-wide',
    title: 'Back to the conversation',
    group: 'View',
    keys: 'Escape',
    keyOnly: true,
    whileTyping: true,
    run: closeWide,
  },
]

/** Changes or a file over the whole window. The content below is inert; toasts and menus are not. */
export function WidePage() {
  const page = useWide((state) => state.page)
  return page === null ? null : <Shown page={page} />
}

function Shown({ page }: { readonly page: Page }) {
  const box = useRef<HTMLDivElement>(null)
  useCommands(commands)
  useEffect(() => {
    const before = document.activeElement
    const first = box.current?.querySelector<HTMLElement>('[data-focus-first]') ?? box.current
    first?.focus()
    return () => {
      // The content below can be focused only after the frame has been drawn without this page.
      if (before instanceof HTMLElement) requestAnimationFrame(() => before.isConnected && before.focus())
    }
  }, [])
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={page === 'file' ? 'File' : 'Review of the changes'}
      tabIndex={-1}
      className={styles.page}
    >
      <header className={styles.head}>
        <Button look="quiet" icon={<ArrowLeft aria-hidden="true" />} keys="Escape" onClick={closeWide}>
          Back to the conversation
        </Button>
        <Segmented<Page>
          name="Page"
          value={page}
          choices={[
            { value: 'changes', label: 'Changes' },
            { value: 'file', label: 'File' },
          ]}
          onChange={(next) => useWide.setState({ page: next })}
        />
      </header>
      <div className={styles.body}>
        <ErrorBoundary>{page === 'file' ? <FileView /> : <ChangesView />}</ErrorBoundary>
      </div>
    </div>
  )
}
