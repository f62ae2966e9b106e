import { formatTokens } from '../../../src-shared/base/format.ts'
import type { InstructionFile } from '../../../src-shared/strategy/task.ts'
import styles from './instruction-list.module.css'

/** The files with instructions that a run was given or that were left out: each with its size and the reason. */
export function InstructionList({ files }: { files: readonly InstructionFile[] }) {
  return (
    <ul className={styles.list} aria-label="Instruction files">
      {files.map(({ file, characters, why }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may be sent twice, and the list is never reordered
        <li key={at}>
          <code title={file}>{file}</code>
          <span className={styles.size}>{characters === 0 ? 'not sent' : formatTokens(Math.ceil(characters / 4))}</span>
          <span className={styles.why}>{why}</span>
        </li>
      ))}
    </ul>
  )
}
