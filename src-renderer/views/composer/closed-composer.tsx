import { FileUp } from 'lucide-react'
import styles from '../../parts/choices/composer.module.css'
import { openImport } from '../../stores/server-cache/export-store.ts'
import { Button } from '../../widgets/controls/button.tsx'

/** Replaces the composer in a read-only project. Focusable, so that screen readers announce it. */
export function ClosedComposer() {
  return (
    <div className={styles.place}>
      <div className={styles.composer}>
        <div className={styles.closed}>
          <p id="closed-why">
            Imported for viewing only: you can play it back and verify it, but it has no project files. To continue it,
            import the file into one of your projects.
          </p>
          <textarea
            className={styles.box}
            aria-label="Message"
            aria-describedby="closed-why"
            aria-disabled="true"
            readOnly
            rows={1}
            value=""
            placeholder="Nothing can be sent here"
          />
          <Button icon={<FileUp aria-hidden="true" />} onClick={() => openImport(null, 'project')}>
            Import into a project…
          </Button>
        </div>
      </div>
    </div>
  )
}
