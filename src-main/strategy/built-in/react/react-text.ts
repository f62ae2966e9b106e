import type { AssistantMessage, Message } from '../../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../../src-shared/model/tool.ts'
import { type Prompts, prompt } from '../../../../src-shared/strategy/prompts.ts'
import { loopPrompts } from '../../loop/loop-prompts.ts'
import { assistantText, userText } from '../../messages.ts'

/** How the text protocol is explained to the model, with the tools it may name. */
export function reactSystem(prompts: ReactPrompts, tools: readonly ToolInfo[]): string {
  const list = tools.map(toolText).join('\n\n')
  return prompts.protocol({ tools: tools.length === 0 ? prompts.noTools() : prompts.tools({ list }) })
}

const protocol = `You work in steps. Each of your answers is exactly one step, in this form:

Thought: what you know, and what this step is for
Action: the name of one tool, alone on its line
Action Input: the arguments of the tool, as one JSON object

Then stop. The result of the tool is shown to you after "Observation:"; never write an Observation yourself.
When the task is done, or needs no tool, end with:

Thought: why it is done
Action: FINISH
Action Input: your answer to the user, in plain text

{tools}`

const toolText = ({ name, description, parameters }: ToolInfo): string =>
  `### ${name}\n${description}\nArguments (JSON Schema): ${JSON.stringify(parameters)}`

/** The conversation as plain text: without tool calls and results, which such a model may not support. */
export function asReactText(messages: readonly Message[]): readonly Message[] {
  const shown: Message[] = []
  let observed = false
  for (const message of messages) {
    const last = shown.at(-1)
    if (message.role === 'tool') {
      const text = `Observation: ${message.text}`
      if (observed && last !== undefined) shown[shown.length - 1] = userText(`${last.text}\n\n${text}`)
      else shown.push(userText(text))
    } else shown.push(message.role === 'assistant' && message.toolCalls.length > 0 ? written(message) : message)
    observed = message.role === 'tool'
  }
  return shown
}

function written({ text, toolCalls }: AssistantMessage): Message {
  const thought = text.trim() === '' ? [] : [`Thought: ${text.trim()}`]
  const actions = toolCalls.map((call) => `Action: ${call.tool}\nAction Input: ${call.arguments}`)
  return assistantText([...thought, ...actions].join('\n'))
}

export const reactPrompts = {
  protocol: prompt('Follows the system message: how to answer', protocol, { required: ['tools'] }),
  tools: prompt('Stands for {tools} of that', 'The tools:\n\n{list}', { required: ['list'] }),
  noTools: prompt(
    'Stands for {tools} of that if there are none',
    'There are no tools here: FINISH is the only action.',
  ),
  unreadable: prompt(
    'Asks again after an answer that can’t be read',
    'Your answer could not be read, so nothing was run. {problem} Answer again with the lines Thought, Action and ' +
      'Action Input; when you are done, with the Action FINISH and your answer as its Action Input.',
    { required: ['problem'] },
  ),
  ...loopPrompts,
  finalAnswer: prompt(
    loopPrompts.finalAnswer.about,
    'The limit is reached: no more tools can be used. Give your final answer now, from what you know, as the Action ' +
      'FINISH with the answer as its Action Input. Say plainly what is done and what is not.',
  ),
}
export type ReactPrompts = Prompts<typeof reactPrompts>

export const cutInside = 'Your answer ended inside the Action Input, at the limit of its length. Send a shorter step.'
