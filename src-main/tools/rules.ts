import type { ToolEffect } from '../../src-shared/model/tool.ts'
import type { ApprovalRule } from '../../src-shared/settings/settings.ts'
import { exactGlob, matchesGlob } from './text/glob.ts'
import { visible } from './text/visible.ts'

/** The call that the gate decides on, once it is prepared. */
export interface GatedCall {
  readonly tool: string
  readonly effect: ToolEffect
  readonly subject: string
  readonly writes: readonly string[]
  /** If a rule holds for this, whatever the subject (`Plan`). */
  readonly key?: string
}
export type Rule = Pick<ApprovalRule, 'tool' | 'pattern'>

/**
 * Rules the user stored with "Always allow". For commands a pattern is the exact command, or a prefix that ends
 * in ` *`; for edits a glob of project-relative paths.
 */
export function ruleCovers(rule: Rule, call: GatedCall): boolean {
  if (call.effect === 'edit') {
    const forEdits = rule.tool === 'edit_file' || rule.tool === 'write_file'
    return forEdits && call.writes.length > 0 && call.writes.every((path) => matchesGlob(rule.pattern, path))
  }
  if (call.key !== undefined) return rule.tool === call.tool && rule.pattern === call.key
  if (rule.tool !== call.tool || isDisguised(call.subject)) return false
  return rule.pattern === call.subject || prefixCovers(rule.pattern, call.subject)
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
