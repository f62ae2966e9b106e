import { exactGlob, matchesGlob } from '../../src-shared/base/glob.ts'
import type { ToolEffect } from '../../src-shared/model/tool.ts'
import type { ApprovalRule } from '../../src-shared/settings/settings.ts'
import { visible } from './text/visible.ts'

/** The call that the gate decides on, once it is prepared. */
export interface GatedCall {
  readonly tool: string
  readonly effect: ToolEffect
  readonly subject: string
  readonly writes: readonly string[]
  /** If a rule holds for this, whatever the subject (`Plan`). */
  readonly key?: string
  /** If it sends something off this computer (`Plan`). */
  readonly leaves?: true
}
/** Without a decision the rule allows. */
export type Rule = Pick<ApprovalRule, 'tool' | 'pattern'> & Partial<Pick<ApprovalRule, 'decision'>>

/**
 * Whether a rule allows a call: only if nothing else would run with it. For commands a pattern is the exact command, or
 * a prefix that ends in ` *`; for edits a glob of project-relative paths.
 */
export function ruleCovers(rule: Rule, call: GatedCall): boolean {
  if (call.effect === 'edit')
    return isForEdits(rule) && call.writes.length > 0 && call.writes.every((path) => matchesGlob(rule.pattern, path))
  if (call.key !== undefined) return rule.tool === call.tool && rule.pattern === call.key
  if (rule.tool !== call.tool || isDisguised(call.subject)) return false
  return rule.pattern === call.subject || prefixCovers(rule.pattern, call.subject)
}

const isForEdits = ({ tool }: Rule) => tool === 'edit_file' || tool === 'write_file'

/**
 * Whether a rule that asks or denies concerns a call: if any part of it matches. A command is taken apart at the
 * shell's operators, and looked at without `sudo` and assignments before it.
 *
 * A shell can spell a command in endless ways. Such a rule stops what is spelled as usual; the sandbox stops the rest.
 */
export function ruleConcerns(rule: Rule, call: GatedCall): boolean {
  if (call.effect === 'edit')
    return isForEdits(rule) && call.writes.some((path) => matchesGlob(rule.pattern, path, true))
  if (!matchesWildcards(rule.tool, call.tool)) return false
  return partsOf(visible(call.subject)).some(
    (part) => matchesWildcards(rule.pattern, part) || rule.pattern === `${part} *`,
  )
}

function partsOf(command: string): readonly string[] {
  const parts = command.split(/&&|\|\||[;&|()`\n\r]|\$\(/).map((part) => part.trim().replace(/\s+/g, ' '))
  return [
    command,
    ...parts,
    ...parts.map((part) => part.replace(/^((sudo|env|exec|command|nohup|time)\s+|\w+=\S*\s+)+/, '')),
  ]
}

/** `*` stands for any text. In linear time: each piece is looked for once, from where the one before ended. */
export function matchesWildcards(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === text
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/** Characters with which a shell could run a second command or substitute text. `%`, `^` and `!` are cmd.exe's. */
const shellMarks = /[;&|`$()<>{}\\%^!\n\r]/

function prefixCovers(pattern: string, command: string): boolean {
  if (!pattern.endsWith(' *') || shellMarks.test(command)) return false
  const prefix = pattern.slice(0, -2)
  return prefix.trim() !== '' && (command === prefix || command.startsWith(`${prefix} `))
}

/** A rule is stored for what the user saw; if something else would run, none is stored. */
const isDisguised = (subject: string) => visible(subject) !== subject

/** Commands that only run what the project itself defines, so their arguments may vary. */
const runners =
  /^((npm|pnpm|yarn|bun) (run )?(test|lint|check|build|typecheck)|npx (vitest|jest|tsc|eslint)|pytest|python3? -m (pytest|unittest)|cargo (test|check|build|clippy)|go (test|vet|build)|deno (test|check|lint)|make (test|check)|dotnet test|mvn test|gradle test)( |$)/

/** The narrowest rule that is still useful; null if none is safe. */
export function offeredRule(call: GatedCall): Rule | null {
  if (call.key !== undefined) return { tool: call.tool, pattern: call.key }
  if (isDisguised(call.subject) || call.subject.length > 500) return null
  if (call.effect === 'edit') {
    const [path, ...more] = call.writes
    return path === undefined || more.length > 0 ? null : { tool: call.tool, pattern: exactGlob(path) }
  }
  if (call.tool !== 'shell' || shellMarks.test(call.subject)) return { tool: call.tool, pattern: call.subject }
  const runner = runners.exec(call.subject)?.[1]
  return { tool: call.tool, pattern: runner === undefined ? call.subject : `${runner} *` }
}
