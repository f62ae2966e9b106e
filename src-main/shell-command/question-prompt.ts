import { counted } from '../../src-shared/base/format.ts'
import type { Question } from '../../src-shared/model/question.ts'
import { askedLimit, unitText } from '../../src-shared/run/limit-question.ts'

/**
 * Puts a question to the person at the terminal until the answer is one.
 * @param ask reads what is typed after a text
 * @returns null if the input or the run ended
 */
export async function askQuestion(
  question: Question,
  ask: (text: string) => Promise<string | null>,
): Promise<string | null> {
  for (let text = questionText(question); ; ) {
    const typed = await ask(text)
    if (typed === null) return null
    const read = readAnswer(question, typed.trim())
    if (read.ok) return read.answer
    text = `${read.problem}\n>`
  }
}

type Read = { readonly ok: true; readonly answer: string } | { readonly ok: false; readonly problem: string }

function readAnswer(question: Question, typed: string): Read {
  const { options, freeText, openEnded } = question
  const chosen = options.find((option, at) => typed === labelOf(options, at) || typed === option)
  if (chosen !== undefined) return { ok: true, answer: chosen }
  const [first] = options
  // Only the app's own questions have a first answer that is safe.
  if (typed === '' && !openEnded && first !== undefined) return { ok: true, answer: first }
  const isMistyped = options.length > 0 && /^\d+$/.test(typed)
  if (typed !== '' && freeText && !isMistyped) return { ok: true, answer: typed }
  return { ok: false, problem: whatToType(question) }
}

/** Options are numbered, unless they are numbers themselves: then `2` would mean two things. */
function labelOf(options: readonly string[], at: number): string {
  const areNumbers = options.some((option) => /^\d+$/.test(option.trim()))
  return areNumbers ? String.fromCharCode('a'.charCodeAt(0) + at) : `${at + 1}`
}

function questionText(question: Question): string {
  const { options, plan = [], limit, openEnded } = question
  const unit = limit === undefined ? null : askedLimit(limit.name)
  const steps = plan.map(({ goal, done }, index) => `  ${index + 1}) ${goal}\n     Done when: ${done}`)
  const amount = unit === null ? [] : [`  Or type another amount in ${unitText(unit)} with a plus sign, such as +2.`]
  const listed = options.map((option, at) => {
    const isDefault = at === 0 && !openEnded
    return `  ${labelOf(options, at)}. ${option}${isDefault ? ' (default)' : ''}`
  })
  return [...steps, question.question, ...listed, ...amount, '>'].join('\n')
}

function whatToType({ options, freeText }: Question): string {
  const last = labelOf(options, options.length - 1)
  const label =
    options.length < 2
      ? labelOf(options, 0)
      : `${labelOf(options, 0)} to ${last} for one of the ${counted(options.length, 'option')}`
  if (options.length === 0) return 'Type an answer, then press Enter.'
  return freeText ? `Type ${label}, or an answer in your own words.` : `Type ${label}.`
}
