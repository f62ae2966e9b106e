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

/** Each field is one argument of a tool of your own, with a line that tells the model what it is. */
export const field = {
  text: (description, { min = 0, max = null } = {}) => ({ type: 'text', description, min, max }),
  number: (description, { min = null, max = null, whole = false } = {}) => ({
    type: 'number',
    description,
    min,
    max,
    whole,
  }),
  flag: (description) => ({ type: 'flag', description }),
  choice: (choices, description) => ({ type: 'choice', description, choices }),
  list: (item, description, { min = 0, max = null } = {}) => ({ type: 'list', description, item, min, max }),
  group: (fields, description) => ({ type: 'group', description, fields }),
  optional: (of, otherwise) => ({ ...of, otherwise }),
}

/** A tool of the strategy's own: its "execution" is the validation of its arguments. */
export const ownTool = (name, description, fields) => ({
  fields,
  info: ownFieldsInfo(name, description, fields),
  judge: (call) => judgeOwnFields(call, fields),
})

/**
 * Runs the app's tool loop until the model has called the tool rightly. Wrong arguments are told to it, and an
 * answer in prose is answered with a reminder, twice.
 */
export function* submission(task, { role, tool, messages = task.messages, tools = [], maxTurns = 20 }) {
  const { name, description } = tool.info
  return yield {
    kind: 'submission',
    task,
    role,
    messages,
    tools,
    maxTurns,
    tool: { name, description, fields: tool.fields },
  }
}
