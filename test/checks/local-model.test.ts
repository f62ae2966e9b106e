import { describe, expect, it } from 'vitest'
import { shapedRequest } from '../bench/local-model/call-modes.ts'
import { type RunRecord, recordsIn, runsLeft } from '../bench/local-model/run-records.ts'
import { tallyLine } from '../bench/local-model/tally.ts'

const record = (over: Partial<RunRecord> = {}): RunRecord => ({
  version: '1.0.0',
  strategy: 'chat',
  mode: 'native',
  at: 0,
  status: 'completed',
  failure: null,
  hung: false,
  calls: 3,
  malformed: 2,
  ran: 1,
  requests: 4,
  durationMs: 2000,
  faults: [],
  ...over,
})

describe('the benchmark with a local model', () => {
  it('goes on with the runs that are not in its file, whose last line may be cut', () => {
    const first = record()
    const second = record({ at: 1, failure: 'budget', status: 'failed' })
    const text = `\n${JSON.stringify(first)}\n${JSON.stringify(second)}\n{"version":"1.0`
    expect(recordsIn(text)).toEqual([first, second])
    const left = runsLeft(['chat', 'react'], 12, recordsIn(text))
    expect(left).toHaveLength(22)
    expect(left.slice(0, 2)).toEqual([
      { strategy: 'chat', at: 2, mode: 'native' },
      { strategy: 'chat', at: 3, mode: 'native' },
    ])
    expect(left.at(-1)).toEqual({ strategy: 'react', at: 11, mode: 'text-forced' })
    expect(runsLeft(['chat'], 2, [first, second])).toEqual([])
  })

  it('adds up what it kept', () => {
    const cells = tallyLine('chat', [record(), record({ status: 'failed', failure: 'budget' })])
    expect(cells.trim().split(/ +/)).toEqual(['chat', ...'2 1 1 0 6 4 2 8 4 budget 1'.split(' ')])
  })
})

describe('a request whose answer is restricted to a call', () => {
  const parameters = {
    type: 'object',
    properties: { path: { type: 'string', maxLength: 4000 }, from: { type: 'integer' }, how: { enum: ['a', 'b'] } },
    required: ['path', 'how'],
  }
  const tools = [{ type: 'function', function: { name: 'read_file', parameters } }]
  const system = {
    role: 'system',
    content: `Work.\n\n### read_file\nReads.\nArguments (JSON Schema): ${JSON.stringify(parameters)}`,
  }

  it('names the tool, with what it must have, or with any object', () => {
    const forced = (at: number) => shapedRequest('native-forced', { tools }, at)
    expect(forced(0)).toMatchObject({
      tool_choice: { function: { name: 'read_file' } },
      tools: [
        {
          function: {
            parameters: { properties: { path: { type: 'string', maxLength: 24 }, how: { enum: ['a', 'b'] } } },
          },
        },
      ],
    })
    expect(JSON.stringify(forced(1))).not.toContain('"how"')
    expect(forced(2)).toEqual({ tools })
    expect(shapedRequest('native', { tools }, 0)).toEqual({ tools })
  })

  it('has a grammar of the text, from the tools that the system message describes', () => {
    const forced = (at: number) => shapedRequest('text-forced', { messages: [system] }, at)['grammar']
    expect(forced(0)).toBe(
      String.raw`root ::= "Action: read_file\nAction Input: " "{" "\"path\": " "\"" [a-zA-Z0-9_./ -]{1,24} "\"" ", " "\"how\": " ("\"a\"" | "\"b\"") "}"`,
    )
    expect(forced(1)).toContain('Action Input')
    expect(forced(2)).toBeUndefined()
  })
})
