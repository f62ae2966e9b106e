// Made from src-main/strategy by test/kit/make-vocabulary.ts; a test compares it.
export const noLimits = {"writable":null,"readOnly":[]}

// steps.ts
export class StepFailed extends Error {
           name = 'StepFailed'
           failure
  constructor(failure         ) {
    super(failure.message)
    this.failure = failure
  }
}
// The agent answers each step with its own kind of answer; the casts that say so live here only.
function* ask                    (step         )                     {
  return (yield step        )
}
export const callModel = (request       )                      =>
  ask              ({
    kind: 'call-model',
    request: { tools: [], toolChoice: 'auto', stop: [], stopAfterCalls: 0, temperature: null, ...request },
  })
export const runTool = (call          , limits             = noLimits)                      =>
  ask            ({ kind: 'run-tool', call, limits })
export function* executeTools(calls                     , limits             = noLimits)                        {
  return yield* all(calls.map((call) => runTool(call, limits)))
}
export const recordOwnTool = (call          , result            )                      =>
  ask            ({ kind: 'own-tool', call, result })
export const askUser = (question          )                  => ask            ({ kind: 'ask-user', question })
export const snapshot = (label        )                  => ask            ({ kind: 'snapshot', label })
export const restore = (id        )                => ask           ({ kind: 'restore', snapshot: id })
export const changes = (before        , after        )                        =>
  ask           ({ kind: 'changes', before, after })
export const check = (command        )                       => ask         ({ kind: 'check', command })
export const random = (purpose        )                  => ask          ({ kind: 'random', purpose })
export const readClock = (purpose        )                  => ask              ({ kind: 'read-clock', purpose })
export const inbox = (purpose        )                             => ask         ({ kind: 'inbox', purpose })
export const note = (title        , data                                  )                =>
  ask        ({ kind: 'note', title, data })
export function* all                                             (branches   )                      {
  return (yield { kind: 'all', branches })
}
export function* phase   (name        , body            , title = name, index = 0)             {
  return (yield { kind: 'phase', name, title, index, body })
}
export function* inCopy   (where                               , body            )             {
  return (yield { kind: 'in-copy', ...where, body })
}
export function* delegate(strategy                , task      )                   {
  return (yield { kind: 'delegate', strategy, task })
}
export function* think   (compute                                  )             {
  return (yield { kind: 'think', compute })
}

// messages.ts
export const userText = (text        )          => ({ role: 'user', text })
export const assistantText = (text        )          => ({ role: 'assistant', text, reasoning: '', toolCalls: [] })
export function withSystem(system        , messages                    )                     {
  return system === '' ? messages : [{ role: 'system', text: system }, ...messages]
}
export const resultMessage = (result            )              => ({
  role: 'tool',
  callId: result.callId,
  tool: result.tool,
  ok: result.ok,
  text: result.text,
})
export const callEntry = (result            )            => ({
  tool: result.tool,
  ok: result.ok,
  error: result.ok ? null : result.text,
  durationMs: result.durationMs,
  ...(isNotAllowed(result) ? { notAllowed: true } : {}),
})
const isNotAllowed = ({ data }            )          =>
  typeof data === 'object' && data !== null && 'notAllowed' in data && data['notAllowed'] === true
export function withDistinctIds(message                  )                   {
  const taken = new Set        ()
  const toolCalls = message.toolCalls.map((call) => {
    const id = freeId(call, taken)
    taken.add(id)
    return id === call.id ? call : { ...call, id }
  })
  return toolCalls.every((call, at) => call === message.toolCalls[at]) ? message : { ...message, toolCalls }
}
function freeId(call          , taken                     )         {
  const base = call.id === '' ? 'call' : call.id
  if (call.id !== '' && !taken.has(base)) return base
  for (let count = 1; ; count++) {
    const id = `${base}_${count}`
    if (!taken.has(id)) return id
  }
}

// outcome.ts
export function outcomeOf(task      , work      , failure                 = null)          {
  return {
    status: failure === null ? 'completed' : 'failed',
    text: work.text,
    messages: [userText(task.goal), ...work.added],
    calls: work.calls,
    meta: work.meta,
    failure,
  }
}
export function addedBy(outcome         , { goal }      )                     {
  const [first, ...rest] = outcome.messages
  return first?.role === 'user' && first.text === goal ? rest : outcome.messages
}
export function isFinal({ failure, meta }         )          {
  return failure?.kind === 'budget-spent' || meta['spent'] === true || meta['stopped'] === true
}

// from-machine.ts
export const fromMachine =    (machine            )           =>
  function* (task) {
    let move = machine.initialize(task)
    while (move.next !== 'done') move = yield* made(machine, move)
    return move.outcome
  }
function* made   (machine            , move                                    )                   {
  switch (move.next) {
    case 'model':
      return machine.processChatCompletion(move.state, yield* callModel(move.request))
    case 'tools':
      return machine.processToolResults(move.state, yield* executeTools(move.calls))
    case 'delegate': {
      const outcome = yield* delegate(move.strategy, move.task)
      if (machine.processDelegationResult === undefined) throw new Error('this machine has no processDelegationResult')
      return machine.processDelegationResult(move.state, outcome)
    }
  }
}
