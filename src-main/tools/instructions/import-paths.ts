import { withoutEnding } from '../../../src-shared/base/without-ending.ts'

/**
 * The files that a CLAUDE.md imports: each `@path` after white space, outside code. An escaped space belongs to the
 * path. Source: the memory files of Claude Code.
 */
export function importPaths(text: string): readonly string[] {
  const prose = text
    .replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm, '')
    .replace(/(?<!`)(`+)[^`\n]+\1/g, '')
  const found = [...prose.matchAll(/(?:^|\s)@((?:[^\s\\@]|\\ )+)/g)].map(([, path = '']) =>
    withoutEnding(path.replaceAll('\\ ', ' '), '.,;:!?)]'),
  )
  return [...new Set(found.filter((path) => /^[\w./~-]/.test(path)))]
}
