import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measured, measuredOverHttp } from '../kit/family/theory.ts'
import { planTheory, reflectionTheory, retryTheory } from '../kit/family/theory-family.ts'
import { annealingTheory, bestOfNTheory } from '../kit/family/theory-files.ts'
import { openScriptedServer, type ScriptedServer } from '../kit/model-server/scripted-model-server.ts'
import { sampleOf } from '../kit/project/sample.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await openScriptedServer()
})
afterAll(() => server.close())

const odds = { wrong: 0.5, approvesRight: 0.6, refusesWrong: 0.55 }
const seed = 70_000

describe('what theory says, over HTTP', () => {
  it.each(sampleOf([retryTheory(2, odds), reflectionTheory(3, odds), planTheory(1, odds), bestOfNTheory(3, 0.6)], 1))(
    'comes out run for run as when it is played: $name',
    async (theory) => {
      expect(await measuredOverHttp(theory, 60, seed, server)).toEqual(measured(theory, 60, seed))
    },
  )

  it('holds for annealing, whose chance is the run’s own', async () => {
    const land = { costs: [5, 6, 2, 8, 4, 0, 9, 7], proposals: 4, temperature: 3, cooling: 0.85 }
    const theory = annealingTheory(land, 2)
    const { from, to } = await measuredOverHttp(theory, 150, seed, server)
    expect(theory.predicted).toBeGreaterThanOrEqual(from)
    expect(theory.predicted).toBeLessThanOrEqual(to)
  })
})
