import { expect, test } from 'vitest'
import { examineFile } from '../../../src-main/conformance/examine-file.ts'
import { fileOf } from '../../kit/agent/isolate-read.ts'
import { resources } from '../../kit/host/host-open.ts'

const files = [
  ['empty alls', 'for (;;) yield* s.all([])', /limit of 400 steps/],
  ['typed arrays', 'const a = []; for (;;) a.push(new Uint8Array(50 << 20).fill(1))', /out of memory|computed for/],
] as const

test.each(files)('check says of %s what ends it (T36)', async (_, body, says) => {
  const { findings } = await examineFile({ file: 'mine.ts', text: fileOf(body) }, resources, () => {})
  expect(findings.map(({ what }) => what).join('\n')).toMatch(says)
})
