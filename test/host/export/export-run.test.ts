import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/ask.ts'
import { parseEvent } from '../../../src-shared/event.ts'
import { exportFormats } from '../../../src-shared/run-export.ts'
import { hostModelServer } from '../../kit/host-model-server.ts'
import { eventsOf, newTalk, openTestHost, runToEnd, testProfile } from '../../kit/host-open.ts'
import { temporaryProject } from '../../kit/temporary-project.ts'

const secret = ['sk', 'proj', 'a1B2c3D4e5F6g7H8i9J0'].join('-')

async function twoTurns() {
  const files = await temporaryProject({ '.env': `OPENAI_API_KEY=${secret}\n` })
  const server = await hostModelServer(({ messages }, turn) =>
    turn === 0
      ? { calls: [{ tool: 'read_file', arguments: { path: '.env' } }] }
      : { text: messages.length > 4 ? `Still ${secret}.` : 'It has a key & <b>more</b>.' },
  )
  const host = await openTestHost()
  const { message } = await newTalk(host, files.folder, testProfile(server.url))
  const first = await runToEnd(host, message('What is in .env?'))
  const second = await runToEnd(host, message('And now?', { parentId: first.turnId }))
  return { host, first, second }
}

test('a run goes out in every format with no secret in it, and says how many there were (T30)', async () => {
  const { host, first, second } = await twoTurns()
  expect(JSON.stringify(eventsOf(host, first.id))).toContain(secret)
  for (const run of [first, second])
    for (const format of exportFormats) {
      const { text, redacted, fileName } = await ask(host, 'run-export', { runId: run.id, format })
      expect(text).not.toContain(secret)
      expect(fileName).toMatch(/^run_\w+\.[a-z.]+$/)
      // What a model said is no attribute of a span; what a tool read is.
      if (run === (format === 'otlp' ? first : second))
        expect(redacted).toEqual([{ kind: 'OpenAI key', count: expect.any(Number) }])
    }
})

test('the lines of jsonl read back as the events they were, but for what was taken out', async () => {
  const { host, first } = await twoTurns()
  const { text } = await ask(host, 'run-export', { runId: first.id, format: 'jsonl' })
  const read = text.trimEnd().split('\n').map(parseEvent)
  const wanted = JSON.stringify(eventsOf(host, first.id)).replaceAll(secret, '[redacted: OpenAI key]')
  expect(JSON.stringify(read)).toBe(wanted)
})

test('markdown tells the branch: messages, what was done, answers', async () => {
  const { host, second } = await twoTurns()
  const { text } = await ask(host, 'run-export', { runId: second.id, format: 'markdown' })
  const told = text.replaceAll(/^\*tool-loop · completed · .*\*$/gm, '*facts*')
  expect(told).toBe(
    [
      '# What is in .env?',
      '## User',
      'What is in .env?',
      '## Assistant',
      '*facts*',
      '- ✓ `read_file` 1 line',
      'It has a key & <b>more</b>.',
      '## User',
      'And now?',
      '## Assistant',
      '*facts*',
      'Still [redacted: OpenAI key].',
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/, '\n'),
  )
})
