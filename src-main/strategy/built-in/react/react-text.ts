import type { ToolInfo } from '../../../../src-shared/model/tool.ts'
import { type Prompts, prompt } from '../../../../src-shared/strategy/prompts.ts'
import { loopPrompts } from '../../loop/loop-prompts.ts'
import { toolsText } from '../../text-calls/messages-in-text.ts'

/** How the text protocol is explained to the model, with the tools it may name. */
export function reactSystem(prompts: ReactPrompts, tools: readonly ToolInfo[]): string {
  const list = toolsText(tools)
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

/** Its own words for how tools are called in text go before those of all loops. */
const { textCalls: _calls, unreadableCall: _unreadable, ...usualPrompts } = loopPrompts

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
  ...usualPrompts,
  finalAnswer: prompt(
    loopPrompts.finalAnswer.about,
    'The limit is reached: no more tools can be used. Give your final answer now, from what you know, as the Action ' +
      'FINISH with the answer as its Action Input. Say plainly what is done and what is not.',
  ),
}
export type ReactPrompts = Prompts<typeof reactPrompts>
