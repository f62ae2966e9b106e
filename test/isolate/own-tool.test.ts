import { describe, expect, test } from 'vitest'
import { fieldsToolInfo, validateFields } from '../../src-main/strategy/strategy-tools/tool-fields.ts'
import type { ModelReply } from '../../src-shared/model/message.ts'
import { toolInfo } from '../../src-shared/model/tool.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply } from '../kit/agent/agent-replies.ts'
import { type Script, scriptedModel } from '../kit/agent/agent-scripted-model.ts'
import { builtStrategy, fileOf, firstLine } from '../kit/agent/isolate-read.ts'

const head = `const names = s.ownTool('submit_names', 'Hands in names', {
  names: s.field.list(s.field.text('One name', { min: 1 }), 'The names', { min: 1, max: 3 }),
  sure: s.field.number('From 0 to 1', { min: 0, max: 1 }),
  kind: s.field.optional(s.field.choice(['file', 'function'], 'What they name'), 'file'),
  where: s.field.optional(s.field.group({ line: s.field.number('Line', { whole: true }) }, 'Where'), null),
})`
const says = (text: string) => `return s.outcomeOf(task, { text: String(${text}), added: [], calls: [], meta: {} })`
const submitted = (args: unknown): ModelReply => reply('', [call('1', 'submit_names', args)])
const good = { names: ['total'], sure: 0.5 }

async function ran(body: string, script: Script) {
  const log = memoryLog()
  const model = scriptedModel(script)
  const end = await startTestRun(testPorts(log, model), configFor(await builtStrategy(fileOf(body, head))))
  return { end, log, model }
}

describe('a tool of an author’s own, asked for until it is called rightly', () => {
  const body = `const got = yield* s.phase('name', s.submission(task, { role: 'engineer', tool: names }))
    if (!got.ok) return s.outcomeOf(task, { text: '', added: got.added, calls: got.calls, meta: {} }, got.failure)
    ${says('JSON.stringify(got.value) + got.calls.length')}`

  test('gets its arguments, with what was left out; nothing runs and the log has what was accepted', async () => {
    const { end, log, model } = await ran(body, () => submitted({ ...good, more: 'dropped' }))
    expect(end.text).toBe('{"names":["total"],"sure":0.5,"kind":"file","where":null}1')
    expect(model.received[0]?.request.tools.map((each) => each.name)).toEqual(['submit_names'])
    const ends = log.appended.filter((event) => event.type === 'tool-end')
    expect(ends).toMatchObject([{ outcome: { value: { ok: true, summary: 'accepted', data: { names: ['total'] } } } }])
  })

  test('tells the model what is wrong, and reminds one that answers in prose', async () => {
    const answers = [reply('The name is total.'), submitted({ names: [], sure: 2 }), submitted(good)]
    const { end, model } = await ran(body, (_, index) => answers[index] ?? reply('nothing'))
    expect(end.text).toMatch(/"total".*2$/)
    expect(JSON.stringify(model.received[1]?.request.messages)).toContain(
      'counts only as a call of the tool submit_names',
    )
    const sentMessages = JSON.stringify(model.received[2]?.request.messages)
    expect(sentMessages).toContain('`names`: must be a list of 1 to 3 entries')
    expect(sentMessages).toContain('`sure`: must be a number, 0 to 1')
  })

  test('fails with words for the user where the model never calls it', async () => {
    const { end, model } = await ran(body, () => reply('I would rather talk.'))
    expect(end.failure).toMatchObject({
      kind: 'strategy-gave-up',
      message: expect.stringMatching(/instead of calling/),
    })
    expect(model.received).toHaveLength(3)
  })
})

test('an author may judge and record a call in steps of their own', async () => {
  const body = `const asked = yield* s.callModel({ role: 'engineer', messages: task.messages, tools: [names.info] })
    const judged = names.judge(asked.message.toolCalls[0])
    const told = yield* s.recordOwnTool(asked.message.toolCalls[0], judged.result)
    ${says('judged.ok + told.text')}`
  expect((await ran(body, () => submitted(good))).end.text).toBe('trueAccepted.')
  const wrong = await ran(body, () => submitted({ names: [3] }))
  expect(wrong.end.text).toMatch(/^falseThe arguments do not fit: `names\.0`: must be text; `sure`: is missing/)
})

test('a tool that is none is told to its author by its line', async () => {
  const nonsense = (tool: string) =>
    ran(`yield* s.submission(task, { role: 'engineer', tool: ${tool} })`, () => reply('x'))
  const line = firstLine + head.split('\n').length - 1
  const spaced = await nonsense("s.ownTool('hand in', 'x', {})")
  expect(spaced.end.failure?.message).toMatch(new RegExp(`line ${line} .*tool\\.name: letters, digits`))
  const patterned = await nonsense(
    "{ ...names, fields: { a: { type: 'pattern', description: '', pattern: '(a+)+$' } } }",
  )
  expect(patterned.end.failure?.message).toMatch(/tool\.fields\.a\.type/)
})

describe('arguments judged by their fields', () => {
  const text = { type: 'text', description: '', min: 0, max: 5 } as const
  const judged = (args: unknown) => {
    const { result } = validateFields(call('1', 't', args), {
      text,
      flag: { type: 'flag', description: '', otherwise: false },
    })
    return result.text
  }
  test.each([
    ['', '`text`: is missing'],
    ['[1]', 'the arguments: must be an object'],
    ['{"text":"too long"}', '`text`: must be text of 0 to 5 characters'],
    ['{"text":"a","flag":"yes"}', '`flag`: must be true or false'],
    ['{"__proto__":{"text":"a"}}', '`text`: is missing'],
    ['{"text":', 'not valid JSON'],
  ])('%s: %s', (args, why) => {
    expect(judged(args)).toContain(why)
  })

  test('are described to the model by JSON Schema, with what may be left out', () => {
    const info = fieldsToolInfo('t', 'Does', { text, flag: { type: 'flag', description: 'Whether', otherwise: false } })
    expect(toolInfo.parse(info)).toEqual(info)
    expect(info.parameters).toEqual({
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 0, maxLength: 5 },
        flag: { type: 'boolean', description: 'Whether', default: false },
      },
      required: ['text'],
    })
  })
})
