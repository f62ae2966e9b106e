import { counted, formatNumber, listed } from '../../../src-shared/base/format.ts'
import type { Json } from '../../../src-shared/base/json.ts'

/** Longer texts are shown in the Inspector only, characters. */
const maxText = 160

/**
 * Describes a note of an unknown kind: its title, then those of its values that a person can read.
 * `tries so far`, `{ fileCount: 3, done: false, best: null }` becomes "Tries so far: file count 3, not done."
 */
export function noteFallback(title: string, data: { readonly [name: string]: Json }): string {
  const facts = Object.entries(data).flatMap(([name, value]) => factText(wordsOf(name), value, title))
  const text = title.trim() === '' ? 'Note' : title.trim()
  if (facts.length === 0) return asSentence(text)
  return asSentence(`${text.replace(/[.:]$/, '')}${text.includes(': ') ? '; ' : ': '}${facts.join(', ')}`)
}

/** Adds an initial capital and a final period. */
export function asSentence(text: string): string {
  const plain = text.trim()
  const [first = ''] = plain
  return `${first.toLocaleUpperCase('en-US')}${plain.slice(first.length)}${/[.!?…:]["”’)]?$/.test(plain) ? '' : '.'}`
}

/** Content hashes of git and of the store. */
const hash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** @returns nothing for values without information: null, hashes, empty values, and what the title already says */
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

/** A short list of words in full, otherwise its length; the Inspector shows all of it. */
function listText(name: string, values: readonly Json[]): string {
  const words = values.filter((value) => typeof value === 'string' && value.length <= 40 && !hash.test(value))
  if (words.length === values.length && words.length > 0 && words.length <= 3)
    return `${name} ${listed(words.map(String))}`
  return `${counted(values.length, name.replace(/(?<!s)s$/, ''), name)}`
}

/** `exitCode`, `exit_code` and `exit-code` become "exit code". */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLocaleLowerCase('en-US')
