import type { ReactNode } from 'react'
import '../../widgets/code/code.css'
import { CopyButton } from '../../widgets/code/copy-button.tsx'
import { SectionHeader } from '../../widgets/section-header.tsx'
import styles from './inspector.module.css'

interface SectionProps {
  readonly title: string
  /** The text for the copy button; undefined for no button. */
  readonly copy?: string | (() => string) | undefined
  readonly children: ReactNode
}

export function Section({ title, copy, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <SectionHeader title={title}>
        {copy !== undefined && <CopyButton text={copy} label={`Copy ${title.toLowerCase()}`} />}
      </SectionHeader>
      {children}
    </section>
  )
}
