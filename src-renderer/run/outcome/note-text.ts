import { z } from 'zod'
import { counted, formatChange, formatFiles, formatNumber, formatTokens } from '../../../src-shared/base/format.ts'
import type { Json } from '../../../src-shared/base/json.ts'
import { asSentence, noteFallback } from './note-fallback.ts'

/**
 * Describes a strategy's notes in sentences for people. A note is a title and data. Each kind of note of the built-in
 * strategies has its own renderer; all others are described from their names.
 */
export interface Note {
  readonly title: string
  readonly data: { readonly [name: string]: Json }
}

const note = z.object({ title: z.string(), data: z.record(z.string(), z.json()).default({}) })

/** The note that a step recorded; a note that can't be parsed has no data. */
export const noteOf = (ask: Json): Note => note.safeParse(ask).data ?? { title: 'Note', data: {} }

/** Whether a card in the conversation already shows it: a plan, an evaluation or a verdict. */
export function isShownByCard({ title, data }: Note): boolean {
  return cards.some(({ said: note, holds }) => note.test(title) && holds.every((name) => name in data))
}

const cards = [
  { said: /^plan scored /, holds: ['score', 'threshold', 'reasoning'] },
  { said: /^plan of \d+ steps$/, holds: ['steps'] },
  { said: /^critique \d+: /, holds: ['approved', 'issues'] },
] as const

/** One or two sentences, without hashes, nulls or identifiers from the code. */
export function noteText(note: Note): string {
  for (const read of kinds) {
    const text = read(note)
    if (text !== null) return text
  }
  return noteFallback(note.title, note.data)
}

/** @returns null for a note of another kind */
type Renderer = (note: Note) => string | null

/** @param write receives the groups that the title's pattern matched, numbers as text */
function kind<T>(
  pattern: RegExp,
  data: z.ZodType<T>,
  write: (data: T, ...found: readonly string[]) => string,
): Renderer {
  return (note) => {
    const found = pattern.exec(note.title)
    const read = found === null ? undefined : data.safeParse(note.data)
    return found === null || !read?.success ? null : write(read.data, ...found.slice(1).map((part) => part ?? ''))
  }
}

const score = z.number().nullable()
const text = z.string().nullish()
const shown = (value: number | null): string => (value === null ? 'none' : formatNumber(value))

const proposal = z.object({ score, before: score, kept: z.boolean(), chance: z.number() })

function proposalText(made: z.infer<typeof proposal>, number = ''): string {
  const scores = `Score: ${shown(made.score)}, before: ${shown(made.before)}.`
  if (!made.kept) return `Proposal ${number} rejected. ${scores}`
  return `Proposal ${number} kept${made.chance < 1 ? ', although it scored worse' : ''}. ${scores}`
}

const fileChange = z.object({ added: z.number(), removed: z.number() })
const candidate = z.object({ snapshot: text, exitCode: z.number().nullable(), files: z.array(fileChange) })

function candidateText({ exitCode, files }: z.infer<typeof candidate>, number = '', ended = ''): string {
  const sum = (of: 'added' | 'removed') => files.reduce((all, file) => all + file[of], 0)
  const changed =
    files.length === 0
      ? 'It changed no files.'
      : `It changed ${formatFiles(files.length)} (${formatChange(sum('added'), sum('removed'))}).`
  if (ended === 'no check') return `Candidate ${number} is done; no check was run. ${changed}`
  if (exitCode === 0) return `Candidate ${number} passes the check. ${changed}`
  if (exitCode !== null) return `Candidate ${number} fails the check (exit code ${exitCode}). ${changed}`
  return `${asSentence(`candidate ${number} failed: ${ended}`)} ${changed}`
}

const vote = z.object({
  shownFirst: z.number(),
  shownSecond: z.number(),
  better: z.union([z.number(), z.enum(['tie', 'none'])]),
  reasoning: text,
})

function voteText({ shownFirst: first, shownSecond: second, better, reasoning }: z.infer<typeof vote>): string {
  const why = reasoning ? ` ${asSentence(reasoning)}` : ''
  if (better === 'none') return `No vote on candidates ${first} and ${second}.${why}`
  if (better === 'tie') return `Candidates ${first} and ${second} are equally good.${why}`
  return `Candidate ${better} is better than candidate ${better === first ? second : first}.${why}`
}

const tested = z.object({ phase: z.string(), try: z.number(), of: z.number() })

const testedText = ({ try: at, of }: z.infer<typeof tested>, note = ''): string =>
  asSentence(`${note.replace(/^the tests /, 'tests ').replace(/^not yet: /, 'not there yet: ')} (try ${at} of ${of})`)

/** Title of the note that sums up a compacted context. */
export const compactedNote = 'context compacted'
const compacted = z.object({
  before: z.number(),
  after: z.number(),
  shortened: z.number(),
  summarized: z.number(),
  leftOut: z.number(),
})
const older = z.object({ messages: z.number() })
const why = z.object({ why: text })

const kinds: readonly Renderer[] = [
  kind(/^the start: /, z.object({ score }), (start) =>
    start.score === null ? 'The files have no score yet.' : `Score at the start: ${shown(start.score)}.`,
  ),
  kind(/^proposal (\d+): no change$/, why, (_, number) => `Proposal ${number} changed nothing.`),
  kind(/^proposal (\d+): failed$/, why, (data, number) =>
    data.why ? asSentence(`proposal ${number} failed: ${data.why}`) : `Proposal ${number} failed.`,
  ),
  kind(/^proposal (\d+): /, proposal, proposalText),
  kind(/^(attempt \d+ of \d+ (?:succeeded|failed))$/, z.object({ reason: text }), ({ reason }, note = '') =>
    reason ? `${asSentence(note)} ${asSentence(reason)}` : asSentence(note),
  ),
  kind(/^(refactoring \d+ kept): the tests pass$/, z.object({}), (_, note) => asSentence(`${note}: tests pass`)),
  kind(/^(refactoring \d+ rolled back)$/, why, (data, note = '') =>
    asSentence(data.why ? `${note}: ${data.why}` : note),
  ),
  kind(/^(.*)$/, tested, testedText),
  kind(/^step reported impossible$/, z.object({ step: z.string(), reason: z.string() }), ({ step, reason }) =>
    asSentence(`the step “${step}” was reported as impossible: ${reason}`),
  ),
  kind(/^candidate (\d+): (.*)$/s, candidate, candidateText),
  kind(/^candidate (\d+) failed$/, z.object({ why: z.string() }), (data, number) =>
    asSentence(`candidate ${number} failed: ${data.why}`),
  ),
  kind(/^chosen: candidate (\d+)$/, z.object({ reason: z.string() }), ({ reason }, number) =>
    asSentence(`chose candidate ${number}: ${reason}`),
  ),
  kind(/^\d+ beside \d+: /, vote, voteText),
  kind(/^refusal (\d+ of \d+): a repeated call$/, z.object({}), (_, count) => `Refused a repeated call (${count}).`),
  kind(
    /^answer asked for: (\d+) cycles? done$/,
    z.object({}),
    (_, count) => `Asked for the final answer after ${counted(Number(count), 'round')}.`,
  ),
  kind(/^answer asked for: (.*)$/, z.object({}), (_, reason) => asSentence(`asked for the final answer: ${reason}`)),
  kind(/^older turns summarised$/, older, ({ messages }) => olderText('Summarized', messages)),
  kind(/^older turns left out$/, older, ({ messages }) => olderText('Left out', messages)),
  kind(new RegExp(`^${compactedNote}$`), compacted, compactedText),
]

function compactedText({ before, after, shortened, summarized, leftOut }: z.infer<typeof compacted>): string {
  const parts = [
    ['shortened', shortened, 'tool result'],
    ['summarized', summarized, 'message'],
    ['left out', leftOut, 'message'],
  ] as const
  const done = parts.flatMap(([verb, count, what]) => (count === 0 ? [] : `${verb} ${counted(count, what)}`))
  const how = done.length === 0 ? '' : ` (${done.join(', ')})`
  return `Compacted the context from ${formatTokens(before)} to ${formatTokens(after)}${how}.`
}

const olderText = (verb: string, count: number): string =>
  `${verb} ${counted(count, 'older message')} to fit the model’s context window.`
