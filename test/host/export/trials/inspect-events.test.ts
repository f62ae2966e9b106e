import { expect, test } from 'vitest'
import { z } from 'zod'
import { inspectEvents } from '../../../../src-main/host/export/trials/inspect-events.ts'
import { parseEvent } from '../../../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../../../src-shared/run/view/fold.ts'
import { liveOnce } from '../../../kit/agent/registry-runs.ts'

const message = z.object({ id: z.string(), role: z.enum(['user', 'assistant', 'tool']), content: z.string() })
const frame = { uuid: z.string(), timestamp: z.iso.datetime({ offset: true }), working_start: z.number() }
const event = z.discriminatedUnion('event', [
  z.object({
    ...frame,
    event: z.literal('model'),
    input_refs: z.array(z.tuple([z.number(), z.number()])),
    output: z.object({ choices: z.array(z.object({ message })) }),
  }),
  z.object({ ...frame, event: z.literal('tool'), function: z.string(), arguments: z.record(z.string(), z.unknown()) }),
])

// What `messages_df` and `events_df` of inspect_ai read: messages by the events of models, each once by its id.
test('every message of a run can be reached from its events, also where branches run at once', async () => {
  const { events: logged } = await liveOnce({ name: 'best-of-n', options: { candidates: 2 } })
  const view = foldItems(
    emptyRunView(),
    logged.map((each) => ({ kind: 'event', event: parseEvent(JSON.stringify(each)) })),
  )
  const made = inspectEvents(view, 'run_1', { id: 'run_1 task', role: 'user', content: 'Go.' })
  const messages = z.array(message).parse(made.messages)
  const events = z.array(event).parse(made.events)
  expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(events.length)
  const reached = new Set(
    events.flatMap((each) =>
      each.event === 'tool'
        ? []
        : [
            ...each.input_refs.flatMap(([from, end]) => messages.slice(from, end).map(({ id }) => id)),
            ...each.output.choices.map((choice) => choice.message.id),
          ],
    ),
  )
  const said = messages.filter(({ role }) => role !== 'tool').map(({ id }) => id)
  expect(said.length).toBeGreaterThan(3)
  for (const id of said) expect([...reached]).toContain(id)
  for (const each of events)
    if (each.event === 'model') for (const [from, end] of each.input_refs) expect(from).toBeLessThan(end)
})
