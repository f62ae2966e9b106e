import type { Situation } from './situation.ts'
import { textArgument } from './situation.ts'
import { editFailed, exitedWell, fileText, listedFiles, wasInterrupted, wasRefused, wasRepeated } from './tool-texts.ts'

export interface CheckRun {
  readonly command: string
  readonly output: string
  readonly passed: boolean
  /** Number of edits before it. */
  readonly edits: number
  readonly recent: boolean
  readonly current: boolean
}
export interface Edit {
  readonly path: string
  /** The whole text of the file after the edit. */
  readonly text: string
}

/** The facts about the project from all calls and results of the conversation, in order. */
export interface Knowledge {
  readonly listed: readonly string[]
  readonly looked: boolean
  readonly files: ReadonlyMap<string, string>
  /** The texts of files when they were first read. */
  readonly originals: ReadonlyMap<string, string>
  readonly unreadable: ReadonlySet<string>
  readonly runs: readonly CheckRun[]
  readonly edits: readonly Edit[]
  /** The tool's text of the newest refusal since the user's message; null if nothing was refused. */
  readonly refusal: string | null
  /** Number of consecutive failed edits. */
  readonly failedEdits: number
  /** Number of calls that were refused because they repeat earlier calls. */
  readonly repeats: number
}

interface Growing {
  listed: Set<string>
  looked: boolean
  files: Map<string, string>
  originals: Map<string, string>
  unreadable: Set<string>
  runs: CheckRun[]
  edits: Edit[]
  refusal: string | null
  failedEdits: number
  repeats: number
}

export function knowledgeOf(situation: Situation): Knowledge {
  const known: Growing = {
    listed: new Set(),
    looked: false,
    files: new Map(),
    originals: new Map(),
    unreadable: new Set(),
    runs: [],
    edits: [],
    refusal: null,
    failedEdits: 0,
    repeats: 0,
  }
  for (const each of situation.done) learn(known, each)
  return { ...known, listed: [...known.listed] }
}

function learn(known: Growing, each: Situation['done'][number]): void {
  if (wasRepeated(each.result)) {
    known.repeats += 1
    return
  }
  if (each.recent && wasRefused(each.result) && each.tool !== 'read_file') known.refusal = each.result
  const path = textArgument(each, 'path').replace(/^\.\//, '')
  switch (each.tool) {
    case 'list_directory':
    case 'find_files':
      known.looked = true
      for (const file of listedFiles(each.result)) known.listed.add(file)
      break
    case 'read_file':
      learnFile(known, path, fileText(each.result))
      break
    case 'edit_file':
      learnEdit(known, path, each)
      break
    case 'shell':
      if (wasInterrupted(each.result)) break
      known.runs.push({
        command: textArgument(each, 'command'),
        output: each.result,
        passed: exitedWell(each.result) ?? false,
        edits: known.edits.length,
        recent: each.recent,
        current: each.current,
      })
      break
  }
}

function learnFile(known: Growing, path: string, text: string | null): void {
  if (text === null) {
    known.unreadable.add(path)
    return
  }
  known.files.set(path, text)
  if (!known.originals.has(path)) known.originals.set(path, text)
}

function learnEdit(known: Growing, path: string, each: Situation['done'][number]): void {
  const before = textArgument(each, 'old_text')
  const after = textArgument(each, 'new_text')
  const text = known.files.get(path)
  if (wasInterrupted(each.result)) {
    known.files.delete(path) // to be read again
    return
  }
  if (editFailed(each.result) || text === undefined || !text.includes(before)) {
    known.failedEdits += 1
    return
  }
  known.failedEdits = 0
  const changed = text.replace(before, () => after)
  known.files.set(path, changed)
  known.edits.push({ path, text: changed })
}
