import { isFolder } from './existing-paths.ts'
import type { Rule } from './sandbox.ts'

/** A rule with what is at its path. */
export type FittingRule = Rule & { readonly isFile: boolean }

/**
 * The rules as they fit what is there: neither can a file be covered by an empty folder, nor a folder by an empty file.
 * Looked up when a place is set up, since a mount needs to know; if that changes in between, the mount fails, and
 * nothing is run.
 */
export const fittingRules = (rules: readonly Rule[]): readonly FittingRule[] => rules.map(fitting)

function fitting(rule: Rule): FittingRule {
  const isFile = !isFolder(rule.kind === 'instead' || rule.kind === 'shown' ? rule.from : rule.path)
  const { path } = rule
  if (rule.kind === 'hide' && isFile) return { kind: 'empty', path, isFile }
  if ((rule.kind === 'empty' || rule.kind === 'mute') && !isFile) return { kind: 'hide', path, isFile }
  if (rule.kind === 'keep' && !isFile) return { kind: 'read', path, isFile }
  return { ...rule, isFile }
}
