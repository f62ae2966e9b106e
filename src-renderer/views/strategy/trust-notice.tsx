import { useState } from 'react'
import type { ProjectTrust } from '../../../src-shared/preset.ts'
import { ask } from '../../host.ts'
import { loadPresets, usePresets } from '../../stores/preset-store.ts'
import { carryOut } from '../../stores/report.ts'
import { useWorkbench } from '../../stores/workbench-store.ts'
import { Alert } from '../../widgets/alert.tsx'
import { Button } from '../../widgets/button.tsx'
import styles from './trust.module.css'

/** @returns the open project's trust, where it brings presets */
export function useTrust(): ProjectTrust | null {
  const trust = usePresets(({ presets }) => (presets.state === 'ready' ? presets.value.trust : null))
  return trust === null || trust.state === 'none' ? null : trust
}

export async function decideTrust(trust: ProjectTrust, decision: 'trust' | 'refuse' | 'ask'): Promise<void> {
  const projectId = useWorkbench.getState().project?.id
  if (projectId === undefined) return
  await carryOut(ask('project-trust', { projectId, hash: trust.hash, decision }))
  await loadPresets()
}

/** Asks once, for exactly these files, whether the presets a project brings may be used (T25). */
export function TrustNotice() {
  const trust = useTrust()
  const [looking, setLooking] = useState(false)
  if (trust?.state !== 'undecided') return null
  const count = trust.files.length
  return (
    <Alert
      level="warning"
      message={`This project brings ${count === 1 ? 'a strategy preset' : `${count} strategy presets`}. Use ${count === 1 ? 'it' : 'them'}?`}
      advice="A preset can name a check command, which runs on your machine without asking. Say yes only where you trust who wrote these files. You are asked again when they change."
      actions={
        <>
          <Button small look="primary" onClick={() => void decideTrust(trust, 'trust')}>
            Trust these presets
          </Button>
          <Button small onClick={() => void decideTrust(trust, 'refuse')}>
            Don’t use them
          </Button>
          <Button small look="quiet" aria-expanded={looking} onClick={() => setLooking(!looking)}>
            {looking ? 'Hide files' : 'Look at the files'}
          </Button>
          {looking && <TrustFiles trust={trust} />}
        </>
      }
    />
  )
}

/** The files as they are, nothing made of them. */
export function TrustFiles({ trust }: { trust: ProjectTrust }) {
  return (
    <div className={styles.files}>
      {trust.files.map(({ file, text }) => (
        <div key={file}>
          <code>{file}</code>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long file scrolls, by keyboard too */}
          <pre tabIndex={0}>{text}</pre>
        </div>
      ))}
    </div>
  )
}
