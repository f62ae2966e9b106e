import type { ModelProfile } from '../../../src-shared/settings/settings.ts'
import * as messages from './message-rules.ts'
import * as parameters from './parameter-rules.ts'
import type { Refused, Rule } from './rule.ts'
import * as schemas from './schema-rules.ts'

/** How a server streams its answers, where that differs from its API. */
export interface Quirks {
  /** No finish reason before `[DONE]`. */
  readonly noFinish?: true
  /** Thinking arrives in the text, in these marks. */
  readonly thinkTags?: true
  /** Refusals come with status 200: as the whole body, or as the first event of the stream. */
  readonly errorsInside?: 'body' | 'stream'
  /** A chunk without choices comes first. */
  readonly emptyFirst?: true
  /** Calls stay in the text as Hermes marks them, though the finish reason is that of calls. */
  readonly callsInText?: true
  /** Thinking is counted in the total alone. */
  readonly totalOnly?: true
}

/** A server of the world, as strict as the real one. */
export interface StrictServer {
  readonly name: string
  readonly profile: Partial<ModelProfile> & Pick<ModelProfile, 'api'>
  readonly rules: readonly Rule[]
  readonly quirks?: Quirks
  /** What a gateway makes of a refusal of the server behind it. */
  readonly wrap?: (refused: Refused) => Refused
}

const inChat = { api: 'chat-completions', temperature: 0.2, topP: 0.9, maxOutputTokens: 8000 } as const
const { pairsInChat } = messages

const textOf = (error: unknown) => JSON.stringify(error)

/** Every rule names its source. */
export const strictServers: readonly StrictServer[] = [
  {
    name: 'OpenAI, Chat Completions, a reasoning model',
    profile: { ...inChat, reasoningEffort: 'high' },
    rules: [...schemas.openAiSchemas, ...parameters.reasoningModel, pairsInChat, messages.shortIdsInChat],
  },
  {
    name: 'OpenAI, Responses',
    profile: { api: 'responses', temperature: 0.2 },
    rules: [...schemas.openAiSchemas, ...parameters.reasoningResponses, messages.idsInResponses],
  },
  {
    name: 'Azure, an older version',
    profile: inChat,
    rules: [...schemas.openAiSchemas, ...parameters.azureParameters, pairsInChat, messages.shortIdsInChat],
    quirks: { emptyFirst: true },
  },
  {
    name: 'Anthropic, a current model',
    profile: { api: 'messages', temperature: 0.2, topP: 0.9, reasoningEffort: 'high' },
    rules: [
      ...schemas.anthropicSchemas,
      ...parameters.claudeParameters,
      messages.turnsInMessages,
      messages.fourMarks,
      messages.signatures,
    ],
  },
  {
    name: 'Anthropic, an older model',
    profile: { api: 'messages', temperature: 0.2, topP: 0.9, reasoningEffort: 'low' },
    rules: [
      ...schemas.anthropicSchemas,
      ...parameters.oldClaude,
      ...parameters.claudeParameters,
      messages.turnsInMessages,
      messages.fourMarks,
    ],
  },
  {
    name: 'a gateway to Bedrock that speaks Messages',
    profile: { api: 'messages' },
    rules: [...schemas.anthropicSchemas, messages.turnsInMessages, messages.noMarks],
    wrap: ({ error }) => ({
      status: 400,
      error: { message: `The model returned the following errors: ${textOf(error)}` },
    }),
  },
  {
    name: 'Gemini’s compatible endpoint',
    profile: { ...inChat, preset: 'gemini', extraBody: { seed: 7 } },
    rules: [...schemas.geminiSchemas, ...parameters.geminiParameters, pairsInChat],
    quirks: { totalOnly: true },
  },
  { name: 'a gateway to Vertex', profile: inChat, rules: [...schemas.vertexSchemas, pairsInChat] },
  {
    name: 'Mistral',
    profile: { ...inChat, extraBody: { seed: 7 }, reasoningEffort: 'high' },
    rules: [messages.mistralIds, messages.mistralOrder, ...parameters.mistralParameters, pairsInChat],
  },
  {
    name: 'llama.cpp with the template of Devstral',
    profile: inChat,
    rules: [
      messages.templateInLlama,
      ...schemas.grammarSchemas,
      messages.noImages(
        'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
        500,
      ),
      pairsInChat,
    ],
  },
  {
    name: 'vLLM with the template of Mistral',
    profile: inChat,
    rules: [messages.templateInVllm, messages.mistralIds, pairsInChat],
  },
  {
    name: 'llama.cpp with the template of Gemma',
    profile: inChat,
    rules: [messages.noSystem, messages.templateInLlama, pairsInChat],
  },
  {
    name: 'DeepSeek behind another address',
    profile: inChat,
    rules: [
      messages.reasoningBack(() => 'The `reasoning_content` in the thinking mode must be passed back to the API.'),
      ...parameters.deepSeekParameters,
      pairsInChat,
    ],
  },
  {
    name: 'Kimi behind another address',
    profile: { ...inChat, reasoningEffort: 'high' },
    rules: [
      messages.reasoningBack(
        (at) => `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`,
      ),
      ...parameters.kimiParameters,
      pairsInChat,
    ],
  },
  {
    name: 'Groq, which was DeepSeek',
    profile: { ...inChat, preset: 'deepseek' },
    rules: [
      messages.noFields(
        ['reasoning_content'],
        (name, at) =>
          `'messages.${at}' : for 'role:assistant' the following must be satisfied[('messages.${at}' : property '${name}' is unsupported)]`,
      ),
      pairsInChat,
    ],
  },
  {
    name: 'llama-cpp-python',
    profile: inChat,
    rules: [
      messages.textContent(
        "[{'type': 'string_type', 'loc': ('body', 'messages', 2, 'content'), 'msg': 'Input should be a valid string', 'input': None}]",
        500,
      ),
      pairsInChat,
    ],
  },
  {
    name: 'Ollama',
    profile: inChat,
    rules: [
      messages.textContent('invalid message content type: <nil>', 400),
      messages.noImages('this model is missing data required for image input', 400),
      pairsInChat,
    ],
  },
  { name: 'LM Studio', profile: inChat, rules: [pairsInChat], quirks: { noFinish: true, thinkTags: true } },
  {
    name: 'OpenRouter',
    profile: inChat,
    rules: [
      messages.noImages('No endpoints found that support image input', 404),
      ...schemas.openAiSchemas,
      ...parameters.reasoningModel,
      pairsInChat,
    ],
    quirks: { errorsInside: 'body' },
    wrap: ({ status, error }) => ({
      status,
      error: {
        error: {
          message: 'Provider returned error',
          code: status,
          metadata: { raw: textOf(error), provider_name: 'X' },
        },
      },
    }),
  },
  {
    name: 'LiteLLM',
    profile: inChat,
    rules: [...parameters.liteLlmParameters, ...schemas.openAiSchemas, pairsInChat, messages.shortIdsInChat],
    wrap: ({ status, error }) => ({
      status,
      error: {
        error: {
          message: `litellm.BadRequestError: OpenAIException - ${textOf(error)}. Received Model Group=x`,
          type: null,
          param: null,
          code: String(status),
        },
      },
    }),
  },
  {
    name: 'Cerebras',
    profile: { ...inChat, preset: 'deepseek', extraBody: { presence_penalty: 0.1 } },
    rules: [...messages.cerebrasMessages, ...parameters.cerebrasParameters, pairsInChat],
  },
  {
    name: 'Cohere’s compatible endpoint',
    profile: { ...inChat, extraBody: { logit_bias: {} } },
    rules: [messages.cohereMessages, ...parameters.cohereParameters, pairsInChat],
  },
  // Source: https://github.com/sgl-project/sglang/issues/26790
  {
    name: 'SGLang with the parser of another model',
    profile: inChat,
    rules: [pairsInChat],
    quirks: { callsInText: true },
  },
  {
    name: 'a gateway to Bedrock that speaks Chat Completions',
    profile: inChat,
    rules: [...parameters.bedrockParameters, ...schemas.anthropicSchemas, pairsInChat],
    quirks: { errorsInside: 'stream' },
  },
]
