import fc from 'fast-check'
import { expect, test } from 'vitest'
import { denied, toolBench } from './tool-kit.ts'

const malformed: { name: string; tool: string; text: string; says: RegExp }[] = [
  { name: 'cut JSON', tool: 'shell', text: '{"command": "rm -rf sr', says: /no valid JSON/ },
  { name: 'no JSON', tool: 'shell', text: 'ls -la', says: /no valid JSON/ },
  { name: 'two objects', tool: 'shell', text: '{"command":"ls"}{"command":"rm x"}', says: /no valid JSON/ },
  { name: 'an array', tool: 'shell', text: '["ls"]', says: /must be one JSON object/ },
  { name: 'a bare text', tool: 'shell', text: '"ls"', says: /must be one JSON object/ },
  { name: 'nothing', tool: 'shell', text: '', says: /command/ },
  { name: 'a wrong type', tool: 'shell', text: '{"command": 5}', says: /command/ },
  { name: 'an unknown parameter', tool: 'shell', text: '{"command":"ls","sudo":true}', says: /sudo/ },
  { name: '__proto__', tool: 'shell', text: '{"command":"ls","__proto__":{"x":1}}', says: /no parameter __proto__/ },
  { name: 'constructor', tool: 'shell', text: '{"command":"ls","constructor":{}}', says: /constructor/ },
  { name: 'a lone surrogate', tool: 'shell', text: '{"command":"echo \\ud800"}', says: /lone surrogate/ },
  { name: 'NUL', tool: 'read_file', text: '{"path":"a.txt\\u0000.png"}', says: /NUL/ },
  { name: 'NUL in a list', tool: 'git', text: '{"args":["log","\\u0000"]}', says: /NUL/ },
  { name: 'a number out of range', tool: 'read_file', text: '{"path":"a.txt","offset":1e308}', says: /offset/ },
  {
    name: 'deep nesting',
    tool: 'shell',
    text: `{"command":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    says: /nested too deeply/,
  },
  {
    name: 'huge arguments',
    tool: 'write_file',
    text: `{"path":"a","content":"${'x'.repeat(8_000_000)}"}`,
    says: /smaller parts/,
  },
  {
    name: 'an unknown tool',
    tool: 'readfile',
    text: '{}',
    says: /no tool named readfile here\. Did you mean read_file\? The tools are: read_file, /,
  },
  {
    name: 'a tool far from any',
    tool: 'launch_rocket',
    text: '{}',
    says: /no tool named launch_rocket here\. The tools are/,
  },
  { name: 'a tool name from Object', tool: '__proto__', text: '{}', says: /no tool named/ },
]

test.each(malformed)('a call with $name is not run, and the model is told (T10)', async ({ tool, text, says }) => {
  const bench = await toolBench({ 'a.txt': 'x' })
  const { result } = await bench.runText(tool, text)
  expect(result).toMatchObject({ ok: false, tool })
  expect(result.text).toMatch(says)
  expect(result.text.length).toBeLessThan(2000)
  expect(bench.story).toEqual([])
})

test('a call that was cut off is not run although its arguments are whole (T9, T10)', async () => {
  const bench = await toolBench()
  const { result } = await bench.runText('shell', '{"command":"echo 1 > made"}', {}, false)
  expect(result).toMatchObject({ ok: false, summary: 'cut off, not run' })
  expect(bench.story).toEqual([])
})

test('null for a parameter that may be left out is taken as left out', async () => {
  const bench = await toolBench({ 'a.txt': 'x' })
  expect((await bench.runText('read_file', '{"path":"a.txt","offset":null,"limit":null}')).result.ok).toBe(true)
  expect((await bench.runText('list_directory', '')).result.ok).toBe(true)
})

test('whatever the arguments are, every call ends in one result and writes nothing unasked (T10)', async () => {
  const bench = await toolBench({ 'a.txt': 'x' }, { approval: 'ask', answer: () => denied })
  const names = [...bench.tools.infos().map((info) => info.name), 'nothing']
  const value = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.jsonValue(), fc.constant('a.txt'))
  const keys = fc.constantFrom(
    'path',
    'content',
    'old_text',
    'new_text',
    'command',
    'args',
    'pattern',
    'glob',
    'question',
    '__proto__',
  )
  const args = fc.oneof(
    fc.string(),
    fc.dictionary(keys, value).map((each) => JSON.stringify(each)),
  )
  const story: string[] = []
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), args, async (tool, text) => {
      const { result } = await bench.runText(tool, text, { begin: () => void story.push('begin') })
      expect(typeof result.text).toBe('string')
      expect(result.summary).not.toBe('the tool broke')
    }),
    { numRuns: 300 },
  )
  expect(story).toEqual([])
  expect(await bench.project.read('a.txt')).toBe('x')
})

test('what the agent itself throws is passed on, and the turn is given back', async () => {
  const bench = await toolBench({ 'a.txt': 'x' })
  const broken = () => {
    throw new Error('the disk is full')
  }
  const edit = { path: 'a.txt', old_text: 'x', new_text: 'y' }
  await expect(bench.run('edit_file', edit, { begin: broken })).rejects.toThrow('the disk is full')
  expect(await bench.project.read('a.txt')).toBe('x')
  expect((await bench.run('edit_file', edit)).result.ok).toBe(true)
})

test('a stop while the call waits its turn ends it, unrun', async () => {
  const stop = new AbortController()
  const bench = await toolBench(
    { 'a.txt': 'x' },
    {
      approval: 'ask',
      answer: () => {
        stop.abort()
        return denied
      },
    },
  )
  const first = bench.run('edit_file', { path: 'a.txt', old_text: 'x', new_text: 'y' })
  const second = bench.run('shell', { command: 'echo 1' }, { signal: stop.signal })
  expect((await second).result).toMatchObject({ ok: false, summary: 'stopped' })
  expect((await first).result.summary).toBe('denied')
})
