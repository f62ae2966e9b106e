import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { startComparison } from '../../../src-shared/api/comparison-requests.ts'
import { laneSetUp } from '../../../src-shared/comparison/comparison.ts'
import { writtenOf } from '../../../src-shared/mentions/attached.ts'
import { sentImagesOf } from '../../../src-shared/mentions/sent-images.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { eventsOf, gate, newTestConversation, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { bundleOf, importInto } from '../bundles/bundle-kit.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function talk(images: boolean | undefined) {
  const project = await temporaryProject({ 'a.txt': '' })
  const server = await hostModelServer(() => ({ text: 'Seen.' }))
  const host = await openTestHost()
  const profile = testProfile(server.url, images === undefined ? {} : { images })
  const { message } = await newTestConversation(host, project.folder, profile)
  const { ref } = await ask(host, 'image-add', { name: 'a.png', data: pixel })
  return { server, host, message, ref }
}

test('an image is stored once, sent with its message and in later turns, and rebuilt from the log', async () => {
  const { server, host, message, ref } = await talk(undefined)
  expect((await ask(host, 'image-add', { name: 'again.png', data: pixel })).ref).toBe(ref)
  const run = await runToEnd(host, message('What is it?', { images: [{ ref, name: 'a.png' }] }))
  expect(run.status).toBe('completed')
  const sent = server.requests[0]?.messages.at(-1)?.content
  expect(sent).toMatchObject([
    { type: 'text', text: expect.stringContaining('What is it?') },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } },
  ])
  const start = eventsOf(host, run.id).find((event) => event.type === 'model-start')
  const path = start?.type === 'model-start' ? start.path : ''
  // Images this small are not cut for display.
  expect((await ask(host, 'run-exchange', { runId: run.id, path })).sent).toBe(server.sent[0])
  await runToEnd(host, message('And now?', { parentId: run.turnId }))
  expect(server.sent[1]).toContain(pixel)
  expect(await ask(host, 'run-replay', { runId: run.id, verify: true })).toMatchObject({
    reached: 'outcome',
    divergence: null,
  })
})

test('a model that takes no images gets a line of text, and the log says so', async () => {
  const { server, host, message, ref } = await talk(false)
  const run = await runToEnd(host, message('What is it?', { images: [{ ref, name: 'a.png' }] }))
  expect(server.sent[0]).not.toContain(pixel)
  expect(server.sent[0]).toContain('this model takes no images')
  const start = eventsOf(host, run.id).find((event) => event.type === 'model-start')
  expect(start).toMatchObject({ images: false })
})

test('an export has the images of its messages and of those before them', async () => {
  const { host, message, ref } = await talk(undefined)
  const first = await runToEnd(host, message('What is it?', { images: [{ ref, name: 'a.png' }] }))
  const second = await runToEnd(host, message('And now?', { parentId: first.turnId }))
  for (const { id } of [first, second]) {
    const { bytes } = await bundleOf(host, { kind: 'run', id })
    const other = await openTestHost()
    await importInto(other, bytes, null)
    expect(await ask(other, 'image-read', { ref })).toEqual({ mediaType: 'image/png', data: pixel })
  }
})

test('a queued message attaches files and images when it is queued, and an export has them', async () => {
  const door = gate()
  const project = await temporaryProject({ 'a.txt': 'the text of a' })
  const server = await hostModelServer((_, turn) =>
    turn === 0
      ? { calls: [{ tool: 'read_file', arguments: { path: 'a.txt' } }], until: door.passed }
      : { text: 'Seen.' },
  )
  const host = await openTestHost()
  const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
  const { ref } = await ask(host, 'image-add', { name: 'a.png', data: pixel })
  const { id: runId } = await ask(host, 'run-start', message('Begin.'))
  await ask(host, 'run-queue', { runId, message: 'See @a.txt', images: [{ ref, name: 'a.png' }] })
  const [waiting = ''] = await ask(host, 'run-queue-read', { runId })
  expect([writtenOf(waiting), sentImagesOf(waiting)]).toEqual(['See @a.txt', [{ ref, name: 'a.png' }]])
  door.open()
  expect((await host.runs.untilEnded(runId)).status).toBe('completed')
  for (const part of [pixel, 'See @a.txt', 'the text of a']) expect(server.sent[1]).toContain(part)
  const { bytes } = await bundleOf(host, { kind: 'run', id: runId })
  const other = await openTestHost()
  await importInto(other, bytes, null)
  expect(await ask(other, 'image-read', { ref })).toEqual({ mediaType: 'image/png', data: pixel })
})

test('a message that comes too late is the next turn, with its images', async () => {
  const door = gate()
  const project = await temporaryProject({})
  const server = await hostModelServer((_, turn) =>
    turn === 0 ? { text: 'Done.', until: door.passed } : { text: 'More.' },
  )
  const host = await openTestHost()
  const { message, conversation } = await newTestConversation(host, project.folder, testProfile(server.url))
  const { ref } = await ask(host, 'image-add', { name: 'a.png', data: pixel })
  const { id: runId } = await ask(host, 'run-start', message('Begin.'))
  await ask(host, 'run-queue', { runId, message: 'And this.', images: [{ ref, name: 'a.png' }] })
  door.open()
  await expect.poll(() => server.sent.length).toBe(2)
  expect(server.sent[1]).toContain(pixel)
  const { turns } = await ask(host, 'conversation-open', { conversationId: conversation.id })
  expect(turns.map((turn) => turn.message)).toEqual(['Begin.', 'And this.'])
})

test('every lane of a comparison gets the images of its message', async () => {
  const { server, host, message, ref } = await talk(undefined)
  const { conversationId } = message('')
  const lane = laneSetUp.parse({ strategy: { name: 'chat', options: {} }, roles: { default: 'prof_test' } })
  const images = [{ ref, name: 'a.png' }]
  const origin = {
    kind: 'message',
    conversationId,
    parentId: null,
    message: 'Look.',
    images,
    workspaceId: null,
  } as const
  const started = startComparison.parse({ origin, lanes: [lane, lane], approval: 'everything' })
  const { id: comparisonId } = await ask(host, 'comparison-start', started)
  await expect.poll(async () => (await ask(host, 'comparison-open', { comparisonId })).state).toBe('done')
  expect(server.sent.filter((each) => each.includes(pixel))).toHaveLength(2)
})
