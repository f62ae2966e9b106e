import { expect, it } from 'vitest'
import { expectOneEnd, worldOf } from '../kit/agent/agent-lives.ts'
import { configFor } from '../kit/agent/agent-ports.ts'
import { familyTrials } from '../kit/agent/agent-trials.ts'

it.each(Object.entries(familyTrials))(
  '%s: one strategy object serves several runs at the same time, and a stopped one among them, as if each had its own',
  async (_, trial) => {
    const { strategy } = configFor(trial.choice, { task: trial.task })
    const alone = await worldOf(trial).live()
    const stopAt = ({ seq }: { seq: number }) => seq === 3
    const [first, stopped, second] = await Promise.all([
      worldOf(trial).live({ strategy }),
      worldOf(trial).live({ strategy, stopAt }),
      worldOf(trial).live({ strategy }),
    ])
    for (const { end } of [first, second]) expect(end).toEqual(alone.end)
    for (const { events } of [first, stopped, second]) expectOneEnd(events)
    expect(stopped.end.status).toBe('aborted')
    expect((await worldOf(trial).live({ strategy })).end).toEqual(alone.end)
  },
)
