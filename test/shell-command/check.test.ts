import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import type { Host } from '../../src-main/host/host.ts'
import { checkCommand } from '../../src-main/shell-command/commands/check-command.ts'
import { command } from '../kit/host/host-command.ts'
import { openTestHost, resources, temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

async function checked(file: string, dataFolder: string, project: string | null = null, host: Host | null = null) {
  const said: string[] = []
  const terminal = {
    out: (text: string) => void said.push(text),
    data: () => {},
    error: () => {},
    stream: null,
    progress: () => {},
    unread: new AbortController().signal,
    width: null,
    ask: null,
  }
  const args = { command: 'check', file, workingFolder: dataFolder, project } as const
  const code = await checkCommand(args, dataFolder, terminal, host)
  return { code, text: said.join('') }
}

test('in the template nothing breaks', async () => {
  const folder = await temporaryFolder()
  const template = await readFile(join(resources, 'strategies/template.ts'), 'utf8')
  await writeFile(join(folder, 'mine.ts'), template.replace("'NAME'", "'mine'"))
  expect(await checked('mine.ts', folder)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^mine: no problems/),
  })
})

const careless = `import { callModel, executeTools, defineStrategy, outcomeOf } from 'stratagem'
export default defineStrategy({ name: 'careless', title: 'Careless', build: () => function* (task) {
  let messages = [...task.messages]
  for (;;) {
    const reply = yield* callModel({ role: 'engineer', messages, tools: task.tools })
    if (reply.message.text !== '') return outcomeOf(task, { text: reply.message.text, added: [], calls: [], meta: {} })
    JSON.parse(reply.message.toolCalls[0].arguments)
    yield* executeTools(reply.message.toolCalls)
    messages = [...messages, reply.message]
  }
} })`

test('a careless one breaks in every way that it is careless, each with its circumstance', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'careless.ts'), careless)
  const { code, text } = await checked('careless.ts', folder)
  expect(code).toBe(1)
  expect(text).toMatch(/When the model gives empty answers: .*careless\.ts, line 7/)
  expect(text).toMatch(/When the model sends malformed arguments: .*SyntaxError/)
  expect(text).toMatch(
    /When the model calls a tool, then answers: it asks the model with a tool call without its result/,
  )
  expect(text).toMatch(/When the model calls tools without end: it does not come to an end/)
  // Where it asked last: for the model's answer, or for its tools.
  expect(text).toMatch(/it does not come to an end.* \(its last step: careless\.ts, line [58]\)/)
})

test('a file that cannot be read as a strategy is a finding; one that is not there is told', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'bad.ts'), "import 'node:fs'\nexport default {}")
  expect(await checked('bad.ts', folder)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/line 1 .*'stratagem' only/),
  })
  await expect(checked('none.ts', folder)).rejects.toThrow(/There is no file/)
})

test('one that a project brings is found by its file’s name once it is trusted; what it does not bring is looked for in the usual places', async () => {
  const project = await temporaryProject({ '.stratagem/strategies/theirs.ts': "import 'node:fs'\nexport default {}" })
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { id: projectId } = await ask(host, 'project-open', { folder: project.folder })
  const decide = async (decision: 'trust' | 'refuse') => {
    const brought = await ask(host, 'project-trust-read', { projectId })
    const { part, hash } = brought.find((each) => each.part === 'strategies') ?? { part: 'strategies', hash: '' }
    await ask(host, 'project-trust', { projectId, part, hash, decision })
  }
  const check = (file: string) => checked(file, dataFolder, project.folder, host)
  const refused = (message: RegExp) => ({
    failure: { message: expect.stringMatching(message), advice: expect.stringMatching(/agent trust --project/) },
  })
  await expect(check('theirs')).rejects.toMatchObject(refused(/not trusted yet, so \S*theirs\.ts was not tested/))
  await decide('refuse')
  await expect(check('theirs')).rejects.toMatchObject(refused(/chose not to use/))
  await writeFile(join(dataFolder, 'strategies', 'own.ts'), "import 'node:net'\nexport default {}")
  expect(await check('own')).toMatchObject({ code: 1, text: expect.stringMatching(/'node:net'/) })
  await decide('trust')
  expect(await check('theirs')).toMatchObject({ code: 1, text: expect.stringMatching(/'node:fs'/) })
  // What changed since is not what was trusted.
  await writeFile(project.at('.stratagem/strategies/theirs.ts'), "import 'node:os'\nexport default {}")
  await expect(check('theirs')).rejects.toMatchObject(refused(/not trusted yet/))
})

test('from a terminal it is found by the name that it gives itself, once it is trusted there', async () => {
  const template = await readFile(join(resources, 'strategies/template.ts'), 'utf8')
  const project = await temporaryProject({ '.stratagem/strategies/a-file.ts': template.replace("'NAME'", "'theirs'") })
  const home = await temporaryFolder()
  const check = ['check', 'theirs', '--project', project.folder]
  expect(await command(home, check)).toMatchObject({ code: 1, error: expect.stringMatching(/not trusted yet/) })
  await command(home, ['trust', '--project', project.folder, '--yes'])
  expect(await command(home, check)).toMatchObject({ code: 0, out: expect.stringMatching(/theirs: no problems/) })
  expect(await command(home, ['check', 'none', '--project', project.folder])).toMatchObject({
    code: 1,
    error: expect.stringMatching(/There is no file/),
  })
}, 120_000)
