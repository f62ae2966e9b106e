import { withoutEnding } from '../../../src-shared/base/without-ending.ts'

/**
 * The files that a file with instructions imports: each `@path` after white space, outside code and comments. An
 * escaped space belongs to the path. Source: the memory files of Claude Code.
 */
export function importPaths(text: string): readonly string[] {
  const prose = withoutFences(text)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/(?<!`)(`+)[^`\n]+\1/g, '')
  const found = [...prose.matchAll(/(?:^|\s)@((?:[^\s\\@]|\\ )+)/g)].map(([, path = '']) =>
    withoutEnding(path.replaceAll('\\ ', ' '), '.,;:!?)]'),
  )
  return [...new Set(found.filter((path) => /^[\p{L}\p{N}_./~-]/u.test(path)))]
}

/** A fence may stand in a list or a quote; it ends with one of at least as many of its characters, or with the text. */
function withoutFences(text: string): string {
  const kept: string[] = []
  let open: string | null = null
  for (const line of text.split(/\r?\n/)) {
    const [, mark = '', rest = ''] = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open !== null) {
      if (mark.startsWith(open) && rest.trim() === '') open = null
    } else if (mark !== '' && !(mark.startsWith('`') && rest.includes('`'))) open = mark
    else kept.push(line)
  }
  return kept.join('\n')
}
