import type { Failure } from '../../../src-shared/base/failure.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { Fault } from '../fault.ts'
import type { Connection, Wire } from '../wire.ts'
import type { EndpointTerms } from './endpoint-terms.ts'
import { refusedIn } from './read-refusal.ts'

/** A request that needs more than this is beyond repair. */
const mostTerms = 24

interface Mended {
  readonly wire: Wire
  readonly connection: Connection
  readonly request: ModelRequest
  readonly terms: EndpointTerms
}

/**
 * What one call does about refusals: whatever the error names that was sent and can be left out is left out, and
 * remembered for this endpoint and model. If the same error comes again, that did not help, so it is forgotten and the
 * next thing that is named is tried.
 */
export class Mending {
  private readonly call: Mended
  private readonly tried = new Set<string>()
  private last: { readonly term: string; readonly text: string } | null = null

  constructor(call: Mended) {
    this.call = call
  }

  /** What to report before the request is sent again; null if there is nothing to do about the fault. */
  next({ refusal, failure }: Fault): Failure | null {
    const { wire, connection, request, terms } = this.call
    const { profile, model } = connection
    if (refusal === null) return null
    if (this.last?.text === refusal.text) terms.drop(profile, model, this.last.term)
    this.last = null
    if (this.tried.size >= mostTerms) return null
    const parameters = wire.parameters(profile, model, request, terms.of(profile, model))
    const term = refusedIn(refusal, { parameters, rows: wire.parameterRows, tried: this.tried })
    if (term === null) return null
    this.tried.add(term)
    this.last = { term, text: refusal.text }
    terms.add(profile, model, term)
    return {
      ...failure,
      message: `${model} rejects the parameter ${term}, so the request is sent again without it.`,
      advice: 'No action needed.',
    }
  }
}
