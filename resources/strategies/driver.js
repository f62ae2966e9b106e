// Drives a user's strategy inside the isolate. Steps and answers cross as JSON text; routines, the values they
// return and the errors they throw stay here and cross as numbers.
;(() => {
  const { parse, stringify } = JSON
  const { getPrototypeOf, keys, prototype: objectPrototype } = Object
  const { isArray } = Array
  const { isFinite: isFiniteNumber } = Number
  const ErrorHere = Error
  const TypeErrorHere = TypeError

  const refuse = (name, instead) => () => {
    throw new ErrorHere(`${name} may not be used inside a strategy: ask with the step \`${instead}\`.`)
  }
  // Time and chance would make a replay take another road, and so would what the collector has taken.
  const clock = refuse('Date', 'readClock')
  globalThis.Date = new Proxy(function Clock() {}, { apply: clock, construct: clock, get: clock })
  Math.random = refuse('Math.random', 'random')
  delete globalThis.WeakRef
  delete globalThis.FinalizationRegistry

  const routines = []
  const handlers = []
  const kept = []
  let user = null
  let StepFailed = ErrorHere
  let fillPrompt = null
  let strategy = null

  /** Deeper nesting than this is no step. */
  const deepest = 100
  /** As many as the app runs at once. */
  const mostBranches = 1000

  /** A copy that is nothing but JSON data, so that no getter, proxy or toJSON is looked at twice. */
  function plain(value, place, depth = 0) {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number' && isFiniteNumber(value)) return value
    if (depth > deepest) throw new TypeErrorHere(`${place} is nested more than ${deepest} deep`)
    if (isArray(value)) {
      const list = []
      for (let at = 0; at < value.length; at++) list[at] = plain(value[at], `${place}[${at}]`, depth + 1)
      return list
    }
    if (typeof value !== 'object') throw new TypeErrorHere(`${place} is no plain JSON data, but ${shown(value)}`)
    const prototype = getPrototypeOf(value)
    if (prototype !== objectPrototype && prototype !== null)
      throw new TypeErrorHere(`${place} is no plain JSON data, but ${shown(value)}`)
    const copy = { __proto__: null }
    for (const key of keys(value)) {
      const inner = value[key]
      if (inner !== undefined) copy[key] = plain(inner, `${place}.${key}`, depth + 1)
    }
    return copy
  }

  function shown(value) {
    if (typeof value !== 'object')
      return typeof value === 'function' ? 'a function' : `${typeof value} ${String(value)}`
    const maker = value.constructor
    return `an object of ${typeof maker === 'function' ? maker.name || 'no name' : 'no class'}`
  }

  function routineId(routine, place) {
    const fits = typeof routine === 'object' && routine !== null && typeof routine.next === 'function'
    if (!fits)
      throw new TypeErrorHere(`${place} is no routine: hand in what a step or a function* gives, without yield*`)
    return routines.push(routine) - 1
  }

  /** A step as it crosses: what holds routines holds their numbers. */
  function crossing(step) {
    if (typeof step !== 'object' || step === null || typeof step.kind !== 'string')
      throw new TypeErrorHere(`yielded ${shownStep(step)}, which is no step: write yield* before a step`)
    if (step.kind === 'all') {
      const { branches, ...rest } = step
      if (!isArray(branches)) throw new TypeErrorHere('all takes a list of routines')
      if (branches.length > mostBranches)
        throw new TypeErrorHere(`all takes ${mostBranches} routines at most, not ${branches.length}`)
      const ids = []
      for (let at = 0; at < branches.length; at++) ids[at] = routineId(branches[at], `branch ${at} of all`)
      return { ...plain(rest, 'the step all'), branches: ids }
    }
    if (step.kind === 'phase' || step.kind === 'in-copy') {
      const { body, ...rest } = step
      return { ...plain(rest, `the step ${step.kind}`), body: routineId(body, `the body of ${step.kind} ${rest.name}`) }
    }
    if (step.kind === 'tool-loop') {
      const { strategyTools = [], ...rest } = step
      return { ...plain(rest, 'the step tool-loop'), strategyTools: strategyTools.map(handled) }
    }
    return plain(step, `the step ${step.kind}`)
  }

  /** A tool whose calls the app's loop has carried out here: its handler is a number outside. */
  function handled({ info, fields, handle }) {
    if (typeof handle !== 'function')
      throw new TypeErrorHere(
        `the tool ${info.name} has no handler: hand a function* to strategyTool as its last argument`,
      )
    const tool = plain({ name: info.name, description: info.description, fields }, `the tool ${info.name}`)
    return { ...tool, handler: handlers.push(handle) - 1 }
  }

  const shownStep = (step) =>
    typeof step === 'object' && step !== null ? 'an object' : `${typeof step} ${String(step)}`

  function taken(id) {
    const value = kept[id]
    kept[id] = null
    return value
  }

  function given(input) {
    if (input.kind === 'kept') return taken(input.id)
    if (input.kind === 'kept-list') return input.ids.map(taken)
    return input.value
  }

  function thrownError(input) {
    if (input.kind === 'error') return taken(input.id)
    const error = input.kind === 'failure' ? new StepFailed(input.failure) : new ErrorHere(input.message)
    // Without a stack of its own the engine notes where it is thrown: at the step that failed.
    delete error.stack
    return error
  }

  function advanced(routine, input) {
    const throws = input.kind === 'failure' || input.kind === 'error' || input.kind === 'other'
    const turn = throws ? routine.throw(thrownError(input)) : routine.next(given(input))
    if (typeof turn === 'object' && turn !== null && typeof turn.then === 'function')
      throw new TypeErrorHere('a strategy is a plain function*: take async and await away, and yield* each step')
    return turn
  }

  /** What is yielded though it is no step is thrown back, so that the error names the line of the yield. */
  function next(routine, input) {
    const turn = advanced(routine, input)
    if (turn.done) return turn
    try {
      return { done: false, step: crossing(turn.value) }
    } catch (error) {
      delete error.stack
      routine.throw(error)
      throw error
    }
  }

  /** Where a routine stands: the engine notes it in an error that is thrown there, even if the routine catches it. */
  function where(routine) {
    const error = new ErrorHere('where')
    delete error.stack
    try {
      routine.throw(error)
    } catch {
      // What it does with the error is of no interest: it does not continue.
    }
    return stringify(told(error))
  }

  function advance(text) {
    const { routine: id, input, whole } = parse(text)
    if (input.kind === 'call') return begun(() => handlers[id](input.value))
    const routine = routines[id]
    if (input.kind === 'where') return where(routine)
    try {
      const turn = next(routine, input)
      if (!turn.done) return stringify({ kind: 'step', step: turn.step })
      routines[id] = null
      if (whole) return stringify({ kind: 'whole', value: plain(turn.value, 'the outcome') })
      return stringify({ kind: 'done', id: kept.push(turn.value) - 1 })
    } catch (error) {
      return stringify(told(error))
    }
  }

  function told(error) {
    const id = kept.push(error) - 1
    const isError = typeof error === 'object' && error !== null
    const failure = error instanceof StepFailed ? plain(error.failure, 'the failure') : null
    if (!isError) return { kind: 'threw', id, failure: null, message: `it threw ${shownStep(error)}`, stack: '' }
    return { kind: 'threw', id, failure, message: `${error.name}: ${error.message}`, stack: String(error.stack) }
  }

  function load(namespace, vocabulary) {
    user = namespace.default
    StepFailed = vocabulary.StepFailed
    fillPrompt = vocabulary.fillPrompt
  }

  function describe() {
    if (typeof user !== 'object' || user === null)
      throw new ErrorHere('it has no `export default defineStrategy({ … })`')
    if (typeof user.build !== 'function') throw new ErrorHere('its definition has no function `build`')
    const { build, ...rest } = user
    return stringify(plain(rest, 'the definition'))
  }

  function* inner(task) {
    return yield { kind: 'inner', task }
  }

  /** Prompts as functions of what stands for their placeholders. */
  function bound(texts) {
    const prompts = {}
    for (const name of keys(texts)) prompts[name] = (values = {}) => fillPrompt(texts[name], values)
    return prompts
  }

  function begin(text) {
    const { options, prompts, task, wraps } = parse(text)
    try {
      const given = keys(prompts).length === 0 ? options : { ...options, prompts: bound(prompts) }
      strategy = user.build(given, wraps ? inner : null)
      if (typeof strategy !== 'function') throw new TypeErrorHere('build must answer with a function* (task) { … }')
    } catch (error) {
      return stringify(told(error))
    }
    return begun(() => strategy(task), 'the strategy')
  }

  function begun(start, place = 'a handler') {
    try {
      return stringify({ kind: 'begun', routine: routineId(start(), place) })
    } catch (error) {
      return stringify(told(error))
    }
  }

  return { load, describe, begin, advance }
})()
