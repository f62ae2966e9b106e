import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { ConversationTree, Turn } from '../../../../src-shared/run/conversation.ts'
import { goToTurn } from '../../../parts/branches/go-to-turn.ts'
import { deleteTurn, markTurn } from '../../../stores/session/branches.ts'
import { adjacentRow, type BranchRow, passingLanes } from './branch-rows.ts'
import { BranchTreeRow, rowId } from './branch-tree-row.tsx'
import styles from './branches.module.css'
import { DeleteQuestion } from './delete-question.tsx'
import { StartOfBranches } from './lane-lines.tsx'
import { markActions } from './mark-actions.ts'

/** Height of a row in px, for which the graph's lines are drawn. */
const rowHeight = 46
/** Height of the mark at the top from which several first messages branch, px. */
const startHeight = 26

interface Props {
  readonly tree: ConversationTree
  readonly rows: readonly BranchRow[]
  /** Whether branches begin at the start of the conversation. */
  readonly forksAtStart: boolean
  /** The shown branch, oldest first. */
  readonly branch: readonly Turn[]
}

/**
 * A virtualized list. The tree itself has the focus and refers to the active row, because that row may be scrolled out
 * of the DOM.
 */
export function BranchTreeList({ tree, rows, forksAtStart, branch }: Props) {
  const scroll = useRef<HTMLDivElement>(null)
  const end = branch.at(-1)?.id ?? null
  const [atTurn, setAtTurn] = useState(end)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Turn | null>(null)
  const onBranch = useMemo(() => new Set(branch.map((turn) => turn.id)), [branch])
  const lanes = useMemo(() => rows.reduce((most, row) => Math.max(most, row.lane), 0) + 1, [rows])
  const passing = useMemo(() => passingLanes(rows, onBranch), [rows, onBranch])
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.turn.id ?? index,
    overscan: 10,
    paddingStart: forksAtStart ? startHeight : 0,
  })
  const found = rows.findIndex((row) => row.turn.id === atTurn)
  const at = found === -1 ? rows.findIndex((row) => row.turn.id === end) : found
  const active = rows[at]
  useEndInView(scroll, end, rows, (index, moved) => {
    if (!moved) setAtTurn(end)
    list.scrollToIndex(index, { align: 'auto' })
  })
  const goTo = (index: number) => {
    setAtTurn(rows[index]?.turn.id ?? null)
    list.scrollToIndex(index, { align: 'auto' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    if (active === undefined) return
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenuOf(active.turn.id)
    else if (moves.has(event.key)) goTo(adjacentRow(rows, at, event.key))
    else if (event.key === 'Enter' || event.key === ' ') goToTurn(active.turn.id)
    else if (event.key === 'F2') setRenaming(active.turn.id)
    else if (event.key === 'Delete') setDeleting(active.turn)
    else if (event.key === 's' || event.key === 'a') void markTurn(active.turn, markActions[event.key](active.turn))
    else return
    event.preventDefault()
  }
  const back = () => scroll.current?.focus()
  return (
    <>
      <div
        ref={scroll}
        className={styles.tree}
        role="tree"
        aria-label="Branches of this conversation"
        aria-activedescendant={active === undefined ? undefined : rowId(active.turn.id)}
        tabIndex={0}
        data-focus-first=""
        data-own-arrows=""
        onKeyDown={onKeyDown}
      >
        <div className={styles.canvas} role="presentation" style={{ height: list.getTotalSize() }}>
          {forksAtStart && <StartOfBranches lanes={lanes} height={startHeight} isShown={onBranch.size > 0} />}
          {list.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index]
            return (
              row && (
                <BranchTreeRow
                  key={key}
                  {...{ tree, row, lanes }}
                  place={{ start, height: rowHeight, index, of: rows.length }}
                  active={index === at}
                  shown={row.turn.id === end ? 'end' : onBranch.has(row.turn.id) ? 'path' : 'no'}
                  shownPassing={passing[index] ?? null}
                  renaming={renaming === row.turn.id}
                  onPoint={() => setAtTurn(row.turn.id)}
                  onRename={(open) => {
                    setRenaming(open ? row.turn.id : null)
                    if (!open) back()
                  }}
                  onDelete={() => setDeleting(row.turn)}
                />
              )
            )
          })}
        </div>
      </div>
      {deleting !== null && (
        <DeleteQuestion
          tree={tree}
          turn={deleting}
          onClose={(sure) => {
            setDeleting(null)
            if (sure) void deleteTurn(tree, deleting).then(back)
          }}
        />
      )}
    </>
  )
}

/** Opens the menu of a turn through the button in its row, which is never focused itself. */
function openMenuOf(turnId: string): void {
  document.getElementById(rowId(turnId))?.querySelector<HTMLElement>('button[aria-haspopup]')?.click()
}

const moves = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])

/**
 * Scrolls to the end of the shown branch when another branch is shown, and keeps it in view when its row moves: of a
 * long conversation the end is loaded first, and the rows before it are added later.
 * @param show `moved`: the same end is in another row now
 */
function useEndInView(
  scroll: RefObject<HTMLElement | null>,
  end: string | null,
  rows: readonly BranchRow[],
  show: (index: number, moved: boolean) => void,
): void {
  const last = useRef<{ readonly end: string | null; readonly index: number }>({ end: null, index: -1 })
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    const index = rows.findIndex((row) => row.turn.id === end)
    const before = last.current
    if (index === -1 || (before.end === end && before.index === index)) return
    last.current = { end, index }
    const moved = before.end === end
    if (!moved || isInView(scroll.current, before.index)) latest.current(index, moved)
  }, [scroll, end, rows])
}

/** Asks the element, because the virtualizer learns of its own scrolling only with the next scroll event. */
function isInView(element: HTMLElement | null, index: number): boolean {
  if (element === null) return false
  const { scrollTop, clientHeight } = element
  const top = index * rowHeight
  return top < scrollTop + clientHeight && top + rowHeight > scrollTop
}
