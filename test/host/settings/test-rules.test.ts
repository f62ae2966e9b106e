import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { ApprovalRule } from '../../../src-shared/settings/settings.ts'
import { openTestHost } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

test('what a rule would decide is said in place: for allow, ask and deny, of one project and of all, drafts included', async () => {
  const host = await openTestHost()
  const here = await ask(host, 'project-open', { folder: (await temporaryProject({})).folder })
  const there = await ask(host, 'project-open', { folder: (await temporaryProject({})).folder })
  const rule = (about: Omit<ApprovalRule, 'id' | 'createdAt'>) => ask(host, 'rule-save', { rule: { id: '', ...about } })
  const denied = await rule({ projectId: null, tool: 'shell', pattern: 'git push *', decision: 'deny' })
  const allowed = await rule({ projectId: here.id, tool: 'shell', pattern: 'npm test *', decision: 'allow' })
  const said = async (projectId: string | null, subject: string, draft: ApprovalRule['decision'] | null = null) => {
    const made = draft === null ? null : { tool: 'shell', pattern: subject, decision: draft }
    const { kind, by } = await ask(host, 'rule-test', { projectId, tool: 'shell', subject, mode: 'ask', draft: made })
    return [kind, by]
  }
  for (const projectId of [here.id, there.id, null])
    expect(await said(projectId, 'cd app && git push --force')).toEqual(['refuse', denied.id])
  expect(await said(here.id, 'npm test -- --watch')).toEqual(['allow', allowed.id])
  expect(await said(there.id, 'npm test -- --watch')).toEqual(['ask', null])
  expect(await said(here.id, 'npm test && rm -rf x')).toEqual(['ask', null])
  expect(await said(there.id, 'make', 'allow')).toEqual(['allow', 'draft'])
  expect(await said(there.id, 'make', 'deny')).toEqual(['refuse', 'draft'])
  // A draft that allows does not come before a rule that denies.
  expect(await said(here.id, 'git push', 'allow')).toEqual(['refuse', denied.id])
})
