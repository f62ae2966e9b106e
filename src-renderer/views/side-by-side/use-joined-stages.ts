import { useMemo, useRef } from 'react'
import type { Stage } from '../timeline/stage.ts'

/** Stages that come and go are joined, so that where one goes the others go. The order of `names` is theirs. */
export function useJoinedStages(names: readonly string[]): (name: string, stage: Stage | null) => void {
  const stages = useRef(new Map<string, Stage>())
  const order = useRef(names)
  order.current = names
  return useMemo(
    () => (name, stage) => {
      if (stage === null) stages.current.delete(name)
      else stages.current.set(name, stage)
      const all = order.current.flatMap((each) => stages.current.get(each) ?? [])
      for (const each of all) each.join(all.filter((other) => other !== each))
    },
    [],
  )
}
