import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import type { MergePlan } from '../../../../src-shared/workspace/merge.ts'
import styles from './merge.module.css'
import { chosenOf, type MergeSelection } from './merge-choices.ts'
import { MergeFileItem } from './merge-file.tsx'

/** Up to this number of files are expanded at first; if there are more, only their names are shown. */
const openAtFirst = 12

interface Props {
  readonly plan: MergePlan
  readonly chosen: MergeSelection
  readonly onChange: (chosen: MergeSelection) => void
}

/**
 * The files and hunks of a merge, each with a checkbox and a description. Independent of where the changes come from.
 */
export function MergeList({ plan, chosen, onChange }: Props) {
  const scroll = useRef<HTMLDivElement>(null)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const { files } = plan
  const list = useVirtualizer({
    count: files.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 38,
    getItemKey: (index) => files[index]?.path ?? index,
    overscan: 6,
    paddingEnd: 12,
  })
  const turn = (path: string) => {
    const after = new Set(turned)
    if (!after.delete(path)) after.add(path)
    setTurned(after)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <div ref={scroll} className={styles.scroll} tabIndex={0}>
      <ul className={styles.list} style={{ height: list.getTotalSize() }} aria-label="Files to merge">
        {list.getVirtualItems().map(({ index, key, start }) => {
          const file = files[index]
          return (
            file && (
              <li
                key={key}
                ref={list.measureElement}
                data-index={index}
                className={styles.item}
                style={{ transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={files.length}
              >
                <MergeFileItem
                  file={file}
                  take={chosenOf(chosen, file)}
                  open={files.length <= openAtFirst !== turned.has(file.path)}
                  onTurn={() => turn(file.path)}
                  onChange={(change) => onChange(change(chosen, file))}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
