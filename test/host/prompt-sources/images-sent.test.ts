import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { eventsOf, newTestConversation, openTestHost, runToEnd, testProfile } from '../../kit/host/host-open.ts'
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
