import { z } from 'zod'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** A comment on lines of what a run changed: a draft until it becomes part of a message. */
export interface LineComment {
  readonly id: string
  /** Of the draft that it will be part of (`draftKey`). */
  readonly draft: string
  readonly runId: string
  readonly path: string
  /** Which file the numbers are of: as it was before, or as it is after. */
  readonly side: 'old' | 'new'
  /** From 1; both inclusive. */
  readonly from: number
  readonly to: number
  /** The lines themselves. */
  readonly code: readonly string[]
  readonly text: string
}

const lineComment = z.object({
  id: z.string(),
  draft: z.string(),
  runId: z.string(),
  path: z.string(),
  side: z.enum(['old', 'new']),
  from: z.number(),
  to: z.number(),
  code: z.array(z.string()),
  text: z.string(),
})
const keptShape = z.object({ comments: z.array(lineComment).catch([]) }).catch({ comments: [] })

interface Comments {
  /** Oldest first. */
  readonly comments: readonly LineComment[]
  /** The one that is being written. */
  readonly open: string | null
}

/** Written comments outlive the window, as drafts do. */
export const useComments = create<Comments>()(
  persist((): Comments => ({ comments: [], open: null }), {
    name: 'stratagem-comments',
    storage: createJSONStorage(() => localStorage),
    partialize: ({ comments }) => ({ comments }),
    merge: (kept, now) => ({ ...now, ...keptShape.parse(kept) }),
  }),
)
const { getState, setState } = useComments

let made = 0

/** Begins a comment, and opens it. */
export function beginComment(comment: Omit<LineComment, 'id' | 'text'>): void {
  const id = `${Date.now()}-${++made}`
  setState(({ comments }) => ({ comments: [...withoutEmpty(comments), { ...comment, id, text: '' }], open: id }))
}

export function changeComment(id: string, change: Partial<Pick<LineComment, 'text' | 'from' | 'to' | 'code'>>): void {
  setState(({ comments }) => ({ comments: comments.map((each) => (each.id === id ? { ...each, ...change } : each)) }))
}

export function openComment(id: string): void {
  setState(({ comments }) => ({ comments: comments.filter((each) => each.id === id || isWritten(each)), open: id }))
}

/** Ends writing; a comment without words is none. */
export function closeComment(): void {
  setState(({ comments }) => ({ comments: withoutEmpty(comments), open: null }))
}

/** @returns what brings them back */
export function removeComments(ids: readonly string[]): () => void {
  const before = getState().comments
  setState({ comments: before.filter((each) => !ids.includes(each.id)), open: null })
  return () => {
    const back = before.filter((each) => ids.includes(each.id))
    setState(({ comments }) => ({ comments: [...back, ...comments.filter((each) => !ids.includes(each.id))] }))
  }
}

const isWritten = ({ text }: LineComment): boolean => text.trim() !== ''
const withoutEmpty = (comments: readonly LineComment[]) => comments.filter(isWritten)
