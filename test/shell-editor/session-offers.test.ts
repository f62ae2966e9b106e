import { expect, test } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { openProfilesFile } from '../../src-main/host/settings/profiles-file.ts'
import { editorOn, type TestEditor } from '../kit/editor/editor.ts'
import { editorSession, setOption } from '../kit/editor/editor-session.ts'
import { testProfile } from '../kit/host/host-open.ts'
import { decideStrategies, strategyText } from '../kit/project/strategy-files.ts'

/** Resolves with the values of an option once it offers this one. */
async function untilOffered(editor: TestEditor, option: string, value: string, isThere = true) {
  const update = await editor.until(
    (each) =>
      each.sessionUpdate === 'config_option_update' && valuesIn(each.configOptions, option).includes(value) === isThere,
  )
  return update.sessionUpdate === 'config_option_update' ? update.configOptions : []
}

type Options = NonNullable<Awaited<ReturnType<typeof editorSession>>['made']['configOptions']>

function valuesIn(options: Options | null | undefined, id: string): string[] {
  const found = options?.find((each) => each.id === id)
  if (found?.type !== 'select') return []
  return found.options.flatMap((each) => ('value' in each ? [each.value] : []))
}

test('the reasoning effort of a chosen model is an option, reaches the model, and is loaded with the session', async () => {
  const { editor, sessionId, server, made, host, dataFolder, project } = await editorSession(() => ({ text: 'Yes.' }))
  expect(valuesIn(made.configOptions, 'effort')).toEqual([])
  const { configOptions } = await setOption(editor, sessionId, 'effort', 'high')
  expect(configOptions.find(({ id }) => id === 'effort')).toMatchObject({
    category: 'thought_level',
    currentValue: 'high',
  })
  await editor.prompt(sessionId, 'Is it so?')
  expect(server.sent.at(-1)).toContain('"reasoning_effort":"high"')
  const other = await editorOn(host, { dataFolder })
  const loaded = await other.agent.request('session/load', { sessionId, cwd: project.folder, mcpServers: [] })
  expect(loaded.configOptions?.map((each) => [each.id, each.currentValue])).toEqual(
    expect.arrayContaining([
      ['model', 'prof_test'],
      ['effort', 'high'],
    ]),
  )
  await expect(setOption(editor, sessionId, 'effort', 'much')).rejects.toMatchObject({ code: -32602 })
  expect(valuesIn((await setOption(editor, sessionId, 'model', 'default')).configOptions, 'effort')).toEqual([])
  await expect(setOption(editor, sessionId, 'effort', 'high')).rejects.toThrow('Choose a model first')
})

test('presets and models that are saved while a session is open are offered, also those that another program saves', async () => {
  const { editor, host, dataFolder, projectId, server, sessionId } = await editorSession(() => ({ text: 'Yes.' }))
  const preset = { name: 'Careful', about: '', strategy: { name: 'reflection', options: {} }, roles: {} }
  const { id } = await ask(host, 'preset-save', { projectId, source: 'user', id: null, preset })
  await untilOffered(editor, 'mode', `preset:${id}`)
  const another = testProfile(server.url, { id: 'prof_late', name: 'Late', model: 'late-model' })
  openProfilesFile(dataFolder, () => undefined).save(another)
  await untilOffered(editor, 'model', 'prof_late')
  await setOption(editor, sessionId, 'model', 'prof_late')
  await setOption(editor, sessionId, 'mode', `preset:${id}`)
  await editor.prompt(sessionId, 'Go')
  expect(server.requests.at(-1)?.model).toBe('late-model')
  editor.updates.length = 0
  openProfilesFile(dataFolder, () => undefined).remove('prof_late')
  const now = await untilOffered(editor, 'model', 'prof_late', false)
  expect(now.find((each) => each.id === 'model')).toMatchObject({ currentValue: 'default' })
  await expect(editor.prompt(sessionId, 'Go')).rejects.toThrow('Late is not available any more')
})

test('a project’s strategy is a mode once these very files are trusted, and a prompt never uses another in its place', async () => {
  const file = '.stratagem/strategies/house.ts'
  const files = { [file]: strategyText('house', 'the house way') }
  const { editor, host, project, projectId, made, sessionId } = await editorSession(() => ({ text: 'Yes.' }), { files })
  expect(valuesIn(made.configOptions, 'mode')).not.toContain('house')
  await decideStrategies(host, projectId)
  await untilOffered(editor, 'mode', 'house')
  await editor.agent.request('session/set_mode', { sessionId, modeId: 'house' })
  await editor.prompt(sessionId, 'Go')
  expect(editor.text()).toBe('the house way')
  await project.write(file, strategyText('house', 'another way'))
  await expect(editor.prompt(sessionId, 'Go')).rejects.toThrow('Mine is not available any more')
  expect(editor.of('current_mode_update').at(-1)).toMatchObject({ currentModeId: 'tool-loop' })
  expect(await editor.prompt(sessionId, 'Go')).toMatchObject({ stopReason: 'end_turn' })
})

test('a loaded session that used the models of the settings goes on with them, whatever they are by then', async () => {
  const { editor, sessionId, host, dataFolder, project } = await editorSession(() => ({ text: 'Yes.' }))
  await ask(host, 'settings-write', { defaultProfile: 'prof_test' })
  await setOption(editor, sessionId, 'model', 'default')
  await editor.prompt(sessionId, 'Is it so?')
  const other = await editorOn(host, { dataFolder })
  const loaded = await other.agent.request('session/load', { sessionId, cwd: project.folder, mcpServers: [] })
  expect(loaded.configOptions?.find(({ id }) => id === 'model')).toMatchObject({ currentValue: 'default' })
})
