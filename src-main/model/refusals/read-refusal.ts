import { listed, plural } from '../../../src-shared/base/format.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import { type FormRow, formRows, type SentBody } from './form-rows.ts'
import type { Named } from './named.ts'
import { isNamed, isSampling, type ParameterRow, parameterRows } from './parameter-rows.ts'
import { namedTools } from './refused-tools.ts'

/** What was sent, as far as it can be withheld or said more plainly. */
export interface Sent {
  readonly parameters: JsonObject
  /** Rows of the API (`Wire.parameterRows`). */
  readonly rows: readonly ParameterRow[]
  /** Names of the tools that were sent; none that has to be there. */
  readonly tools: readonly string[]
  readonly body: SentBody
  /** What has been changed for this call, and what had been before. */
  readonly tried: ReadonlySet<string>
}

/** What to change before the request is sent again. */
export interface Change {
  /** As they are remembered: parameters, and forms. */
  readonly terms: readonly string[]
  /** For the user: “MODEL refuses WHAT, so the request is sent again HOW.” */
  readonly what: string
  readonly how: string
}

/** More tools than this are not made plain one after the other. */
const maxPlain = 3

/**
 * What to change after a refusal. Tools first, since an error that names one is about its schema, whatever words are in
 * it; then what is named by its place or in quotes; then what other words say. A text that names how to draw is about
 * that, since most endpoints refuse it because of something else that they name too. Null if the error names nothing that
 * was sent and can do without.
 */
export function changeFor(named: Named, sent: Sent): Change | null {
  const isOpen = (term: string) => !sent.tried.has(term)
  const rows = parameterRows(sent.parameters, sent.rows).filter(({ term }) => isOpen(term))
  const forms = formRows.filter((row) => isOpen(row.form) && row.isSent(sent.body))
  const { places, quoted, text } = named
  const names = [...places.filter((place) => !/^(tools|messages|input)\.\d/.test(place)), ...quoted]
  const inMessages = places.filter((place) => /^(messages|input)\.\d/.test(place))
  const choice = rows.find((row) => row.term === 'tool_choice')
  if (choice !== undefined && names.some((name) => isNamed(choice.term, name))) return withoutParameter(choice)
  return (
    toolChange(namedTools(named, sent.tools), isOpen) ??
    formNamed(forms, [...inMessages, ...names]) ??
    parameterAbout(rows, text) ??
    tooManyTools(text, sent.tools, isOpen) ??
    parameterNamed(rows.filter(isSampling), [...names, text]) ??
    parameterNamed(rows, names) ??
    formSaid(forms, text) ??
    parameterNamed(rows, [text, ...inMessages])
  )
}

function toolChange(tools: readonly string[], isOpen: (term: string) => boolean): Change | null {
  if (tools.length === 0) return null
  const plain = tools.filter((name) => isOpen(`plain-tool:${name}`) && isOpen('plain-tools'))
  if (plain.length > maxPlain) return formChange('plain-tools', 'the parameters of its tools')
  if (plain.length > 0) return toolsChange('plain-tool', plain, 'with simpler parameters')
  const left = tools.filter((name) => isOpen(`no-tool:${name}`))
  return left.length === 0 ? null : toolsChange('no-tool', left, `without ${plural(left.length, 'it', 'them')}`)
}

const toolsChange = (form: 'plain-tool' | 'no-tool', names: readonly string[], how: string): Change => ({
  terms: names.map((name) => `${form}:${name}`),
  what: `the ${plural(names.length, 'tool')} ${listed(names)}`,
  how,
})

function formNamed(forms: readonly FormRow[], names: readonly string[]): Change | null {
  const row = forms.find((each) => names.some((name) => each.named.test(name)))
  return row === undefined ? null : formChange(row.form, row.what)
}

function formSaid(forms: readonly FormRow[], text: string): Change | null {
  const row = forms.find((each) => each.said.test(text))
  return row === undefined ? null : formChange(row.form, row.what)
}

const formChange = (form: string, what: string): Change => ({ terms: [form], what, how: 'in another form' })

function parameterNamed(rows: readonly ParameterRow[], names: readonly string[]): Change | null {
  for (const name of names) {
    const row = rows.find(({ term, said }) => isNamed(term, name) || said?.test(name) === true)
    if (row !== undefined) return withoutParameter(row)
  }
  return null
}

function parameterAbout(rows: readonly ParameterRow[], text: string): Change | null {
  const row = rows.find(({ about }) => about?.test(text) === true)
  return row === undefined ? null : withoutParameter(row)
}

/** Endpoints that take a number of tools: the last ones are left out. */
function tooManyTools(text: string, tools: readonly string[], isOpen: (term: string) => boolean): Change | null {
  if (!/\b(tools|functions|function declarations)\b/i.test(text) || !manyTools.test(text)) return null
  const limits = (text.match(/\d+/g) ?? []).map(Number).filter((each) => each > 0 && each < tools.length)
  if (limits.length === 0) return null
  const left = tools.slice(Math.max(...limits)).filter((name) => name !== '' && isOpen(`no-tool:${name}`))
  if (left.length === 0) return null
  const named = [...left.slice(0, maxNamed), ...(left.length > maxNamed ? [`${left.length - maxNamed} more`] : [])]
  return {
    terms: left.map((name) => `no-tool:${name}`),
    what: `so many tools`,
    how: `without ${listed(named)}`,
  }
}

const manyTools = /too (many|long)|at most|maximum|exceed|more than|up to/i
const maxNamed = 5

const withoutParameter = ({ term, what }: ParameterRow): Change => ({
  terms: [term],
  what: what ?? `the parameter ${term}`,
  how: 'without it',
})
