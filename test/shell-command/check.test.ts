import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCommand } from '../../src-main/shell-command/check-command.ts'
import { resources, temporaryFolder } from '../kit/host-open.ts'

async function checked(file: string, dataFolder: string) {
  const said: string[] = []
  const terminal = {
    out: (text: string) => void said.push(text),
    error: () => {},
    progress: () => {},
    unread: new AbortController().signal,
    ask: null,
  }
  const code = await checkCommand({ command: 'check', file, workingFolder: dataFolder }, dataFolder, terminal)
  return { code, text: said.join('') }
}

test('in the template nothing breaks', async () => {
  const folder = await temporaryFolder()
  const template = await readFile(join(resources, 'strategies/template.ts'), 'utf8')
  await writeFile(join(folder, 'mine.ts'), template.replace("'NAME'", "'mine'"))
  expect(await checked('mine.ts', folder)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^mine: nothing breaks/),
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
