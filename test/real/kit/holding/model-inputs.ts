import type { ServerResponse } from 'node:http'
import type { HoldingInput } from './holding-input.ts'

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const piece = (text: string) => chunk({ content: text })
const call = (args: string) =>
  chunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'read_file', arguments: args } }] })
const more = (args: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: args } }] })
const chat = (name: string, write: (to: ServerResponse) => void): HoldingInput => ({
  way: 'stream',
  api: 'chat-completions',
  name,
  write,
})
const end = (to: ServerResponse, finish = 'stop') => to.end(`${chunk({}, finish)}data: [DONE]\n\n`)
const text = (name: string, whole: string) =>
  chat(name, (to) => {
    to.write(piece(whole))
    end(to)
  })
const arguments_ = (name: string, args: string) =>
  chat(name, (to) => {
    to.write(call(args))
    end(to, 'tool_calls')
  })

/** Just less than what an answer and the arguments of its calls may have; one that has more ends at once. */
const [room, roomOfCalls] = [1_950_000, 975_000]
const filled = (part: string, within = room) => part.repeat(within / part.length)

/** What model servers stream. */
const streams: readonly HoldingInput[] = [
  text('an answer of spaces', filled(' ')),
  text('an answer that is too long', ' '.repeat(2 * room)),
  text('an answer of stars', filled('*')),
  text('an answer of open fences', filled('```\n')),
  text('an answer of nested brackets', filled('[')),
  text('an answer of paths', filled('a/b.ts:1:')),
  text('an answer that thinks without end', filled('<think>')),
  chat('an answer in 300,000 pieces', (to) => {
    to.write(piece('x').repeat(300_000))
    end(to)
  }),
  chat('arguments in 300,000 pieces', (to) => {
    to.write(call('{"path":"'))
    to.write(more(' ').repeat(300_000))
    to.write(more('"}'))
    end(to, 'tool_calls')
  }),
  arguments_('arguments of 300,000 levels', `{"path":${'['.repeat(300_000)}${']'.repeat(300_000)}}`),
  arguments_('arguments of 300,000 values', `{"path":[${filled('[],', roomOfCalls)}0]}`),
  arguments_('arguments of 80,000 names', `{${Array.from({ length: 80_000 }, (_, at) => `"k${at}":1`).join(',')}}`),
  arguments_('arguments that are no JSON', `{"path":"${filled('\\u00', roomOfCalls)}`),
  chat('an event of 4 million values', (to) => {
    to.write(`data: {"choices":[${'[],'.repeat(4_000_000)}0]}\n\n`)
    end(to)
  }),
  chat('an event of 5 million levels', (to) => {
    to.write(`data: {"choices":${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}}\n\n`)
    end(to)
  }),
  chat('an answer in one piece of 5 million values', (to) => {
    to.end(`{"choices":[${'[],'.repeat(5_000_000)}0]}`)
  }),
  {
    way: 'stream',
    api: 'responses',
    name: 'an item of 3 million values',
    write: (to) =>
      void to.end(
        `event: response.output_item.done\ndata: {"type":"response.output_item.done","item":{"type":"message","content":[${'{},'.repeat(3_000_000)}{}]}}\n\n`,
      ),
  },
  {
    way: 'stream',
    api: 'messages',
    name: 'a block of 3 million values',
    write: (to) =>
      void to.end(
        `event: content_block_start\ndata: {"type":"content_block_start","content_block":{"type":"tool_use","input":[${'{},'.repeat(3_000_000)}{}]}}\n\n`,
      ),
  },
]

const long = 'a'.repeat(1_000_000)
const almost = `${'a'.repeat(200_000)}b${'a'.repeat(200_000)}`
const braces = `${'{a,b}'.repeat(30)}${'*a'.repeat(200)}`

const rewritten = (name: string, old: string, now: string): HoldingInput => {
  const lines = (text: string, kinds: number) => Array.from({ length: 100_000 }, (_, at) => `${text} ${at % kinds}`)
  const content = lines(now, 5).join('\n')
  return {
    way: 'calls',
    name,
    files: { 'lines.txt': lines(old, 7).join('\n') },
    calls: [
      ['read_file', { path: 'lines.txt' }],
      ['write_file', { path: 'lines.txt', content }],
    ],
  }
}

/** What a model makes our own tools do. */
const calls: readonly HoldingInput[] = [
  {
    way: 'calls',
    short: true,
    name: 'an edit whose old text is almost there, everywhere',
    files: { 'long.txt': long },
    calls: [
      ['read_file', { path: 'long.txt' }],
      ['edit_file', { path: 'long.txt', old_text: almost, new_text: 'x' }],
    ],
  },
  {
    way: 'calls',
    name: 'an edit in a file of equal lines',
    files: { 'lines.txt': 'a\n'.repeat(400_000) },
    calls: [
      ['read_file', { path: 'lines.txt' }],
      ['edit_file', { path: 'lines.txt', old_text: `${'a\n'.repeat(20_000)}b`, new_text: 'x' }],
    ],
  },
  rewritten('a file rewritten in every line', 'old', 'new'),
  rewritten('a file rewritten in every line, with other marks', 'old “x” – y', 'old "x" - y'),
  {
    way: 'calls',
    short: true,
    name: 'a glob of many braces and stars over many files',
    files: Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => [`deep/er/and/deep/er/${'a'.repeat(120)}${at}.txt`, '']),
    ),
    calls: [
      ['find_files', { glob: braces }],
      ['find_files', { glob: `${'**/'.repeat(200)}*a*a*a*b` }],
      ['search_text', { pattern: 'x', glob: braces }],
    ],
  },
  {
    way: 'calls',
    name: 'a search for a pattern of repetitions',
    files: { 'long.txt': long },
    calls: [
      ['search_text', { pattern: '(a+)+$' }],
      ['search_text', { pattern: `(${'a{1,100}'.repeat(3)}){1,100}` }],
    ],
  },
  {
    way: 'calls',
    name: 'output of a command: spaces, tests that are none, and colors',
    calls: [
      ['shell', { command: "node -e \"process.stdout.write(' '.repeat(3000000)+'x')\"" }],
      ['shell', { command: 'node -e "console.log(\'<testcase name=\'.repeat(200000))"' }],
      ['shell', { command: 'node -e "console.log(\'not ok 1 - a\\n  ---\\n\'.repeat(200000))"' }],
      ['shell', { command: 'node -e "process.stdout.write(\'\\u001b[31m\'.repeat(500000))"' }],
      ['shell', { command: "node -e \"console.log('ok 1 '+' '.repeat(1000000)+'x 1 passed 1 failed')\"" }],
    ],
  },
  {
    way: 'calls',
    name: 'a line of 8 MB that is read',
    files: { 'long.txt': 'x'.repeat(8_000_000) },
    calls: [['read_file', { path: 'long.txt' }]],
  },
]

export const modelInputs: readonly HoldingInput[] = [
  ...streams.map((each, at): HoldingInput => (at === 0 || at === 8 ? { ...each, short: true } : each)),
  ...calls,
]
