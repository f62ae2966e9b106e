import { randomUUID } from 'node:crypto'
import type { PermissionOption, RequestPermissionRequest } from '@agentclientprotocol/sdk'
import { chosenOption } from './ask-editor.ts'
import { type EditorParts, type EditorSession, sendUpdates } from './editor-session.ts'
import { textContent } from './tool-content.ts'

/**
 * Asks the editor's user something before a run begins, as a call of its own.
 * @returns the id of the chosen option; null if none was chosen, or the editor can't ask
 */
export async function askOnce(
  parts: EditorParts,
  session: EditorSession,
  name: string,
  title: string,
  text: string,
  options: PermissionOption[],
): Promise<string | null> {
  const toolCallId = `${name}:${randomUUID()}`
  const shown = { toolCallId, title, content: [textContent(text)] }
  const toolCall = { ...shown, kind: 'other', status: 'pending' } as const
  const asked: RequestPermissionRequest = { sessionId: session.id, toolCall, options }
  await sendUpdates(parts, session, [{ sessionUpdate: 'tool_call', ...toolCall }])
  const given = await parts.client.request('session/request_permission', asked).catch(() => null)
  const chosen = chosenOption(given)
  const isAllowed = options.some(({ optionId, kind }) => optionId === chosen && kind.startsWith('allow'))
  const status = isAllowed ? 'completed' : 'failed'
  await sendUpdates(parts, session, [{ sessionUpdate: 'tool_call_update', toolCallId, status }])
  return chosen
}
