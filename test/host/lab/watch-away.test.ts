import { expect, onTestFinished, test, vi } from 'vitest'
import { connectLab } from '../../../src-main/lab/lab-connection.ts'
import { createLabKey } from '../../../src-main/lab/lab-key.ts'
import { watchAway } from '../../../src-main/lab/watch-away.ts'
import { hasNatsServer, startNatsServer } from '../../kit/nats/nats-server.ts'

test.skipIf(!hasNatsServer)('a server that is away is reported, and once more when it is back', async () => {
  const nats = await startNatsServer()
  onTestFinished(nats.stop)
  const lab = await connectLab({ server: nats.url, ca: null, key: createLabKey(), name: 'test' })
  onTestFinished(lab.close)
  const [quick, patient]: [boolean[], boolean[]] = [[], []]
  watchAway(lab, (isAway) => quick.push(isAway), 0)
  watchAway(lab, (isAway) => patient.push(isAway), 600_000)
  await nats.killAndRestart()
  await vi.waitFor(() => expect(quick).toEqual([true, false]), 20_000)
  expect(patient).toEqual([])
})
