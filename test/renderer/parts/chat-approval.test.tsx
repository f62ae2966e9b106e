import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApprovalCard } from '../../../src-renderer/parts/chat/cards/approval-card.tsx'
import type { ApprovalAsk } from '../../../src-shared/model/tool.ts'

// T24: what is shown is what runs.

const shell: ApprovalAsk = {
  tool: 'shell',
  effect: 'command',
  title: 'Run a command?',
  subject: 'npm test',
  preview: { kind: 'none' },
  rule: { tool: 'shell', pattern: 'npm test *' },
}
const drawn = (ask: ApprovalAsk) => renderToStaticMarkup(<ApprovalCard runId="r" path="0" ask={ask} />)

test('an approval is a dialog that is no modal, with three answers', () => {
  const html = drawn(shell)
  expect(html).toContain('role="dialog" aria-modal="false" aria-label="Approve tool call"')
  for (const answer of ['Allow once', 'Always allow', 'Deny']) expect(html).toContain(answer)
  expect(html).toContain('Adds a rule for this project: shell npm test *')
})

test('the whole command is shown, however long, and hidden characters are made visible', () => {
  const command = `echo ${'x'.repeat(10_000)} \u202e; rm -rf ~ #\u200b`
  const html = drawn({ ...shell, subject: command })
  expect(html).toContain('x'.repeat(10_000))
  expect(html).toContain('⟨U+202E⟩; rm -rf ~ #⟨U+200B⟩')
})

test('where no rule can be kept, none is offered', () => {
  expect(drawn({ ...shell, rule: null })).not.toContain('Always allow')
})

test('an edit shows the change it would make, hidden characters made visible', () => {
  const patch = '--- a/a.js\n+++ b/a.js\n@@ -1,1 +1,1 @@\n-const a = 1\n+const a = 2 \u202e// x\n'
  const html = drawn({
    ...shell,
    title: 'Edit a.js?',
    subject: 'a.js',
    preview: { kind: 'diff', path: 'a.js', patch, added: 1, removed: 1 },
  })
  // The words that differ are marked by elements of their own.
  expect(html.replace(/<[^>]*>/g, '')).toContain('const a = 1')
  expect(html).toContain('const a = 2 ⟨U+202E⟩// x')
  expect(html).toContain('added: ')
})
