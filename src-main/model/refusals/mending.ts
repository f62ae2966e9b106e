import type { Failure } from '../../../src-shared/base/failure.ts'
import type { ModelRequest } from '../../../src-shared/model/message.ts'
import type { Fault } from '../fault.ts'
import { formsFor } from '../requests/forms.ts'
import { sentTools } from '../requests/sent-tools.ts'
import { type Connection, recipientOf, type Wire } from '../wire.ts'
import type { EndpointTerms } from './endpoint-terms.ts'
import { type Change, changeFor } from './read-refusal.ts'

/** A request that is still refused after this many changes is beyond repair. */
const maxChanges = 24

interface Mended {
  readonly wire: Wire
  readonly connection: Connection
  readonly request: ModelRequest
  readonly terms: EndpointTerms
}

/**
 * What one call does about refusals: whatever the error names that was sent and can be left out or said more plainly is
 * changed, and remembered for this endpoint and model. If the same error comes again, that did not help, so it is
 * forgotten, and the next thing that is named is changed.
 */
export class Mending {
  private readonly call: Mended
  private readonly tried = new Set<string>()
  private last: { readonly change: Change; readonly error: string } | null = null
  private changes = 0

  constructor(call: Mended) {
    this.call = call
  }

  /**
   * What to report before the request is sent again; null if there is nothing to do about the fault.
   * @param body as it was sent
   * @param now what would be sent now: calls at the same time learn of the same refusals
   */
  next({ refusal, failure }: Fault, body: string, now: () => string): Failure | null {
    const { connection, terms } = this.call
    const { profile, model } = connection
    if (refusal === null || ++this.changes > maxChanges) return null
    if (now() !== body) return told(failure, `${model} refuses a part of the request that is left out by now.`)
    const error = JSON.stringify(refusal)
    if (this.last?.error === error) for (const term of this.last.change.terms) terms.drop(profile, model, term)
    this.last = null
    const change = changeFor(refusal, this.sent(body))
    if (change === null) return null
    this.last = { change, error }
    for (const term of change.terms) {
      this.tried.add(term)
      terms.add(profile, model, term)
    }
    return told(failure, `${model} refuses ${change.what}, so the request is sent again ${change.how}.`)
  }

  private sent(text: string): Parameters<typeof changeFor>[1] {
    const { wire, connection, request, terms } = this.call
    const { profile, model } = connection
    const refused = terms.of(profile, model)
    const tools = sentTools(recipientOf(connection, refused), request.tools).map(({ name }) => name)
    const forced = typeof request.toolChoice === 'object' ? request.toolChoice.tool : null
    return {
      parameters: wire.parameters(profile, model, request, refused),
      rows: wire.parameterRows,
      tools: tools.map((name) => (name === forced ? '' : name)),
      body: {
        api: profile.api,
        text,
        hasTools: tools.length > 0,
        hasCalls: request.messages.some((each) => each.role === 'assistant' && each.toolCalls.length > 0),
      },
      tried: new Set([...this.tried, ...refused, ...formsFor(profile, refused)]),
    }
  }
}

const told = (failure: Failure, message: string): Failure => ({ ...failure, message, advice: 'No action needed.' })
