import { expect, test } from 'vitest'
import { chosenTasksText, tasksJudge } from '../../../src-renderer/views/compare/set-up/chosen-tasks.ts'

const check = { command: 'npm test', scorePattern: null, better: 'higher', timeLimitMs: 60_000 } as const
const task = (set: string | undefined, isChecked = true) => ({ set, check: isChecked ? check : null })

test('chosen tasks are named by their sets, with what judges them', () => {
  expect(chosenTasksText([task('sample')])).toBe('1 task of sample, with its own check')
  expect(chosenTasksText([task('sample'), task('more')])).toBe('2 tasks of sample and more, each with its own check')
  expect(chosenTasksText([task(undefined), task('more', false)])).toBe('2 tasks, 1 with a check')
  expect(chosenTasksText([task('a', false), task('a', false)])).toBe('2 tasks of a, none with a check')
})

test('each task’s own check decides, and nothing else is said to', () => {
  expect(tasksJudge([task('a'), task('a')], false)).toEqual({ text: 'Each task’s own check decides', missing: null })
  expect(tasksJudge([task('a')], false).text).toBe('The task’s own check decides')
  expect(tasksJudge([task('a'), task('a')], true).text).toBe('Of the saved tasks, each task’s own check decides')
})

test('tasks without a check are counted', () => {
  expect(tasksJudge([task('a'), task('a', false)], false).missing).toBe(
    '1 of 2 tasks has no check: there, a run that completes counts as a success, whatever it did.',
  )
  expect(tasksJudge([task('a', false), task('a', false)], false)).toEqual({
    text: '',
    missing: 'The tasks have no checks: a run that completes counts as a success, whatever it did.',
  })
})
