import { counted, formatNumber, listed } from '../../../src-shared/base/format.ts'
import type { Json } from '../../../src-shared/base/json.ts'

/** Longer texts are for the Inspector, characters. */
const maxText = 160

/**
 * A note of a kind that is not known, as a sentence: its title, then those of its facts that a person can read.
 * `tries so far`, `{ fileCount: 3, done: false, best: null }` reads "Tries so far: file count 3, not done."
 */
export function noteFallback(title: string, data: { readonly [name: string]: Json }): string {
  const facts = Object.entries(data).flatMap(([name, value]) => factText(wordsOf(name), value, title))
  const said = title.trim() === '' ? 'Note' : title.trim()
  if (facts.length === 0) return sentence(said)
  return sentence(`${said.replace(/[.:]$/, '')}${said.includes(': ') ? '; ' : ': '}${facts.join(', ')}`)
}

/** With a capital at its start and a full stop at its end. */
export function sentence(text: string): string {
  const plain = text.trim()
  const [first = ''] = plain
  return `${first.toLocaleUpperCase('en-US')}${plain.slice(first.length)}${/[.!?…:]["”’)]?$/.test(plain) ? '' : '.'}`
}

/** Content hashes of git and of the store. */
const hash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** @returns nothing for what no reader misses: null, hashes, empty values, what the title says already */
function factText(name: string, value: Json, title: string): readonly string[] {
  if (value === null || value === '') return []
  if (typeof value === 'boolean') return [value ? name : `not ${name}`]
  if (typeof value === 'number') return [`${name} ${formatNumber(value)}`]
  if (Array.isArray(value)) return [listText(name, value)]
  if (typeof value === 'object') return [counted(Object.keys(value).length, `${name} value`)]
  const plain = value.replace(/\s+/g, ' ').trim()
  if (hash.test(plain) || plain === '' || title.includes(plain)) return []
  return [`${name} ${plain.length > maxText ? `${plain.slice(0, maxText)}…` : plain}`]
}

/** A short list of words as it is, else how long it is: the Inspector has it whole. */
function listText(name: string, values: readonly Json[]): string {
  const words = values.filter((value) => typeof value === 'string' && value.length <= 40 && !hash.test(value))
  if (words.length === values.length && words.length > 0 && words.length <= 3)
    return `${name} ${listed(words.map(String))}`
  return `${counted(values.length, name.replace(/(?<!s)s$/, ''), name)}`
}

/** `exitCode`, `exit_code` and `exit-code` are "exit code". */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLocaleLowerCase('en-US')
