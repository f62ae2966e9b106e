import { readFile } from 'node:fs/promises'
import path from 'node:path'
import OpenAI from 'openai'

type Message = OpenAI.Chat.ChatCompletionMessageParam

/**
 * The fixed parts of every request: the bare loop sends the same as the app, so that their requests have the same size.
 */
export interface RequestSetup {
  readonly system: string
  readonly tools: OpenAI.Chat.ChatCompletionTool[]
}

/** A minimal agent: the `openai` client, a loop, and a file read. It stores and shows nothing. */
export async function bareLoop(baseURL: string, folder: string, files: number, setup: RequestSetup): Promise<void> {
  const client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 })
  const messages: Message[] = [
    { role: 'system', content: setup.system },
    { role: 'user', content: `Read ${files} files.` },
  ]
  for (;;) {
    const { text, call } = await oneAnswer(client, messages, setup.tools)
    if (call === null) return
    messages.push({
      role: 'assistant',
      content: text,
      tool_calls: [{ id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }],
    })
    const { path: named } = JSON.parse(call.arguments)
    messages.push({ role: 'tool', tool_call_id: call.id, content: await readFile(path.join(folder, named), 'utf8') })
  }
}

async function oneAnswer(client: OpenAI, messages: Message[], tools: RequestSetup['tools']) {
  let text = ''
  let call: { id: string; name: string; arguments: string } | null = null
  const stream = await client.chat.completions.create({ model: 'bench', messages, tools, stream: true })
  for await (const chunk of stream) {
    const delta = chunk.choices[0]?.delta
    text += delta?.content ?? ''
    for (const part of delta?.tool_calls ?? []) {
      call ??= { id: part.id ?? '', name: part.function?.name ?? '', arguments: '' }
      call.arguments += part.function?.arguments ?? ''
    }
  }
  return { text, call }
}
