import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, temporaryFolder, testProfile } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

test('a run says which instruction files it was given and why, from its log alone', async () => {
  const dataFolder = await temporaryFolder()
  await writeFile(join(dataFolder, 'AGENTS.md'), 'Answer briefly.')
  const files = { 'CLAUDE.md': 'Use tabs.', 'src/AGENTS.md': 'No classes.', 'src/a.ts': 'a\n' }
  const project = await temporaryProject(files)
  const server = await hostModelServer((_, turn) =>
    turn === 0 ? { calls: [{ tool: 'read_file', arguments: { path: 'src/a.ts' } }] } : { text: 'Done.' },
  )
  const host = await openTestHost({ dataFolder })
  const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
  const run = await runToEnd(host, message('Look.'))
  expect(run.status).toBe('completed')
  const [first = '', second = ''] = server.sent
  expect([first.includes('Answer briefly.'), first.includes('Use tabs.'), first.includes('No classes.')]).toEqual([
    true,
    true,
    false,
  ])
  expect(second).toContain('No classes.')
  for (const file of Object.keys(files)) await writeFile(project.at(file), 'Changed since.')
  const instructions = await ask(host, 'run-instructions', { runId: run.id })
  expect(instructions.map(({ from, characters, why }) => [from, characters, why])).toEqual([
    ['user', 15, 'Your own instructions, for all projects.'],
    ['project', 9, 'Instructions of the project.'],
    ['project', 11, 'The agent worked in src.'],
  ])
  expect(await ask(host, 'run-replay', { runId: run.id, verify: true })).toMatchObject({
    reached: 'outcome',
    divergence: null,
  })
})
