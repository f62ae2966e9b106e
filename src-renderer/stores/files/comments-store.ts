import { z } from 'zod'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** A comment on lines that a run changed: a draft until it becomes part of a message. */
export interface LineComment {
  readonly id: string
  /** Key of the message draft that it will be part of (`draftKey`). */
  readonly draft: string
  readonly runId: string
  readonly path: string
  /** Which version of the file the line numbers refer to: before or after the change. */
  readonly side: 'old' | 'new'
  /** From 1; both inclusive. */
  readonly from: number
  readonly to: number
  /** The text of the lines. */
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
  /** The comment being written. */
  readonly open: string | null
}

/** Saved comments persist across restarts, as drafts do. */
export const useComments = create<Comments>()(
  persist((): Comments => ({ comments: [], open: null }), {
    name: 'stratagem-comments',
    storage: createJSONStorage(() => localStorage),
    partialize: ({ comments }) => ({ comments }),
    merge: (stored, now) => ({ ...now, ...keptShape.parse(stored) }),
  }),
)
const { getState, setState } = useComments

let made = 0

/** Adds a comment and opens it for editing. */
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

/** Stops editing; a comment without text is removed. */
export function closeComment(): void {
  setState(({ comments }) => ({ comments: withoutEmpty(comments), open: null }))
}

/** @returns a function that restores them */
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
