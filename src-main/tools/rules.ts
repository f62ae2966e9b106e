import type { ToolEffect } from '../../src-shared/model/tool.ts'
import type { ApprovalRule } from '../../src-shared/settings/settings.ts'
import { exactGlob, matchesGlob } from './text/glob.ts'
import { visible } from './text/visible.ts'

/** What the gate is asked about: one call, made ready. */
export interface Gated {
  readonly tool: string
  readonly effect: ToolEffect
  readonly subject: string
  readonly writes: readonly string[]
}
export type Rule = Pick<ApprovalRule, 'tool' | 'pattern'>

/**
 * Rules the user kept with "Always allow". For commands a pattern is the exact command, or a prefix that ends
 * in ` *`; for edits a glob of project-relative paths.
 */
export function ruleCovers(rule: Rule, call: Gated): boolean {
  if (call.effect === 'edit') {
    const forEdits = rule.tool === 'edit_file' || rule.tool === 'write_file'
    return forEdits && call.writes.length > 0 && call.writes.every((path) => matchesGlob(rule.pattern, path))
  }
  if (rule.tool !== call.tool || isDisguised(call.subject)) return false
  return rule.pattern === call.subject || prefixCovers(rule.pattern, call.subject)
}

/** Anything by which a shell could run a second command or put another text in place. `%`, `^` and `!` are cmd.exe's. */
const shellMarks = /[;&|`$()<>{}\\%^!\n\r]/

function prefixCovers(pattern: string, command: string): boolean {
  if (!pattern.endsWith(' *') || shellMarks.test(command)) return false
  const prefix = pattern.slice(0, -2)
  return prefix.trim() !== '' && (command === prefix || command.startsWith(`${prefix} `))
}

/** A rule is kept for what the user saw; where that is not what runs, none is kept. */
const isDisguised = (subject: string) => visible(subject) !== subject

/** Commands that only run what the project itself defines, so that their arguments may vary. */
const runners =
  /^((npm|pnpm|yarn|bun) (run )?(test|lint|check|build|typecheck)|npx (vitest|jest|tsc|eslint)|pytest|python3? -m (pytest|unittest)|cargo (test|check|build|clippy)|go (test|vet|build)|deno (test|check|lint)|make (test|check)|dotnet test|mvn test|gradle test)( |$)/

/** The narrowest rule that is still of use; null if none can be kept safely. */
export function offeredRule(call: Gated): Rule | null {
  if (isDisguised(call.subject) || call.subject.length > 500) return null
  if (call.effect === 'edit') {
    const [path, ...more] = call.writes
    return path === undefined || more.length > 0 ? null : { tool: call.tool, pattern: exactGlob(path) }
  }
  if (call.tool !== 'shell' || shellMarks.test(call.subject)) return { tool: call.tool, pattern: call.subject }
  const runner = runners.exec(call.subject)?.[1]
  return { tool: call.tool, pattern: runner === undefined ? call.subject : `${runner} *` }
}
