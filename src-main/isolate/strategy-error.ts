import { type Failure, FailureError } from '../../src-shared/base/failure.ts'
import type { Reply } from './protocol.ts'

/** Where in a user's strategy something went wrong. */
export interface StrategyLocation {
  readonly file: string
  /** Its last step, such as `step 3, call-model`; empty before its first. */
  readonly step: string
}

/**
 * An error that a user's strategy threw, passing through the agent; the strategy's own `try` gets the same error back.
 */
export class StrategyThrew extends FailureError {
  override name = 'StrategyThrew'
  /** The error's number in the isolate. */
  readonly id: number
  constructor(failure: Failure, id: number) {
    super(failure)
    this.id = id
  }
}

export function strategyThrew(reply: Extract<Reply, { kind: 'threw' }>, location: StrategyLocation): StrategyThrew {
  if (reply.failure !== null) return new StrategyThrew(reply.failure, reply.id)
  const line = lineOf(reply.stack, location.file)
  return new StrategyThrew(strategyBroke(location, line, reply.message, reply.stack), reply.id)
}

/** The failure of a strategy that can't continue, with file, line and step. */
export function strategyBroke({ file, step }: StrategyLocation, line: number, what: string, stack = ''): Failure {
  const where = line > 0 ? `${file}, line ${line}` : file
  return {
    kind: 'strategy-broke',
    message: `The strategy in ${where} broke${step === '' ? '' : ` after its ${step}`}: ${what.replace(/\.$/, '')}.`,
    advice: 'Work done so far is kept. Fix the file or choose another strategy, then send a message to continue.',
    ...(stack === '' ? {} : { detail: stack.slice(0, 4000) }),
  }
}

/** The first position in the user's file that a stack names, from 1; 0 if none does. */
export function lineOf(stack: string, file: string): number {
  for (const each of stack.split('\n')) {
    // A file's name may hold spaces, brackets and colons.
    const at = each.lastIndexOf(`${file}:`)
    const line = at < 0 ? undefined : /^(\d+)(?::\d+)?\)?\s*$/.exec(each.slice(at + file.length + 1))?.[1]
    if (line !== undefined) return Number(line)
  }
  return 0
}
