import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { openTestHost, temporaryFolder } from '../../../kit/host/host-open.ts'
import { fullTask, helloWorld, olderTask, severalSteps, writeTexts } from '../../../kit/project/harbor-tasks.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'

vi.setConfig({ testTimeout: 60_000 })

async function opened() {
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const host = await openTestHost()
  const { id: projectId } = await ask(host, 'project-open', { folder: project.folder })
  const into = (path: string, variables: string[] = []) =>
    ask(host, 'tasks-import', { projectId, path, set: null, testCommand: null, repositories: null, variables })
  return { host, projectId, into }
}

test('a folder of tasks is imported, what is not supported is refused by name, and their files are sealed', async () => {
  const { host, projectId, into } = await opened()
  const folder = join(await temporaryFolder(), 'bench')
  writeTexts(join(folder, 'hello'), helloWorld)
  writeTexts(join(folder, 'older'), olderTask)
  writeTexts(join(folder, 'steps'), severalSteps)
  writeTexts(join(folder, 'broken'), { 'task.toml': 'a = [' })
  writeTexts(join(folder, 'leading-out'), { ...helloWorld, 'task.toml': '' })
  symlinkSync('/etc/passwd', join(folder, 'leading-out', 'environment', 'passwd'))
  writeTexts(join(folder, 'huge'), { ...helloWorld, 'task.toml': `# ${'x'.repeat(9_000_000)}` })
  const option = '[environment]\ndocker_image = "--privileged"\n'
  writeTexts(join(folder, 'option'), { ...helloWorld, 'task.toml': option })
  const { set, tasks, refused } = await into(folder)
  expect(set).toBe('bench')
  expect(tasks.map(({ name }) => name)).toEqual(['examples/hello-world', 'older', 'examples/steps'])
  expect(refused.map(({ name }) => name).sort()).toEqual(['broken', 'huge', 'leading-out', 'option'])
  const [hello] = tasks
  expect(hello).toMatchObject({ needs: ['container'], source: { format: 'harbor', from: folder } })
  expect(hello?.container?.files).toMatch(/^[0-9a-f]{40}/)
  // What the agent would start with is another snapshot: an empty one.
  expect(hello?.from).not.toBe(hello?.container?.files)
  expect(await ask(host, 'tasks-list', { projectId })).toEqual(tasks)
  expect((await into(folder)).tasks.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id))
})

test('of a dataset only its tasks are imported, pinned, and missing ones are named', async () => {
  const { into } = await opened()
  const folder = await temporaryFolder()
  const digest = `sha256:${'0'.repeat(64)}`
  writeTexts(folder, {
    'dataset.toml': `schema_version = "1.0"
[dataset]
name = "examples/first"
[[tasks]]
name = "examples/hello-world"
digest = "${digest}"
[[tasks]]
name = "examples/gone"
`,
  })
  writeTexts(join(folder, 'tasks', 'hello'), helloWorld)
  writeTexts(join(folder, 'tasks', 'older'), olderTask)
  const { set, tasks, refused } = await into(join(folder, 'dataset.toml'))
  expect(set).toBe('examples/first')
  expect(tasks.map(({ name, source }) => [name, source?.revision])).toEqual([['examples/hello-world', digest]])
  expect(refused).toEqual([{ name: 'examples/gone', why: expect.stringMatching(/not here/) }])
})

test('one task alone is imported by its folder, with warnings about what is left out', async () => {
  const { into } = await opened()
  const folder = join(await temporaryFolder(), 'query')
  writeTexts(folder, fullTask)
  const { set, tasks, warnings } = await into(folder, ['API_TOKEN'])
  expect([set, tasks.length]).toEqual(['query', 1])
  expect(tasks[0]?.container?.allowedVariables).toEqual(['API_TOKEN'])
  expect(warnings.map(({ name }) => name)).toContain('query')
})

test('a folder without tasks is refused', async () => {
  const { into } = await opened()
  await expect(into(await temporaryFolder())).rejects.toThrow(/no tasks/)
})
