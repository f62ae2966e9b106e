import { type ReactInput, readInput } from './text-call-input.ts'
import { type Segment, segmentsOf } from './text-call-lines.ts'

/** The action that an answer in the text protocol asks for. */
export type ReactMove =
  | { readonly kind: 'act'; readonly thought: string; readonly tool: string; readonly input: ReactInput }
  | { readonly kind: 'finish'; readonly thought: string; readonly text: string }
  /** `problem` is for the model: what was wrong with its answer. */
  | { readonly kind: 'malformed'; readonly problem: string }

/**
 * Reads an answer of Thought, Action and Action Input, by its structure (ReAct: Yao et al., 2022).
 *
 * 1. Of several blocks, the last complete one counts.
 * 2. Text after an Observation that the model invented is ignored.
 * 3. `FINISH` ends the work only as the whole line of an Action.
 */
export function parseReact(answer: string): ReactMove {
  const segments = beforeInvention(segmentsOf(answer))
  const moves = blocksOf(segments).map(moveOf)
  return moves.findLast((move) => move.kind !== 'malformed') ?? moves.at(-1) ?? { kind: 'malformed', problem: noBlock }
}

const noBlock = 'It has no line that begins with "Action:".'

/** The text up to the first Observation after an action; one before any action only repeats an earlier result. */
function beforeInvention(segments: readonly Segment[]): Segment[] {
  const first = segments.findIndex(({ label }) => label === 'action' || label === 'final')
  const invented = segments.findIndex(({ label }, at) => label === 'observation' && first >= 0 && at > first)
  const read = invented < 0 ? segments : segments.slice(0, invented)
  return read.filter(({ label }) => label !== 'observation')
}

interface Block {
  readonly thought: string
  readonly action: string
  readonly input: string | null
}

function blocksOf(segments: readonly Segment[]): Block[] {
  const blocks: Block[] = []
  let thought = ''
  for (const { label, body } of segments) {
    const last = blocks.at(-1)
    if (label === 'thought' || label === null) thought = body === '' ? thought : body
    else if (label === 'action') blocks.push({ thought, action: body, input: null })
    else if (label === 'final') blocks.push({ thought, action: 'FINISH', input: body })
    else if (label === 'input' && last !== undefined && last.input === null)
      blocks[blocks.length - 1] = { ...last, input: body }
  }
  return blocks
}

function moveOf({ thought, action, input }: Block): ReactMove {
  const [line = '', ...following] = action.split('\n')
  const rest = following.join('\n').trim()
  const { name, inline } = nameIn(line.trim().slice(0, maxLine))
  if (/^finish$/i.test(name)) return finished(thought, inline ?? firstText(input, rest))
  if (!/^[\p{L}\p{N}_.:/-]{1,128}$/u.test(name)) return { kind: 'malformed', problem: badName(line) }
  // Arguments right below the tool's name, without a label, are accepted if they are JSON.
  const inputText = firstText(input, rest.startsWith('{') ? rest : '') || (inline ?? input)
  if (inputText === null) return { kind: 'malformed', problem: noInput(name) }
  const read = readInput(inputText)
  return read.ok
    ? { kind: 'act', thought, tool: name, input: read.input }
    : { kind: 'malformed', problem: read.problem }
}

const firstText = (one: string | null, other: string): string => (one === null || one === '' ? other : one)

/** Maximum length of a name, with its argument, that is searched for markers. Characters. */
const maxLine = 2000

/** The tool's name without markers, and the argument in `name[…]` or `name(…)`. */
function nameIn(line: string): { readonly name: string; readonly inline: string | null } {
  const plain = line.trim().replace(/^[*`"'<[\s]+|[*`"'>\].,;\s]+$/g, '')
  const called = /^([\w.:/-]+)\s*(?:\[(.*)\]|\((\s*(?:\{.*\}|".*")?\s*)\))$/s.exec(
    line.trim().replace(/^[*`]+|[*`.]+$/g, ''),
  )
  return called?.[1] === undefined
    ? { name: plain, inline: null }
    : { name: called[1], inline: called[2] ?? called[3] ?? '' }
}

function finished(thought: string, answer: string): ReactMove {
  const text = answerIn(answer) || thought
  return text === '' ? { kind: 'malformed', problem: noAnswer } : { kind: 'finish', thought, text }
}

/** Models that had to answer in JSON before may wrap their answer in it. */
function answerIn(text: string): string {
  const read = readInput(text)
  if (!read.ok || text === '') return text
  if (read.input.kind === 'plain') return read.input.whole
  const value: unknown = JSON.parse(read.input.text)
  const values = typeof value === 'object' && value !== null ? Object.values(value) : []
  const [only] = values
  return values.length === 1 && typeof only === 'string' && read.input.alone ? only.trim() : text
}

const badName = (line: string): string =>
  `The line "Action:" must hold the name of one tool and nothing else, or FINISH; it holds ${JSON.stringify(line.trim().slice(0, 200))}.`
const noInput = (name: string): string =>
  `The action ${name} has no line that begins with "Action Input:". Give its arguments as one JSON object, {} where it needs none.`
const noAnswer = 'The action FINISH came without an answer. Put the answer for the user after "Action Input:".'
