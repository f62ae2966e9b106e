import type { ModelApi } from '../../../src-shared/model/provider-data.ts'
import type { Form } from '../requests/forms.ts'

/** The body of a request, as far as a form could change it. */
export interface SentBody {
  readonly api: ModelApi
  readonly text: string
  readonly hasTools: boolean
  readonly hasCalls: boolean
}

/** Another form of a part of the request that servers refuse. */
export interface FormRow {
  readonly form: Form
  /** What is refused, for the user: “… refuses WHAT, so …”. */
  readonly what: string
  /** Names in the error: places in the request and quoted names. */
  readonly named: RegExp
  /** Other words of the error. */
  readonly said: RegExp
  readonly isSent: (sent: SentBody) => boolean
}

const never = /(?!)/

/**
 * The forms of a request, in the order in which they are tried. Words are those of OpenAI, Anthropic, Mistral, DeepSeek,
 * Moonshot, Gemini, OpenRouter, and of the servers and templates that people run (llama.cpp, vLLM, Ollama, LM Studio).
 */
export const formRows: readonly FormRow[] = [
  {
    form: 'no-cache-marks',
    what: 'marks of what to cache',
    named: /cache_control/,
    said: /cache_control/,
    isSent: ({ text }) => text.includes('"cache_control"'),
  },
  {
    form: 'short-ids',
    what: 'the ids of earlier calls',
    named: /(^|\.)(tool_call_id|tool_use_id|call_id)$|tool_(calls|use)(\.\d+)?\.id$/,
    said: /\b(tool[ _])?(call|use|tool)[ _]?ids?\b/i,
    isSent: ({ hasCalls }) => hasCalls,
  },
  {
    form: 'reasoning-back',
    what: 'calls without the reasoning that led to them',
    named: /(^|\.)reasoning_content$/,
    said: /reasoning_content/,
    isSent: ({ api, hasCalls }) => api === 'chat-completions' && hasCalls,
  },
  {
    form: 'nothing-carried',
    what: 'fields of earlier answers',
    named: /(^|\.)(reasoning_content|reasoning_details|extra_content|thought_signature|phase)$/,
    said: /reasoning_(content|details)|extra_content|thought.signature/i,
    isSent: ({ text }) => /"(reasoning_content|reasoning_details|extra_content|phase)":/.test(text),
  },
  {
    form: 'no-images',
    what: 'images',
    named: /(^|\.)(image|image_url|input_image|images)$/,
    said: /\bimages?\b|image_url|input_image|\bvision\b|multi-?modal|mmproj/i,
    isSent: ({ text }) => /"(image_url|input_image)"|"type":"image"/.test(text),
  },
  {
    form: 'empty-content',
    what: 'an answer without a text',
    named: never,
    said: /\bcontent\b.{0,60}\bvalid string|content type: <nil>|'NoneType' object|\bcontent\b.{0,40}(not be null|not null|must be a string)/is,
    isSent: ({ text }) => text.includes('"role":"assistant","content":null'),
  },
  {
    form: 'filled-content',
    what: 'a message without a text',
    named: never,
    said: /non-?empty|(not|n't) be (empty|blank)|(content|message|text).{0,30}\b(is|was|are) (empty|blank)|empty (content|message|text)|content type: <nil>|must have a message|at least 1 token|(content|text).{0,40}(at least 1 char|min(imum)?[ _]?length)/is,
    isSent: ({ api, text }) => api === 'chat-completions' && /"content":(""|null)/.test(text),
  },
  {
    form: 'system-as-user',
    what: 'a system message',
    named: never,
    said: /system (role|message|prompt|instruction)s?.{0,40}not (be )?(supported|allowed|enabled)|developer instruction is not enabled|only user and assistant roles|unknown role.{0,20}system|system.{0,20}unknown role/is,
    isSent: ({ text }) => text.includes('"role":"system"'),
  },
  {
    form: 'alternating-roles',
    what: 'the order of the messages',
    named: /^messages\.\d+\.role$/,
    said: /alternat|consecutive|unexpected role|expected (the )?(last|first) (role|message)|last (message|role).{0,40}(user|tool)|message.{0,20}order|(system|user|first|last) message.{0,40}(must|should|at the (begin|start))|roles? must/is,
    isSent: ({ api }) => api === 'chat-completions',
  },
  {
    form: 'plain-tools',
    what: 'the parameters of a tool',
    named: /input_schema|function_declarations|json_schema/,
    said: /schema|grammar|function (declaration|parameter)|tool (definition|parameter)|\$(ref|defs)\b/i,
    isSent: ({ hasTools }) => hasTools,
  },
]
