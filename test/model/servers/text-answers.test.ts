import { afterEach, describe, expect, it } from 'vitest'
import { callsAtEnd } from '../../../src-main/model/text-answers/text-calls.ts'
import { ThinkFilter } from '../../../src-main/model/text-answers/think-filter.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { callOnce, clientFor } from '../../kit/model-server/model-client.ts'
import { answerWith, done, type FaultServer, openFaultServer, say } from '../../kit/model-server/model-fault-server.ts'

// What local servers leave in the text of an answer: thinking, and calls of offered tools.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const tool = (name: string, properties = {}): ToolInfo => ({
  name,
  description: '',
  parameters: { type: 'object', properties },
  effect: 'read',
})
const tools = [
  tool('read_file', { path: { type: 'string' }, limit: { type: 'integer' }, all: { type: 'boolean' } }),
  tool('shell', { command: { type: 'string' } }),
]

async function answerTo(pieces: readonly string[], finish = 'stop', offered: readonly ToolInfo[] = tools) {
  const events = [...pieces.map(say.text), say.finish(finish), done]
  server = await openFaultServer(({ response }) => answerWith(response, ...events))
  const { end, heard } = await callOnce(clientFor(server.url), { tools: offered })
  return { end, heard, message: end.ok ? end.reply.message : null }
}

describe('thinking in the text', () => {
  it.each([
    ['whole', ['<think>I plan.</think>\n\nThe answer.']],
    ['character by character', [...'<think>I plan.</think>\n\nThe answer.']],
    ['with another name', ['<thinking>', 'I plan.', '</thinking>', 'The answer.']],
    ['in two blocks', ['<think>I ', '</think>\n<think>plan.</think>', 'The answer.']],
    ['after blank lines', ['\n\n', '<think>\nI plan.</thi', 'nk>The answer.']],
    ['as Magistral marks it', ['[THINK]I plan.[/TH', 'INK]The answer.']],
    ['as Command A marks it', ['<|START_THINKING|>I plan.<|END_', 'THINKING|>The answer.']],
    [
      'in the channels of gpt-oss',
      [...'<|channel|>analysis<|message|>I plan.<|end|><|start|>assistant<|channel|>final<|message|>The answer.'],
    ],
    ['without its beginning, which is in the prompt', ['I plan.\n</think>\n\nThe answer.']],
  ])('is split off: %s', async (_, pieces) => {
    const { message } = await answerTo(pieces)
    expect(message).toMatchObject({ text: 'The answer.', reasoning: 'I plan.' })
  })

  it('is not streamed as text', async () => {
    const { heard } = await answerTo(['<think>I plan.</th', 'ink>The answer.'])
    expect([heard.text.join(''), heard.reasoning.join('')]).toEqual(['The answer.', 'I plan.'])
  })

  it.each([
    'The tag <think> opens thinking, and </think> closes it.',
    '<thin air>',
    '<div>1</div>',
    '<',
    '[THINKING] is no mark',
    '<|other|>text',
    'a < b and <think> is a tag',
  ])('is none in %j', async (text) => {
    expect((await answerTo([...text])).message).toMatchObject({ text, reasoning: '' })
  })

  it('alone is no answer', async () => {
    const { end } = await answerTo(['<think>I plan.</think>'])
    expect(end).toMatchObject({
      ok: false,
      failure: { kind: 'model-empty', message: expect.stringContaining('reasoned') },
    })
  })

  it('is the same however it is cut', () => {
    const text = ' <think>a </thinkk> < b</think>\n\n c <think>d</think>'
    const joined = (pieces: readonly string[]) => {
      const filter = new ThinkFilter()
      const parts = [...pieces.flatMap((piece) => filter.add(piece)), ...filter.rest()]
      const of = (kind: string) => parts.flatMap((part) => (part.kind === kind ? [part.text] : [])).join('')
      return [of('reasoning'), of('text')]
    }
    for (let at = 0; at <= text.length; at++)
      for (let to = at; to <= text.length; to += 3)
        expect(joined([text.slice(0, at), text.slice(at, to), text.slice(to)])).toEqual([
          'a </thinkk> < b',
          'c <think>d</think>',
        ])
  })
})

describe('calls in the text', () => {
  const path = { tool: 'read_file', arguments: { path: 'a.txt' } }
  it.each<[string, string, readonly { tool: string; arguments: object }[]]>([
    ['Hermes and Qwen', '<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>', [path]],
    [
      'two of them',
      '<tool_call>{"name": "read_file", "arguments": {"path": "a.txt"}}</tool_call>\n<tool_call>{"name": "shell", "arguments": {"command": "ls"}}</tool_call>',
      [path, { tool: 'shell', arguments: { command: 'ls' } }],
    ],
    [
      'Qwen-Coder',
      '<tool_call>\n<function=read_file>\n<parameter=path>\na.txt\n</parameter>\n<parameter=limit>\n20\n</parameter>\n<parameter=all>\ntrue\n</parameter>\n</function>\n</tool_call>',
      [{ tool: 'read_file', arguments: { path: 'a.txt', limit: 20, all: true } }],
    ],
    [
      'Qwen-Coder without its frame',
      '<function=read_file>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>',
      [path],
    ],
    [
      'Qwen-Coder, of several lines',
      '<function=shell>\n<parameter=command>\necho 1\necho "<b>"\n</parameter>\n</function>',
      [{ tool: 'shell', arguments: { command: 'echo 1\necho "<b>"' } }],
    ],
    ['GLM', '<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value>\n</tool_call>', [path]],
    [
      'MiniMax',
      '<minimax:tool_call>\n<invoke name="read_file">\n<parameter name="path">a.txt</parameter>\n</invoke>\n</minimax:tool_call>',
      [path],
    ],
    ['Mistral', '[TOOL_CALLS] [{"name": "read_file", "arguments": {"path": "a.txt"}}]', [path]],
    ['Devstral', '[TOOL_CALLS]read_file[ARGS]{"path": "a.txt"}', [path]],
    ['Llama', '<|python_tag|>{"name": "read_file", "parameters": {"path": "a.txt"}}', [path]],
    [
      'Kimi',
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path": "a.txt"}<|tool_call_end|><|tool_calls_section_end|>',
      [path],
    ],
    ['Llama’s functions', '<function=read_file>{"path": "a.txt"}</function>', [path]],
    [
      'Qwen 2.5 in the mark of its prompt',
      '<tools>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tools>',
      [path],
    ],
    ['Granite', '<|tool_call|>[{"name": "read_file", "arguments": {"path": "a.txt"}}]', [path]],
    ['Phi', 'functools[{"name": "read_file", "arguments": {"path": "a.txt"}}]', [path]],
    [
      'DeepSeek',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "a.txt"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>shell\n```json\n{"command": "ls"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      [path, { tool: 'shell', arguments: { command: 'ls' } }],
    ],
    [
      'DeepSeek from 3.1 on',
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a.txt"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
      [path],
    ],
    [
      'gpt-oss',
      '<|start|>assistant<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>{"path": "a.txt"}<|call|>',
      [path],
    ],
    [
      'Gemma',
      '```tool_code\nprint(read_file(path="a.txt", limit=20, all=True))\nshell(command=\'echo "a\\n"\')\n```',
      [
        { tool: 'read_file', arguments: { path: 'a.txt', limit: 20, all: true } },
        { tool: 'shell', arguments: { command: 'echo "a\n"' } },
      ],
    ],
    [
      'a tag of the tool’s name',
      '<read_file>\n<path>a.txt</path>\n<limit>20</limit>\n</read_file>',
      [{ tool: 'read_file', arguments: { path: 'a.txt', limit: 20 } }],
    ],
    ['ReAct', 'Action: read_file\nAction Input: {"path": "a.txt"}', [path]],
    ['nothing but a list of Python’s calls', '[read_file(path="a.txt")]', [path]],
    [
      'nothing but JSON of a whole message',
      '{"tool_calls": [{"type": "function", "function": {"name": "read_file", "arguments": "{\\"path\\": \\"a.txt\\"}"}}]}',
      [path],
    ],
    ['nothing but JSON', '{"name": "read_file", "arguments": {"path": "a.txt"}}', [path]],
    ['nothing but JSON in a block', '```json\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n```', [path]],
  ])('are read: %s', async (name, text, calls) => {
    const before = /^([{[`]|functools)/.test(text) && !/^(\[TOOL|functools|```tool_code)/.test(text) ? '' : 'I look.'
    const { message, end } = await answerTo([`${before}\n\n`, text])
    expect(end).toMatchObject({ ok: true, reply: { finish: 'tool-calls' } })
    expect(message?.text.trim(), name).toBe(before)
    expect(message?.toolCalls.map((each) => ({ tool: each.tool, arguments: JSON.parse(each.arguments) }))).toEqual(
      calls,
    )
    expect(message?.toolCalls.every(({ complete, id }) => complete && id !== '')).toBe(true)
  })

  it('are read if the server says that there are calls, and has none', async () => {
    const { message } = await answerTo(
      ['<tool_call>{"name": "shell", "arguments": {"command": "ls"}}</tool_call>'],
      'tool_calls',
    )
    expect(message).toMatchObject({ text: '', toolCalls: [{ tool: 'shell' }] })
  })

  it('are read at the end of thinking that has no end', async () => {
    const { message } = await answerTo([
      '<think>I look.\n<tool_call>{"name": "shell", "arguments": {"command": "ls"}}</tool_call>',
    ])
    expect(message).toMatchObject({ text: '', reasoning: 'I look.', toolCalls: [{ tool: 'shell' }] })
  })

  it('of unknown tools and broken arguments are calls, so that the model is told', async () => {
    const unknown = await answerTo(['<tool_call>{"name": "nothing", "arguments": {}}</tool_call>'])
    expect(unknown.message?.toolCalls).toMatchObject([{ tool: 'nothing' }])
    await server?.close()
    const broken = await answerTo(['<tool_call>{"name": "shell", "arguments": {"command": "rm -rf</tool_call>'])
    expect(broken.message?.toolCalls).toMatchObject([{ tool: 'shell', complete: false }])
  })

  it.each([
    ['an example in a code block', 'Write:\n```\n<tool_call>{"name": "shell", "arguments": {}}</tool_call>\n```'],
    ['an example in a block that never ends', 'Write:\n```\n<tool_call>{"name": "shell", "arguments": {}}</tool_call>'],
    ['something that is followed by words', '<tool_call>{"name": "shell", "arguments": {}}</tool_call>\nThat is how.'],
    ['a tag that is only named', 'The tag <tool_call> is not closed.'],
    ['a tag of another name', 'It is <b><path>a.txt</path></b>'],
    ['a tag that holds more than parameters', '<read_file>The path is <path>a.txt</path></read_file>'],
    ['code in Python', '```python\nread_file(path="a.txt")\n```'],
    ['a list of unknown calls', '[print(end="x")]'],
    ['an action of no tool', 'Action: wait\nAction Input: {}'],
    ['JSON of something else', '{"name": "left-pad", "arguments": 1, "version": "1.0.0"}'],
  ])('are none in %s', (_, text) => expect(callsAtEnd(text, tools)).toBeNull())

  it('are not read of an answer that was cut off, or if no tools were offered (T9)', async () => {
    const text = '<tool_call>{"name": "shell", "arguments": {"command": "rm -rf build"}}</tool_call>'
    expect((await answerTo([text], 'length')).message?.toolCalls).toEqual([])
    await server?.close()
    expect((await answerTo([text], 'stop', [])).message).toMatchObject({ text, toolCalls: [] })
  })
})
