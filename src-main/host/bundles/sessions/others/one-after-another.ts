import type { z } from 'zod'
import type { OtherTool } from '../../../../../src-shared/strategy/other-tools.ts'
import { titleOf } from '../lenient.ts'
import { closedTurns, type OpenLane, type OpenTool, type OpenTurn, openLane } from '../open-lane.ts'
import type { Session, SessionAgent } from '../session.ts'

/** The turns of a session that has them one after another, while it is read. */
export function createTurns() {
  const turns: OpenTurn[] = []
  return {
    turns,
    /** @param parent index of the turn that it follows; left out: the last one */
    ask(message: string, at: number, parent = turns.length === 0 ? null : turns.length - 1): void {
      turns.push({ lane: openLane(message, at), parent, end: null })
    },
    lane: (): OpenLane | undefined => turns.at(-1)?.lane,
    session: (
      tool: OtherTool,
      rest: Pick<Session, 'id' | 'folder' | 'leftOut'> & { readonly title?: string },
      agentOf: (step: OpenTool) => SessionAgent | null = () => null,
    ): Session => ({
      tool,
      ...rest,
      title: titleOf(rest.title ?? '') || titleOf(turns[0]?.lane.goal ?? ''),
      turns: closedTurns(turns, agentOf),
    }),
  }
}

/** Takes each value that has the shape. @returns how many values have not */
export function takeEach<T>(values: readonly unknown[], shape: z.ZodType<T>, take: (read: T) => void): number {
  let leftOut = 0
  for (const value of values) {
    const read = shape.safeParse(value)
    if (read.success) take(read.data)
    else leftOut += 1
  }
  return leftOut
}
