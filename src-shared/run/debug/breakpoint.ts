import { z } from 'zod'
import { leafKinds } from '../leaf-starts.ts'

const name = z.string().min(1).max(200)

/** Where a run pauses: before the first step that fits. Names and paths may be globs. */
export const breakpoint = z.discriminatedUnion('on', [
  z.object({ on: z.literal('step'), kind: z.enum(leafKinds) }),
  z.object({ on: z.literal('tool'), name }),
  /** The first step of the phase. */
  z.object({ on: z.literal('phase'), name }),
  z.object({ on: z.literal('role'), name }),
  /** The first step of a child run; `name` is its sub-agent's or its strategy's. */
  z.object({ on: z.literal('agent'), name }),
  /** A tool call that is about to write, move or delete the path, as its arguments say. */
  z.object({ on: z.literal('path'), glob: name }),
  /** US dollars that the run has cost. */
  z.object({ on: z.literal('cost'), above: z.number().min(0) }),
  /** The score that a note or a check has just given. */
  z.object({ on: z.literal('score'), below: z.number() }),
])
export type Breakpoint = z.infer<typeof breakpoint>

/** A project's breakpoint. `active`: runs pause at it; `trials`: so do trials of comparisons, which ignore others. */
export const savedBreakpoint = z.object({ at: breakpoint, active: z.boolean(), trials: z.boolean() })
export type SavedBreakpoint = z.infer<typeof savedBreakpoint>

/** Maximum breakpoints of a project, and of a command line. */
export const maxBreakpoints = 100
