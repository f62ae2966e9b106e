import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { command } from '../kit/host/host-command.ts'
import { openTestHost, temporaryFolder } from '../kit/host/host-open.ts'

test('agent diagnostics prints what the window copies: versions, the sandbox, the data folder and the log', async () => {
  const home = await temporaryFolder()
  const host = await openTestHost({ dataFolder: home })
  const copied = await ask(host, 'host-diagnostics', {})
  await host.close()
  const printed = await command(home, ['diagnostics'])
  expect(printed).toMatchObject({ code: 0, error: '' })
  const facts = [/^Stratagem .+ on \w+ /, /^Node \d+\./m, /^Data folder: /m, /^Database: \d/m, /info host-start shell=/]
  for (const fact of facts) for (const text of [copied, printed.out]) expect(text).toMatch(fact)
  expect((await command(home, ['diagnostics', 'more'])).error).toContain('Unexpected argument: more')
})
