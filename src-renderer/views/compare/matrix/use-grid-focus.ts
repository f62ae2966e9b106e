import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

/** A cell by its row and column, from 0. */
interface GridPlace {
  readonly row: number
  readonly column: number
}

/**
 * One cell of a grid can be reached with Tab, the arrow keys move between cells. The element of a cell has
 * `data-cell="row column"`.
 * @param first the cell that Tab reaches at first
 * Source: WAI-ARIA Authoring Practices, grid pattern, with roving tabindex.
 */
export function useGridFocus(
  table: RefObject<HTMLElement | null>,
  rows: number,
  columns: number,
  first: () => GridPlace,
) {
  const [wanted, want] = useState<GridPlace>(first)
  const moved = useRef(false)
  const place = { row: Math.min(wanted.row, rows - 1), column: Math.min(wanted.column, columns - 1) }
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    table.current?.querySelector<HTMLElement>(`[data-cell="${place.row} ${place.column}"]`)?.focus()
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveBy(event.key, place, rows, columns)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    moved.current = true
    want(next)
  }
  return { place, onKeyDown, focusAt: want }
}

const page = 8

function moveBy(key: string, { row, column }: GridPlace, rows: number, columns: number): GridPlace | null {
  const [down, right] = steps[key] ?? [0, 0]
  if (down === 0 && right === 0) return null
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
  return { row: within(row + down, rows), column: within(column + right, columns) }
}

const far = 100_000
const steps: { readonly [key: string]: readonly [down: number, right: number] } = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [page, 0],
  PageUp: [-page, 0],
  Home: [0, -far],
  End: [0, far],
}
