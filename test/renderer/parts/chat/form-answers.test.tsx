import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { enteredText, FormAnswers } from '../../../../src-renderer/parts/chat/cards/form-answers.tsx'
import type { FormField } from '../../../../src-shared/model/question.ts'

const field = (name: string, kind: FormField['kind'], required = false): FormField => ({
  name,
  title: name.toUpperCase(),
  description: '',
  kind,
  required,
  options: kind.startsWith('choice') ? [{ value: 'a', title: 'First' }] : [],
  value: null,
})
const form = [field('who', 'text', true), field('many', 'choices'), field('sure', 'yes-no')]

test('a form has a field for each that the server asks for, says where it goes, and can be declined', () => {
  const question = { question: 'Who?', options: ['Decline'], freeText: true, form }
  const html = renderToStaticMarkup(<FormAnswers runId="r" path="0.ask" question={question} form={form} />)
  for (const each of ['WHO', 'MANY (optional)', 'First', 'SURE', 'Don’t enter passwords', 'Decline'])
    expect(html).toContain(each)
  // What is required is missing.
  expect(html).toMatch(/<button[^>]*disabled[^>]*>[^<]*(<[^>]*>)*Send to the server/)
})

test('what was entered is shown by the fields’ titles', () => {
  expect(enteredText(form, '{"who":"Ada","sure":true,"other":1}')).toBe('WHO: Ada\nSURE: yes')
  expect(enteredText(form, 'Decline')).toBeNull()
})
