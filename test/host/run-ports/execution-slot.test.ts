import { expect, test } from 'vitest'
import { withSlot } from '../../../src-main/host/run-ports/execution-slot.ts'
import { memoryLog } from '../../kit/agent/agent-memory-log.ts'
import { testPorts } from '../../kit/agent/agent-ports.ts'
import { reply } from '../../kit/agent/agent-replies.ts'
import { scriptedModel } from '../../kit/agent/agent-scripted-model.ts'
import { rolesByName } from '../../kit/family/family-case.ts'

const bound = rolesByName['default'] ?? { profileId: 'any', profileName: 'any', model: 'any' }

test('whether a model takes images is known to a run with a slot, too', () => {
  const slot = { take: async () => {}, giveBack: () => {} }
  const ports = testPorts(
    memoryLog(),
    scriptedModel(() => reply('Yes.')),
  )
  const blind = { ...ports, model: { ...ports.model, images: () => false } }
  expect(withSlot(blind, slot).model.images?.(bound)).toBe(false)
})
