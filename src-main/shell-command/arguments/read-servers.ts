import { resolve } from 'node:path'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import {
  flag,
  type ModelArguments,
  modelOptions,
  parse,
  readApproval,
  readModels,
  readStrategy,
  type StrategyArgument,
  text,
} from './argument-parts.ts'
import { UsageError } from './usage.ts'

/** Apart from the commands that serve: other commands must not load what these need. */

export interface AcpArguments extends ModelArguments {
  readonly command: 'acp'
  readonly strategy: StrategyArgument
  readonly approval: ApprovalMode
  readonly network: boolean
  readonly noHooks: boolean
}

const acpOptions = {
  strategy: text,
  approve: text,
  ...modelOptions,
  network: flag,
  'no-hooks': flag,
} as const

/** @throws UsageError if it can't be understood */
export function readAcp(args: string[]): AcpArguments {
  const { values, positionals } = parse('acp', args, acpOptions)
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals.join(' ')}`, 'acp')
  return {
    command: 'acp',
    strategy: readStrategy(values.strategy, {}),
    approval: readApproval(values.approve),
    ...readModels(values, 'acp'),
    network: values.network ?? false,
    noHooks: values['no-hooks'] ?? false,
  }
}

export interface McpArguments extends ModelArguments {
  readonly command: 'mcp'
  /** Null: any folder that a client names. */
  readonly project: string | null
  /** Null: asks where the client can, and else only reads. */
  readonly approval: ApprovalMode | null
  readonly network: boolean
  readonly noHooks: boolean
}

const mcpOptions = { project: text, approve: text, ...modelOptions, network: flag, 'no-hooks': flag } as const

/** @throws UsageError if it can't be understood */
export function readMcp(args: string[], workingFolder: string): McpArguments {
  const { values, positionals } = parse('mcp', args, mcpOptions)
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals.join(' ')}`, 'mcp')
  return {
    command: 'mcp',
    project: values.project === undefined ? null : resolve(workingFolder, values.project),
    approval: values.approve === undefined ? null : readApproval(values.approve),
    ...readModels(values, 'mcp'),
    network: values.network ?? false,
    noHooks: values['no-hooks'] ?? false,
  }
}
