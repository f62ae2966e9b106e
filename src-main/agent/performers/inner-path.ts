import { agentStepOf } from '../../../src-shared/run/agent-update.ts'

/** What a tool call asks for while it works: each is a step under the call's path, which a strategy never sees. */
export type InnerKind = 'ask' | 'model' | 'hook'

/** `0.2.ask`, `0.2.ask2`, …. @param count from 1 */
export const innerPath = (toolPath: string, kind: InnerKind, count: number): string =>
  `${toolPath}.${kind}${count === 1 ? '' : count}`

/** The path of the call, or of another agent's step, that a step is inside; other paths are returned unchanged. */
export const outerPath = (path: string): string => agentStepOf(path).replace(/\.(ask|model|hook)\d*$/, '')
