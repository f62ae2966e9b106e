// What the module `stratagem` exports besides the vocabulary of steps. Runs inside the isolate, below vocabulary.js.

/** Defines a strategy: its name, its options and how it is built. */
export const defineStrategy = (definition) => definition

/** Each option is one field of the form: its default, and a line that describes it. */
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

/** A text for a model that the user can change: what it is for, its default, and its placeholders. */
export const prompt = (about, text, { required = [], optional = [] } = {}) => ({ about, text, required, optional })

const placeholder = /\{\{([A-Za-z]\w*)\}\}|\{([A-Za-z]\w*)\}/g

/** The text with values for its placeholders, in one pass: braces in a value are plain text. */
export const fillPrompt = (text, values) =>
  text.replace(placeholder, (whole, literal, name) => {
    if (literal !== undefined) return `{${literal}}`
    return Object.hasOwn(values, name) ? String(values[name]) : whole
  })

/**
 * The app's own tool loop: calls the model, runs its tool calls and returns the results to it, until it answers.
 * It runs outside the isolate, step by step like everything else.
 */
export function* toolLoop(
  task,
  { role, messages = task.messages, tools = task.tools, strategyTools = [], maxTurns = 20 },
) {
  return yield { kind: 'tool-loop', task, role, messages, tools, strategyTools, maxTurns }
}

/** A call of one of the app's tools, as a model would make it, for `runTool` and `executeTools`. */
export const toolCall = (id, tool, args) => ({ id, tool, arguments: JSON.stringify(args), complete: true })

/** Each field is one argument of a strategy's tool, with a line that describes it to the model. */
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

/**
 * A tool that the strategy owns: its "execution" is the validation of its arguments, and what its handler does with them
 * where `toolLoop` offers it.
 */
export const strategyTool = (name, description, fields, handle = null) => {
  const validate = (call) => validateFields(call, fields)
  // `judge`: the name in version 1 of the vocabulary.
  return { fields, handle, info: fieldsToolInfo(name, description, fields), validate, judge: validate }
}

/** The name in version 1 of the vocabulary. */
export const ownTool = strategyTool

/**
 * Runs the app's tool loop until the model has called the tool with valid arguments. The model is shown what is wrong
 * with invalid ones, and is reminded twice if it answers in prose.
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
