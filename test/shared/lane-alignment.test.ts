import { describe, expect, test } from 'vitest'
import type { Action } from '../../src-renderer/run/lane-actions.ts'
import { alignLanes } from '../../src-renderer/run/lane-alignment.ts'

const deed = (text: string): Action => {
  const [word = ''] = text.split(' ')
  const kind =
    word === 'edit'
      ? 'edit'
      : word === 'run'
        ? 'command'
        : word === 'read'
          ? 'read'
          : word === 'say'
            ? 'answer'
            : 'thought'
  return { path: text, kind, key: text, text, file: null, message: '', startMs: 0, ms: 1 }
}
const lane = (text: string) => text.split(', ').map(deed)

/** `=read a | edit 1 / edit 2!`: same, then apart by lane; `!` marks the first difference that matters. */
function message(...lanes: string[]): string {
  const { sections: stretches, first } = alignLanes(lanes.map(lane))
  return stretches
    .map(({ kind, actions }, at) => {
      const texts = actions.map((own) => own.map(({ text }) => text).join(', ') || '–')
      return `${kind === 'same' ? `=${texts[0]}` : texts.join(' / ')}${at === first ? '!' : ''}`
    })
    .join(' | ')
}

describe('lanes are aligned by what they did', () => {
  test.each<[string, string[]]>([
    ['=read a, read b | edit 1 / edit 2! | =run t', ['read a, read b, edit 1, run t', 'read a, read b, edit 2, run t']],
    [
      '=read a | – / plan it | =run t | edit 1 / edit 2! | =run ok | – / edit more',
      ['read a, run t, edit 1, run ok', 'read a, plan it, run t, edit 2, run ok, edit more'],
    ],
    ['=read a, say done', ['read a, say done', 'read a, say done']],
    ['=read a | say yes / say no!', ['read a, say yes', 'read a, say no']],
    ['=read a | – / read b! | =edit 1', ['read a, edit 1', 'read a, read b, edit 1']],
    ['=read a | edit 1 / edit 2 / –!', ['read a, edit 1', 'read a, edit 2', 'read a']],
  ])('%s', (expected, lanes) => expect(message(...lanes)).toBe(expected))
})

test('a plan or a role that differs is not the first difference that matters when an edit differs', () => {
  const {
    first,
    sections: stretches,
    firstDeeds,
  } = alignLanes([lane('plan x, read a, edit 1'), lane('plan y, read a, edit 2')])
  expect(stretches.map(({ kind }) => kind)).toEqual(['apart', 'same', 'apart'])
  expect(first).toBe(2)
  expect(firstDeeds.map((each) => each?.text)).toEqual(['edit 1', 'edit 2'])
})

test('lanes of very many actions are aligned by their beginnings', () => {
  const many = Array.from({ length: 2000 }, (_, at) => `run ${at}`).join(', ')
  const { sections: stretches } = alignLanes([lane(`read a, ${many}`), lane(`read a, edit 1, ${many}`)])
  expect(stretches.map(({ kind }) => kind)).toEqual(['same', 'apart'])
})
