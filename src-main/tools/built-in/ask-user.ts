import { z } from 'zod'
import { noAnswers } from '../../../src-shared/model/question.ts'
import { defineTool, ready } from '../tool.ts'

/** What a model does without an answer. */
const withoutAnswer =
  'Use your own judgment for what can be undone, leave everything else undone, and say in your answer what you assumed.'

export const askUserTool = defineTool({
  name: 'ask_user',
  description:
    'Ask the user one question and wait for the answer. Only for what you can not find out yourself and must know to go on.',
  effect: 'ask',
  parameters: z.strictObject({
    question: z.string().trim().min(1).max(4000).describe('The question, in plain words.'),
    options: z
      .array(z.string().trim().min(1).max(500))
      .max(10)
      .optional()
      .describe('Ready answers to choose from, the safest first. The user may always answer in their own words.'),
  }),
  prepare: ({ question, options = [] }) =>
    ready({
      effect: 'ask',
      title: question,
      subject: question,
      preview: { kind: 'none' },
      writes: [],
      async perform(doing) {
        const answer = await doing.askUser({ question, options, freeText: true, openEnded: true })
        const isNone = Object.values<string>(noAnswers).includes(answer)
        return {
          ok: true,
          text: isNone ? `${answer} ${withoutAnswer}` : `The user answers: ${answer}`,
          summary: answer.split('\n')[0]?.slice(0, 160) ?? '',
          data: { answer },
          body: { kind: 'text', text: `${question}\n\n${answer}` },
        }
      },
    }),
})
