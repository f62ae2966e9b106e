import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { openTestHost } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

test('agents have the tool that reads web pages once the user switches it on', async () => {
  const host = await openTestHost()
  const { folder } = await temporaryProject({})
  const { id } = await ask(host, 'project-open', { folder })
  const names = async () => (await ask(host, 'tools-list', { projectId: id })).map(({ name }) => name)
  expect(await names()).not.toContain('fetch_page')
  await ask(host, 'settings-write', { webPages: true })
  expect(await names()).toContain('fetch_page')
})
