// Made from src-main/strategy by test/kit/project/make-vocabulary.ts; a test compares it.
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
// The agent answers each step with that step's type of answer; only these casts say so.
function* ask                    (step         )                     {
  return (yield step        )
}
export const callModel = (request                )                      =>
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
export const check = (command        , pattern         )                       =>
  ask         ({ kind: 'check', command, ...(pattern !== undefined && { pattern }) })
export const promptAgent = (
  prompt                                                              ,
)                       =>
  ask                ({
    kind: 'prompt-agent',
    before: '',
    session: 'new',
    choices: {},
    limits: noLimits,
    ...prompt,
  })
export const random = (purpose        )                  => ask          ({ kind: 'random', purpose })
export const readClock = (purpose        )                  => ask              ({ kind: 'read-clock', purpose })
export const inbox = (purpose        )                             => ask         ({ kind: 'inbox', purpose })
export const note = (title        , data                                  )                =>
  ask        ({ kind: 'note', title, data })
export function* all                                             (
  branches   ,
  how                               = {},
)                      {
  return (yield { kind: 'all', branches, ...how })
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
  const { outOfBudget, stopped, ending } = work
  return {
    status: failure === null ? 'completed' : 'failed',
    text: work.text,
    messages: [userText(task.goal), ...work.added],
    calls: work.calls,
    meta: work.meta,
    failure,
    ...(outOfBudget && { outOfBudget }),
    ...(stopped && { stopped }),
    ...(ending && { ending }),
  }
}
export function withSignals(outcome         )          {
  const { meta } = outcome
  return {
    ...outcome,
    ...(meta['spent'] === true && { outOfBudget: true }),
    ...(meta['stopped'] === true && { stopped: true }),
    ...(meta['ending'] === 'last-answer' && { ending: 'last-answer' }),
  }
}
export function addedBy(outcome         , { goal }      )                     {
  const [first, ...rest] = outcome.messages
  return first?.role === 'user' && first.text === goal ? rest : outcome.messages
}
export function isFinal(outcome         )          {
  const { failure, outOfBudget, stopped } = withSignals(outcome)
  return failure?.kind === 'budget-spent' || outOfBudget === true || stopped === true
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
    default:
      return assertNever(move)
  }
}

// strategy-tools/validate-call.ts
export function validateCall   (call          , parse                               )                {
  if (!call.complete) return { ok: false, result: refusal(call, incompleteCall) }
  const read = readArguments(call.arguments)
  if (!read.ok) return { ok: false, result: refusal(call, read.problem) }
  const parsed = parse(read.value)
  if (parsed.ok) return { ok: true, value: parsed.value, result: acceptance(call, parsed.data) }
  const why = `The arguments do not fit: ${parsed.problems}. Call ${call.tool} again.`
  return { ok: false, result: refusal(call, why) }
}
function readArguments(text        )                                                                {
  try {
    return { ok: true, value: parseOutside(text.trim() === '' ? '{}' : text) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, problem: `The arguments are not valid JSON: ${why}. Send one JSON object.` }
  }
}
export const incompleteCall = 'Your answer ended inside this call, so it was not run. Send the whole call again.'
export function refusal(call          , why        )             {
  return { callId: call.id, tool: call.tool, ok: false, text: why, summary: 'not run', durationMs: 0, data: null }
}
function acceptance(call          , data      )             {
  return { callId: call.id, tool: call.tool, ok: true, text: 'Accepted.', summary: 'accepted', durationMs: 0, data }
}

// strategy-tools/tool-fields.ts
export const fieldsToolInfo = (name        , description        , fields            )           => ({
  name,
  description,
  parameters: groupSchema(fields),
  effect: 'own',
})
export const validateFields = (call          , fields            )                         =>
  validateCall(call, (value) => fitFields(value, fields))
function fitFields(value         , fields            )                     {
  const wrong           = []
  const fitted = fitGroup(value, fields, '', wrong)
  if (wrong.length === 0) return { ok: true, value: fitted, data: fitted }
  return { ok: false, problems: wrong.slice(0, 8).join('; ') }
}
function fitGroup(value         , fields            , path        , wrong          )             {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    wrong.push(`${path === '' ? 'the arguments' : `\`${path}\``}: must be an object`)
    return {}
  }
  const values = new Map                 (Object.entries(value))
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const at = path === '' ? name : `${path}.${name}`
      const sent = values.get(name)
      if (sent !== undefined) return [name, fitField(sent, field, at, wrong)]
      if (field.otherwise === undefined) wrong.push(`\`${at}\`: is missing`)
      return [name, field.otherwise ?? null]
    }),
  )
}
function fitField(value         , field           , path        , wrong          )       {
  const refused = (must        )       => {
    wrong.push(`\`${path}\`: must be ${must}`)
    return null
  }
  switch (field.type) {
    case 'text':
      if (typeof value !== 'string') return refused('text')
      return within(value.length, field) ? value : refused(`text of ${range(field)} characters`)
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return refused('a number')
      if (field.whole && !Number.isInteger(value)) return refused('a whole number')
      return within(value, field) ? value : refused(`a number, ${range(field)}`)
    case 'flag':
      return typeof value === 'boolean' ? value : refused('true or false')
    case 'choice':
      return typeof value === 'string' && field.choices.includes(value)
        ? value
        : refused(`one of ${field.choices.join(', ')}`)
    case 'list':
      if (!Array.isArray(value)) return refused('a list')
      if (!within(value.length, field)) return refused(`a list of ${range(field)} entries`)
      return value.map((each         , at) => fitField(each, field.item, `${path}.${at}`, wrong))
    case 'group':
      return fitGroup(value, field.fields, path, wrong)
    default:
      return assertNever(field)
  }
}
const within = (value        , { min, max }       ) => (min === null || value >= min) && (max === null || value <= max)
function range({ min, max }       )         {
  if (max === null) return `at least ${min ?? 0}`
  return min === null ? `at most ${max}` : `${min} to ${max}`
}
const groupSchema = (fields            )             => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
  required: Object.entries(fields).flatMap(([name, { otherwise }]) => (otherwise === undefined ? [name] : [])),
})
function fieldSchema(field           )             {
  const { description, otherwise } = field
  const extras = {
    ...(description === '' ? {} : { description }),
    ...(otherwise === undefined ? {} : { default: otherwise }),
  }
  return { ...shapeSchema(field), ...extras }
}
function shapeSchema(field           )             {
  switch (field.type) {
    case 'text':
      return { type: 'string', ...limits(field, 'minLength', 'maxLength') }
    case 'number':
      return { type: field.whole ? 'integer' : 'number', ...limits(field, 'minimum', 'maximum') }
    case 'flag':
      return { type: 'boolean' }
    case 'choice':
      return { type: 'string', enum: field.choices }
    case 'list':
      return { type: 'array', items: fieldSchema(field.item), ...limits(field, 'minItems', 'maxItems') }
    case 'group':
      return groupSchema(field.fields)
    default:
      return assertNever(field)
  }
}
const limits = ({ min, max }       , least        , most        )             => ({
  ...(min === null ? {} : { [least]: min }),
  ...(max === null ? {} : { [most]: max }),
})

// ../../src-shared/base/excess.ts
const [maxValues, maxDepth] = [100_000, 200]
function excessIn(data         )                {
  const open                                                        = [{ value: data, depth: 0 }]
  let values = 0
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    values += 1
    if (values + open.length > maxValues) return `it has more than ${maxValues.toLocaleString('en-US')} values`
    if (each.depth > maxDepth) return 'it is nested too deeply'
    if (typeof each.value !== 'object' || each.value === null) continue
    const depth = each.depth + 1
    for (const value of Object.values(each.value)) open.push({ value, depth })
  }
  return null
}
function excessInJson(text        , most = maxValues, deepest = maxDepth)                {
  let values = 1
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === comma) values += 1
    else if (code === bracket || code === brace) {
      values += 1
      depth += 1
      if (depth > deepest) return 'it is nested too deeply'
    } else if (code === closingBracket || code === closingBrace) depth -= 1
    if (values > most) return `it has more than ${most.toLocaleString('en-US')} values`
  }
  return null
}
function parseOutside(text        , most         )          {
  const excess = excessInJson(text, most)
  if (excess !== null) throw new Error(excess)
  return JSON.parse(text)
}
const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]
function endOfText(text        , from        )         {
  for (let at = from + 1; ; at++) {
    at = text.indexOf('"', at)
    if (at < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return at
  }
}
const excessInMessage = (text        )                => excessInJson(text, 500_000, 10_000)
