import type { ModelApi } from '../../src-shared/model/provider-data.ts'
import { chatWire } from './chat/chat-wire.ts'
import { messagesWire } from './messages/messages-wire.ts'
import { responsesWire } from './responses/responses-wire.ts'
import type { Wire } from './wire.ts'

/** The supported model APIs. */
export const wires: { readonly [api in ModelApi]: Wire } = {
  'chat-completions': chatWire,
  responses: responsesWire,
  messages: messagesWire,
}
