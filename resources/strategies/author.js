// What the module `stratagem` offers beside the vocabulary of steps. Runs inside the isolate, below vocabulary.js.

/** Says what the strategy is called, what can be set and how it is made. */
export const defineStrategy = (definition) => definition

/** Each option is one field of the form: its ready value, and a line that says what it does. */
export const option = {
  text: (value, description) => ({ type: 'text', default: value, description }),
  number: (value, description, { min = null, max = null, whole = false } = {}) => ({
    type: 'number',
    default: value,
    description,
    min,
    max,
    whole,
  }),
  flag: (value, description) => ({ type: 'flag', default: value, description }),
  choice: (value, choices, description) => ({ type: 'choice', default: value, description, choices }),
}

/**
 * The app's own tool loop: calls the model, runs its tool calls, feeds the results back, until it answers.
 * It runs outside the isolate, step by step like everything else.
 */
export function* toolLoop(task, { role, messages = task.messages, tools = task.tools, maxTurns = 20 }) {
  return yield { kind: 'tool-loop', task, role, messages, tools, maxTurns }
}
