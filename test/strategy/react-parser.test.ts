import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseReact } from '../../src-main/strategy/text-calls/parse-text-call.ts'

/** `act`: tool and input; an object is the JSON that was read, a text is plain input. */
type Wanted = readonly ['act', string, unknown] | readonly ['finish', string] | readonly ['malformed', string]
const act = (tool: string, input: unknown): Wanted => ['act', tool, input]
const finish = (text: string): Wanted => ['finish', text]
const malformed = (words: string): Wanted => ['malformed', words]

const fence = '```'
const a = { path: 'a.js' }

const outputs: readonly (readonly [what: string, output: string, wanted: Wanted])[] = [
  // as asked for
  ['one block', 'Thought: look\nAction: read_file\nAction Input: {"path": "a.js"}', act('read_file', a)],
  ['no thought', 'Action: read_file\nAction Input: {"path": "a.js"}', act('read_file', a)],
  ['a trailing newline', 'Thought: x\nAction: read_file\nAction Input: {"path": "a.js"}\n\n', act('read_file', a)],
  ['JSON over lines', 'Action: read_file\nAction Input: {\n  "path": "a.js"\n}', act('read_file', a)],
  ['JSON on the next line', 'Action: read_file\nAction Input:\n{"path": "a.js"}', act('read_file', a)],
  ['the name on the next line', 'Action:\nread_file\nAction Input: {"path": "a.js"}', act('read_file', a)],
  [
    'a thought of several lines',
    'Thought: one\ntwo\n\nthree\nAction: read_file\nAction Input: {"path": "a.js"}',
    act('read_file', a),
  ],
  ['an empty object', 'Action: list_directory\nAction Input: {}', act('list_directory', {})],
  ['an empty input', 'Action: list_directory\nAction Input:', act('list_directory', {})],
  ['None as input', 'Action: list_directory\nAction Input: None', act('list_directory', {})],
  ['N/A as input', 'Action: list_directory\nAction Input: N/A', act('list_directory', {})],
  ['plain input', 'Action: read_file\nAction Input: a.js', act('read_file', 'a.js')],
  ['plain input in quotes', 'Action: read_file\nAction Input: "a.js"', act('read_file', 'a.js')],
  ['plain input in backticks', 'Action: read_file\nAction Input: `a.js`', act('read_file', 'a.js')],
  ['a glob as plain input', 'Action: find_files\nAction Input: **/*.ts', act('find_files', '**/*.ts')],
  ['plain input of several lines', 'Action: shell\nAction Input: cd src\nnpm test', act('shell', 'cd src\nnpm test')],
  // line ends, case, spaces
  ['CRLF', 'Thought: x\r\nAction: read_file\r\nAction Input: {"path": "a.js"}\r\n', act('read_file', a)],
  ['old line ends', 'Thought: x\rAction: read_file\rAction Input: {"path": "a.js"}', act('read_file', a)],
  ['capitals', 'THOUGHT: x\nACTION: read_file\nACTION INPUT: {"path": "a.js"}', act('read_file', a)],
  ['small letters', 'thought: x\naction: read_file\naction input: {"path": "a.js"}', act('read_file', a)],
  ['spaces before the labels', '  Action: read_file\n  Action Input: {"path": "a.js"}', act('read_file', a)],
  ['spaces before the colons', 'Action : read_file\nAction Input : {"path": "a.js"}', act('read_file', a)],
  ['no space in the label', 'Action: read_file\nActionInput: {"path": "a.js"}', act('read_file', a)],
  ['an underscore in the label', 'Action: read_file\nAction_Input: {"path": "a.js"}', act('read_file', a)],
  ['a byte order mark', '\ufeffAction: read_file\nAction Input: {"path": "a.js"}', act('read_file', a)],
  ['wide colons', 'Action\uff1aread_file\nAction Input\uff1a{"path": "a.js"}', act('read_file', a)],
  // markers
  ['bold labels', '**Thought:** x\n**Action:** read_file\n**Action Input:** {"path": "a.js"}', act('read_file', a)],
  ['bold labels, colon outside', '**Action**: read_file\n**Action Input**: {"path": "a.js"}', act('read_file', a)],
  ['a bold name', 'Action: **read_file**\nAction Input: {"path": "a.js"}', act('read_file', a)],
  ['a whole bold line', '**Action: read_file**\n**Action Input: {"path": "a.js"}**', act('read_file', a)],
  ['a name in backticks', 'Action: `read_file`\nAction Input: {"path": "a.js"}', act('read_file', a)],
  ['a name in quotes', 'Action: "read_file"\nAction Input: {"path": "a.js"}', act('read_file', a)],
  ['a name in brackets', 'Action: [read_file]\nAction Input: {"path": "a.js"}', act('read_file', a)],
  ['a full stop after the name', 'Action: read_file.\nAction Input: {"path": "a.js"}', act('read_file', a)],
  ['headings', '### Thought: x\n### Action: read_file\n### Action Input: {"path": "a.js"}', act('read_file', a)],
  ['a list', '- Action: read_file\n- Action Input: {"path": "a.js"}', act('read_file', a)],
  ['a quotation', '> Action: read_file\n> Action Input: {"path": "a.js"}', act('read_file', a)],
  ['numbered labels', 'Thought 1: x\nAction 1: read_file\nAction Input 1: {"path": "a.js"}', act('read_file', a)],
  // code fences
  [
    'the whole in a fence',
    `${fence}\nThought: x\nAction: read_file\nAction Input: {"path": "a.js"}\n${fence}`,
    act('read_file', a),
  ],
  [
    'the input in a fence',
    `Action: read_file\nAction Input:\n${fence}json\n{"path": "a.js"}\n${fence}`,
    act('read_file', a),
  ],
  [
    'a fence on the label line',
    `Action: read_file\nAction Input: ${fence}json\n{"path": "a.js"}\n${fence}`,
    act('read_file', a),
  ],
  ['a fence in one line', `Action: read_file\nAction Input: ${fence}{"path": "a.js"}${fence}`, act('read_file', a)],
  ['a fence never closed', `Action: read_file\nAction Input: ${fence}json\n{"path": "a.js"}`, act('read_file', a)],
  [
    'labels in a fenced input',
    `Action: shell\nAction Input:\n${fence}\necho "\nAction: FINISH\n"\n${fence}`,
    act('shell', 'echo "\nAction: FINISH\n"'),
  ],
  [
    'two fenced blocks',
    `${fence}\nAction: x\nAction Input: {}\n${fence}\n${fence}\nAction: read_file\nAction Input: {"path": "a.js"}\n${fence}`,
    act('read_file', a),
  ],
  // JSON that is hard to read
  ['nested braces', 'Action: t\nAction Input: {"a": {"b": {"c": [{}]}}}', act('t', { a: { b: { c: [{}] } } })],
  ['braces in strings', 'Action: t\nAction Input: {"a": "}}{", "b": "\\"}"}', act('t', { a: '}}{', b: '"}' })],
  [
    'labels in strings',
    'Action: t\nAction Input: {"text": "x\\nAction: FINISH\\nObservation: y"}',
    act('t', { text: 'x\nAction: FINISH\nObservation: y' }),
  ],
  ['a key called Action', 'Action: t\nAction Input: {\n  "Action": "x"\n}', act('t', { Action: 'x' })],
  [
    'prose behind the object',
    'Action: read_file\nAction Input: {"path": "a.js"}\nI wait for the result.',
    act('read_file', a),
  ],
  [
    'unicode',
    'Thought: schön\nAction: read_file\nAction Input: {"path": "src/größe 📦.js"}',
    act('read_file', { path: 'src/größe 📦.js' }),
  ],
  [
    'escaped unicode',
    'Action: read_file\nAction Input: {"path": "gr\\u00f6\\u00dfe.js"}',
    act('read_file', { path: 'größe.js' }),
  ],
  ['a name in another script', 'Action: читать\nAction Input: {}', act('читать', {})],
  ['a tool of a server', 'Action: files.read/v2\nAction Input: {}', act('files.read/v2', {})],
  // inputs without a label
  ['JSON right under the name', 'Action: read_file\n{"path": "a.js"}', act('read_file', a)],
  ['a call like a function', 'Action: read_file({"path": "a.js"})', act('read_file', a)],
  ['a call with no arguments', 'Action: list_directory()', act('list_directory', {})],
  ['the brackets of the paper', 'Thought 1: x\nAction 1: Search[Colorado orogeny]', act('Search', 'Colorado orogeny')],
  // several blocks, made-up observations
  [
    'several blocks: the last',
    'Action: one\nAction Input: {}\nThought: y\nAction: two\nAction Input: {"b": 1}',
    act('two', { b: 1 }),
  ],
  ['the last one without input', 'Action: one\nAction Input: {"a": 1}\nThought: y\nAction: two', act('one', { a: 1 })],
  [
    'the last one cut inside',
    'Action: one\nAction Input: {"a": 1}\nAction: two\nAction Input: {"b": ',
    act('one', { a: 1 }),
  ],
  [
    'a made-up observation',
    'Action: read_file\nAction Input: {"path": "a.js"}\nObservation: it is empty\nThought: done\nAction: FINISH\nAction Input: It is empty.',
    act('read_file', a),
  ],
  [
    'a bold made-up observation',
    'Action: read_file\nAction Input: {"path": "a.js"}\n**Observation:** x\n**Action:** FINISH\n**Action Input:** x',
    act('read_file', a),
  ],
  [
    'a made-up observation after plain input',
    'Action: shell\nAction Input: npm test\nObservation: all pass',
    act('shell', 'npm test'),
  ],
  [
    'a repeated observation before',
    'Observation: 42\nThought: good\nAction: FINISH\nAction Input: It is 42.',
    finish('It is 42.'),
  ],
  ['a finish behind a block', 'Action: one\nAction Input: {}\nAction: FINISH\nAction Input: Done.', finish('Done.')],
  // the end
  ['FINISH with text', 'Thought: done\nAction: FINISH\nAction Input: All is well.', finish('All is well.')],
  ['Finish', 'Action: Finish\nAction Input: All is well.', finish('All is well.')],
  ['a bold FINISH', '**Action:** **FINISH**\n**Action Input:** All is well.', finish('All is well.')],
  ['FINISH with JSON', 'Action: FINISH\nAction Input: {"answer": "All is well."}', finish('All is well.')],
  ['FINISH with an answer that is JSON', 'Action: FINISH\nAction Input: {"a": 1, "b": 2}', finish('{"a": 1, "b": 2}')],
  ['FINISH and the answer under it', 'Action: FINISH\nAll is well.\nReally.', finish('All is well.\nReally.')],
  ['FINISH and only a thought', 'Thought: All is well.\nAction: FINISH', finish('All is well.')],
  [
    'FINISH with code in the answer',
    `Action: FINISH\nAction Input: Use this:\n${fence}js\nconst Action = 1\n${fence}\nThat is all.`,
    finish(`Use this:\n${fence}js\nconst Action = 1\n${fence}\nThat is all.`),
  ],
  [
    'FINISH with labels in code',
    `Action: FINISH\nAction Input: Use this:\n${fence}\nAction: x\n${fence}`,
    finish(`Use this:\n${fence}\nAction: x\n${fence}`),
  ],
  ['FINISH as in the paper', 'Action: Finish[Richard Nixon]', finish('Richard Nixon')],
  ['a final answer', 'Thought: I now know the final answer\nFinal Answer: 42', finish('42')],
  ['a final answer of several lines', 'Final Answer: one\ntwo', finish('one\ntwo')],
  [
    'thinking in tags',
    '<think>\nAction: FINISH\nAction Input: no\n</think>\nAction: read_file\nAction Input: {"path": "a.js"}',
    act('read_file', a),
  ],
  [
    'thinking whose tag was eaten',
    'Action: FINISH maybe?\n</think>\nAction: read_file\nAction Input: {"path": "a.js"}',
    act('read_file', a),
  ],
  // what cannot be used
  ['prose', 'I think that everything is fine.', malformed('no line that begins with "Action:"')],
  ['FINISH in prose', 'I could FINISH here, or say Action: FINISH inside a line.', malformed('no line that begins')],
  ['FINISH and more on its line', 'Action: FINISH the migration\nAction Input: {}', malformed('FINISH the migration')],
  ['only a thought', 'Thought: hm', malformed('no line that begins')],
  ['a missing input', 'Thought: x\nAction: read_file', malformed('no line that begins with "Action Input:"')],
  ['only an input', 'Action Input: {"path": "a.js"}', malformed('no line that begins with "Action:"')],
  ['an empty name', 'Action:\nAction Input: {}', malformed('name of one tool')],
  ['a sentence for a name', 'Action: I will read the file a.js\nAction Input: {}', malformed('name of one tool')],
  ['two names', 'Action: read_file and shell\nAction Input: {}', malformed('read_file and shell')],
  [
    'an object for a name',
    'Action: {"name": "read_file", "arguments": {}}\nAction Input: {}',
    malformed('name of one tool'),
  ],
  ['an object never closed', 'Action: read_file\nAction Input: {"path": "a.js"', malformed('not closed')],
  ['single quotes', "Action: read_file\nAction Input: {'path': 'a.js'}", malformed('not valid JSON')],
  ['a trailing comma', 'Action: read_file\nAction Input: {"path": "a.js",}', malformed('not valid JSON')],
  ['raw line ends in a string', 'Action: write_file\nAction Input: {"text": "one\ntwo"}', malformed('not valid JSON')],
  ['FINISH with nothing', 'Action: FINISH\nAction Input:', malformed('without an answer')],
  [
    'a native call as text',
    '<tool_call>{"name": "read_file", "arguments": {}}</tool_call>',
    malformed('no line that begins'),
  ],
  [
    'thinking that never ends',
    '<think>\nAction: read_file\nAction Input: {"path": "a.js"}',
    malformed('no line that begins'),
  ],
  ['only an observation', 'Observation: all tests pass', malformed('no line that begins')],
]

function asWanted(output: string): Wanted {
  const move = parseReact(output)
  if (move.kind === 'malformed') return ['malformed', move.problem]
  if (move.kind === 'finish') return ['finish', move.text]
  const { input } = move
  return ['act', move.tool, input.kind === 'json' ? JSON.parse(input.text) : input.text]
}

describe('the reader of the text protocol', () => {
  it('is tried with at least 60 outputs, each once', () => {
    expect(outputs.length).toBeGreaterThanOrEqual(60)
    expect(new Set(outputs.map(([what]) => what)).size).toBe(outputs.length)
  })

  it.each(outputs)('reads %s', (_, output, wanted) => {
    const [kind, ...rest] = asWanted(output)
    if (wanted[0] === 'malformed') {
      expect([kind, rest[0]]).toEqual(['malformed', expect.stringContaining(wanted[1])])
    } else expect([kind, ...rest]).toEqual(wanted)
  })

  it('keeps the thought apart', () => {
    expect(parseReact('Thought: look first\nAction: t\nAction Input: {}')).toMatchObject({ thought: 'look first' })
    expect(parseReact('I look first.\nAction: t\nAction Input: {}')).toMatchObject({ thought: 'I look first.' })
  })

  it('reads any arguments back that were written as asked, on one line or over several', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const move = parseReact(`Thought: x\nAction: t\nAction Input: ${text}\nObservation: made up`)
        expect(move).toMatchObject({ kind: 'act', input: { kind: 'json', text } })
      }),
      { seed: 3, numRuns: 200 },
    )
  })

  it('answers any text at all, and soon', () => {
    const piece = fc.constantFrom(
      'Action: ',
      'Action Input: ',
      'Thought: ',
      'Observation: ',
      'FINISH',
      '{',
      '}',
      '"',
      '\\',
      fence,
      '\n',
      '**',
      '<think>',
      ' ',
    )
    const texts = fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        expect(['act', 'finish', 'malformed']).toContain(parseReact(text).kind)
      }),
      { seed: 3, numRuns: 500 },
    )
    for (const long of ['{', '`', '*', ' ', '[', '"', '```\n', 'Action:\n', '<think>', '>\n']) {
      expect(parseReact(`Action: t\nAction Input: ${long.repeat(20_000)}`).kind).toBeDefined()
      expect(parseReact(`Action: ${long.repeat(20_000)}`).kind).toBeDefined()
    }
  })
})
