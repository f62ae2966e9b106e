import { bindPrompts, type Prompts, prompt } from '../../../src-shared/strategy/prompts.ts'
import { contextPrompts } from '../context/context-prompts.ts'

export const emptyNudge = prompt(
  'Asks again after an empty answer',
  'Your last answer was empty. Go on with the task, or give your final answer.',
)

const textCalls = `You have tools, and you call them in text. To use one, end your answer with these two lines, and stop:

Action: the name of one tool, alone on its line
Action Input: the arguments of the tool, as one JSON object

One answer holds one call. The result of the tool is shown to you after "Observation:"; never write an Observation
yourself. When you need no more tools, answer in plain text, without a line that begins with "Action:".

The tools:

{tools}`

const textCallPrompts = {
  textCalls: prompt('Follows the system message, for models that can’t call tools', textCalls, {
    required: ['tools'],
  }),
  unreadableCall: prompt(
    'Asks those again after a call in text that can’t be read',
    'Your call could not be read, so nothing was run. {problem} Send the lines Action and Action Input again, or answer ' +
      'in plain text.',
    { required: ['problem'] },
  ),
}

/** The prompts of every strategy that is made of tool loops. */
export const loopPrompts = {
  finalAnswer: prompt(
    'Asks for the final answer when a limit is reached, or you end the work',
    'The limit of this run is reached: no more tools can be used. Give your final answer now, from what you know. ' +
      'Say plainly what is done and what is not.',
  ),
  emptyNudge,
  ...textCallPrompts,
  ...contextPrompts,
}
export type LoopPrompts = Prompts<typeof loopPrompts>

/** Those of a strategy that gives a model tools of its own, such as `submit_plan`. */
export const submissionPrompts = {
  callReminder: prompt(
    'Asks again after an answer in text, if a call of a tool is needed',
    'You answered in text. An answer counts only as a call of the tool {tool}: call it now.',
    { required: ['tool'] },
  ),
  textForm: prompt(
    'Follows that, for models that can’t call tools',
    'If you cannot call tools, answer with the arguments of {tool} as one JSON object in a code block, and nothing else. ' +
      'Its JSON Schema:\n\n{schema}',
    { required: ['schema'], optional: ['tool'] },
  ),
  finalCall: prompt(
    'Follows the request for the final answer, if a call of a tool is still wanted',
    'If you can, call {tools}.',
    { required: ['tools'] },
  ),
}
export type SubmissionPrompts = Prompts<typeof submissionPrompts>

export const defaultLoopPrompts: LoopPrompts & SubmissionPrompts = bindPrompts({ ...loopPrompts, ...submissionPrompts })
