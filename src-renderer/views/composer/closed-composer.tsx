import { FileUp, MessageSquarePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { otherToolName } from '../../../src-shared/strategy/other-tools.ts'
import styles from '../../parts/choices/composer.module.css'
import { openImport } from '../../stores/server-cache/export-store.ts'
import { useRecordedBy } from '../../stores/server-cache/read-only-project.ts'
import { newConversation } from '../../stores/session/conversations.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'

/** Replaces the composer if nothing can be continued. Focusable, so that screen readers announce it. */
export function ClosedComposer() {
  const tool = useRecordedBy()
  const readOnlyProject = useWorkbench((state) => state.project?.readOnly === true)
  if (tool === null)
    return (
      <Closed why="Imported for viewing only: you can play it back and verify it, but it has no project files. To continue it, import the file into one of your projects.">
        <Button icon={<FileUp aria-hidden="true" />} onClick={() => openImport(null, 'project')}>
          Import into a project…
        </Button>
      </Closed>
    )
  const name = otherToolName(tool)
  return (
    <Closed
      why={`${name} recorded this conversation, so it is read-only: you can play it back, search it and export it. It can’t be continued or verified here, because it used the prompts and tools of ${name}.`}
    >
      {!readOnlyProject && (
        <Button icon={<MessageSquarePlus aria-hidden="true" />} onClick={newConversation}>
          New conversation
        </Button>
      )}
    </Closed>
  )
}

function Closed({ why, children }: { readonly why: string; readonly children: ReactNode }) {
  return (
    <div className={styles.place}>
      <div className={styles.composer}>
        <div className={styles.closed}>
          <p id="closed-why">{why}</p>
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
          {children}
        </div>
      </div>
    </div>
  )
}
