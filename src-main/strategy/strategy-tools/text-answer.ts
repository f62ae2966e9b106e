import { parseOutside } from '../../../src-shared/base/excess.ts'

/**
 * Reads what a model wrote in text where it should have called a tool: JSON objects, lists, and lines with a label.
 * What is read is validated like the arguments of a call; nothing is guessed from a word somewhere in the text.
 */

/** Characters of an answer that are read. */
const maxRead = 100_000
/** Opening braces that are tried: a text of braces alone must not take long. */
const maxTries = 200

/** Thinking comes first and is not part of the answer; some servers drop its opening tag. */
export function withoutThinking(text: string): string {
  const open = /^\s*<think(?:ing)?>/i.exec(text)
  const close = open === null ? /^[ \t]*<\/think(?:ing)?>[ \t]*$/im.exec(text) : /<\/think(?:ing)?>/i.exec(text)
  if (close !== null) return text.slice(close.index + close[0].length)
  return open === null ? text : ''
}

/** The end index of the object that begins at `from`, or -1. Braces in strings do not count. */
export function closingBrace(text: string, from = 0): number {
  let depth = 0
  let inString = false
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at
  }
  return -1
}

/**
 * The arguments of `tool` that the text may hold as JSON, the last object first: corrections follow what they correct.
 */
export function argumentsIn(text: string, tool: string): readonly unknown[] {
  const read = text.slice(0, maxRead)
  const found: unknown[] = []
  let tries = 0
  for (let at = read.indexOf('{'); at >= 0 && tries < maxTries; tries++) {
    const end = closingBrace(read, at)
    const value = end < 0 ? undefined : parsed(read.slice(at, end + 1))
    if (value !== undefined) found.push(unwrapped(value, tool))
    at = read.indexOf('{', value === undefined ? at + 1 : end + 1)
  }
  return found.reverse()
}

function parsed(text: string): unknown {
  try {
    return parseOutside(text)
  } catch {
    return undefined
  }
}

/** Models write calls as text in several ways: `{"name": …, "arguments": {…}}`, `{"submit_plan": {…}}`. */
function unwrapped(value: unknown, tool: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  const fields = new Map<string, unknown>(Object.entries(value))
  const named = [...nameFields].some((field) => fields.get(field) === tool)
  const inner = named ? argumentFields.map((field) => fields.get(field)).find((each) => each !== undefined) : undefined
  return inner ?? (fields.size === 1 ? (fields.get(tool) ?? value) : value)
}

const nameFields = ['name', 'tool', 'function', 'action']
const argumentFields = ['arguments', 'parameters', 'input', 'args']

export interface ListItem {
  readonly text: string
  /** The lines below it that are indented or plain text, without the items of other lists. */
  readonly below: readonly string[]
}

/**
 * The items of the last list of steps in the text: numbered from 1, or with boxes to tick (`- [ ] step`), or both. No
 * step is dropped: numbers may have gaps, or all be 1 as Markdown allows. What is indented more belongs to its step.
 */
export function numberedItems(text: string): readonly ListItem[] {
  let items: { text: string; below: string[] }[] = []
  let [last, indent, isAfterGap, isApart] = [0, 0, true, true]
  for (const line of text.slice(0, maxRead).split(/\r\n|\r|\n/)) {
    const step = stepIn(line)
    const isNested = items.length > 0 && step !== null && step.indent > indent
    if (step !== null && !isNested && (items.length > 0 || step.number <= 1)) {
      // A list that counts from 1 again after others, or after text of its own, is another list.
      if (step.number === 1 && (last > 1 || isApart)) items = []
      if (items.length === 0) indent = step.indent
      items.push({ text: plain(step.text), below: [] })
      last = Math.max(step.number, last)
      isApart = false
    } else if (line.trim() !== '') {
      isApart ||= isAfterGap && !/^\s/.test(line)
      items.at(-1)?.below.push(line.trim())
    }
    isAfterGap = line.trim() === ''
  }
  return items
}

interface StepLine {
  readonly indent: number
  /** 0 if it has a box instead. */
  readonly number: number
  readonly text: string
}

/** `2. step`, `**Step 2:** step`, `## 2) step` or `- [ ] step`; null for any other line. */
function stepIn(line: string): StepLine | null {
  const [, before = '', box] = /^(\s{0,3})[-*+•]\s+\[[ xX]?\]\s+(\S.*)$/.exec(line) ?? []
  if (box !== undefined) return { indent: before.length, number: 0, text: box }
  const [, space = '', number, text] =
    /^(\s{0,3})(?:\*\*|#{1,4} )?(?:Step )?(\d{1,3})[.):]\s{0,20}(?:\*\*)?\s{0,20}(?:\[[ xX]?\]\s+)?(\S.*)$/i.exec(
      line,
    ) ?? []
  return text === undefined || Number(number) === 0 ? null : { indent: space.length, number: Number(number), text }
}

/** The items of all lists of the text, numbered or not. */
export const listItems = (text: string): readonly string[] =>
  text
    .slice(0, maxRead)
    .split(/\r\n|\r|\n/)
    .flatMap((line) => /^\s*(?:[-*•]|\d{1,3}[.)])\s+(\S.*)$/.exec(line)?.[1] ?? [])
    .map(plain)

/** What follows a label at the start of a line, such as `Score: 0.7`; of several the last. */
export function labelled(text: string, label: RegExp): string | null {
  const line = new RegExp(`^[ \\t>*_#-]*(?:${label.source})[*_]*\\s*[:=][*_]*\\s*(\\S.*)$`, 'gim')
  const found = [...text.slice(0, maxRead).matchAll(line)].at(-1)?.[1]
  return found === undefined ? null : plain(found)
}

const plain = (text: string): string => text.replaceAll('**', '').trim()
