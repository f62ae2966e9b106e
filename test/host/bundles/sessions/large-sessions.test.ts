import { expect, test } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { maxLines, sessionLines } from '../../../../src-main/host/bundles/sessions/session-lines.ts'
import { openTestHost } from '../../../kit/host/host-open.ts'
import { importInto } from '../bundle-kit.ts'

const line = (value: unknown) => `${JSON.stringify(value)}\n`

test('a message that is too long is shortened, and that is said', async () => {
  const host = await openTestHost()
  const message = (uuid: string, text: string) =>
    line({
      type: 'user',
      uuid,
      sessionId: 's',
      timestamp: '2026-01-01T00:00:00Z',
      message: { role: 'user', content: text },
    })
  const file = Buffer.from(message('one', 'short') + message('two', 'x'.repeat(1_000_001)))
  const { conversationId, notes } = await importInto(host, file)
  const { turns } = await ask(host, 'conversation-open', { conversationId })
  expect(turns.map((turn) => turn.message.length)).toEqual([5, 1_000_000])
  expect(notes).toEqual(['A message is longer than 1,000,000 characters; the rest of it was left out.'])
})

test('each line after the last that is read is counted as left out', () => {
  const pieces = [Buffer.from('{"a":1}\n\n{"b"'), Buffer.from(':2}\n{"c":3}\n{"d":4}')]
  expect([...sessionLines(pieces, 100, 2)]).toEqual(['{"a":1}', '{"b":2}', null, null])
})

test('of a session with more lines than are read the first are imported, and the others are counted', async () => {
  const host = await openTestHost()
  const first = line({
    type: 'user',
    uuid: 'u',
    sessionId: 's',
    timestamp: '2026-01-01T00:00:00Z',
    message: { role: 'user', content: 'Hello' },
  })
  const quiet = line({ type: 'system' })
  const last = line({ type: 'user', uuid: 'v', message: { role: 'user', content: 'Beyond' } })
  const file = Buffer.from(first + quiet.repeat(maxLines - 1) + last + last)
  const { conversationId, notes } = await importInto(host, file)
  const { turns } = await ask(host, 'conversation-open', { conversationId })
  expect(turns.map(({ message }) => message)).toEqual(['Hello'])
  expect(notes).toEqual(['2 lines of the file could not be read, or came after the first 1,000,000.'])
}, 120_000)
