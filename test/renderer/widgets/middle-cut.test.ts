import { expect, test } from 'vitest'
import { cutAt } from '../../../src-renderer/widgets/middle-cut.tsx'

test('a long path keeps its last name, a long command its end, and what is short stays whole', () => {
  const cut = (text: string) => [text.slice(0, cutAt(text)), text.slice(cutAt(text))]
  expect(cut('packages/billing/src/invoices/total.js')).toEqual(['packages/billing/src/invoices', '/total.js'])
  expect(cut('npm run test -- --watch=false billing')).toEqual(['npm run test -- --wat', 'ch=false billing'])
  expect(cut('src/total.js')).toEqual(['src/total.js', ''])
})
