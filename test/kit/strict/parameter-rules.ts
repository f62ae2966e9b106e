import { type Body, isObject, messagesError, openAiError, type Rule, refuses } from './rule.ts'

const thinks = (body: Body) => isObject(body['thinking']) && body['thinking']['type'] !== 'disabled'
const fastApi = (name: string) => ({
  status: 422,
  error: {
    detail: [{ type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted', input: null }],
  },
})

/** OpenAI's reasoning models. */
export const reasoningModel: readonly Rule[] = [
  refuses('max_tokens', 'https://platform.openai.com/docs/guides/reasoning', () =>
    openAiError(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { param: 'max_tokens', code: 'unsupported_parameter' },
    ),
  ),
  refuses('temperature', 'https://github.com/The-PR-Agent/pr-agent/issues/2456', () =>
    openAiError(
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
      { param: 'temperature', code: 'unsupported_value' },
    ),
  ),
  refuses('top_p', 'https://platform.openai.com/docs/guides/reasoning', () =>
    openAiError("Unsupported parameter: 'top_p' is not supported with this model.", { param: 'top_p' }),
  ),
  refuses('stop', 'https://platform.openai.com/docs/guides/reasoning', () =>
    openAiError("Unsupported parameter: 'stop' is not supported with this model.", { param: 'stop' }),
  ),
]

export const reasoningResponses: readonly Rule[] = [
  refuses('temperature', 'https://platform.openai.com/docs/guides/reasoning', () =>
    openAiError("Unsupported parameter: 'temperature' is not supported with this model.", { param: 'temperature' }),
  ),
  refuses(
    'reasoning',
    'https://help.openai.com/en/articles/10910291-api-organization-verification',
    () =>
      openAiError('Your organization must be verified to generate reasoning summaries.', {
        param: 'reasoning.summary',
        code: 'unsupported_value',
      }),
    (value) => isObject(value) && 'summary' in value,
  ),
]

/** Current models of Anthropic. */
export const claudeParameters: readonly Rule[] = [
  refuses(
    'temperature',
    'https://github.com/obot-platform/obot/issues/6967',
    () => messagesError('`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.'),
    (_, body) => thinks(body),
  ),
  refuses(
    'temperature',
    'https://github.com/UKGovernmentBEIS/inspect_ai/issues/3721',
    () => messagesError('`temperature` and `top_p` cannot both be specified for this model. Please use only one.'),
    (_, body) => 'top_p' in body,
  ),
  refuses(
    'top_p',
    'https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking',
    () => messagesError('`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.'),
    (_, body) => thinks(body),
  ),
  refuses(
    'max_tokens',
    'https://docs.anthropic.com/en/docs/about-claude/models',
    (value) =>
      messagesError(
        `max_tokens: ${String(value)} > 8192, which is the maximum allowed number of output tokens for claude-test`,
      ),
    (value) => typeof value === 'number' && value > 8192,
  ),
]

export const oldClaude: readonly Rule[] = [
  refuses(
    'thinking',
    'https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking: models without adaptive thinking',
    () =>
      messagesError(
        "thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', 'enabled'",
      ),
    (value) => isObject(value) && value['type'] === 'adaptive',
  ),
  refuses('output_config', 'https://docs.anthropic.com/en/docs/build-with-claude/effort', () =>
    messagesError('output_config: Extra inputs are not permitted'),
  ),
]

export const geminiParameters: readonly Rule[] = ['top_p', 'seed'].map((name) =>
  refuses(name, 'https://github.com/MinLL/SkyrimNet-GamePlugin/issues/77', () => ({
    status: 400,
    error: [
      {
        error: {
          code: 400,
          message: `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`,
          status: 'INVALID_ARGUMENT',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.BadRequest',
              fieldViolations: [{ description: `Unknown name "${name}"` }],
            },
          ],
        },
      },
    ],
  })),
)

export const mistralParameters: readonly Rule[] = ['stream_options', 'reasoning_effort', 'seed'].map((name) =>
  refuses(name, 'https://docs.mistral.ai/api: fields of a request', () => fastApi(name)),
)

export const kimiParameters: readonly Rule[] = [
  refuses('temperature', 'https://platform.moonshot.ai/docs: kimi-k2-thinking', () =>
    openAiError('invalid temperature: only 1 is allowed for this model'),
  ),
  refuses('reasoning_effort', 'https://platform.moonshot.ai/docs', () =>
    openAiError('Thinking is not configurable for this model'),
  ),
]

export const deepSeekParameters: readonly Rule[] = [
  refuses('max_tokens', 'https://api-docs.deepseek.com/api/create-chat-completion', () =>
    openAiError('Invalid max_tokens value, the valid range of max_tokens is [1, 8]'),
  ),
  refuses(
    'tool_choice',
    'https://github.com/deepseek-ai/DeepSeek-V3/issues: deepseek-reasoner',
    () => openAiError('deepseek-reasoner does not support this tool_choice'),
    (value) => isObject(value),
  ),
]

export const azureParameters: readonly Rule[] = [
  refuses('stream_options', 'https://learn.microsoft.com/azure/ai-services/openai/api-version-deprecation', () =>
    openAiError('Unrecognized request argument supplied: stream_options'),
  ),
]

export const bedrockParameters: readonly Rule[] = ['stream_options', 'stop'].map((name) =>
  refuses(
    name,
    'https://docs.aws.amazon.com/bedrock/latest/userguide/troubleshooting-api-error-codes.html: ValidationException',
    () => ({
      status: 400,
      error: {
        message: `Malformed input request: #: extraneous key [${name}] is not permitted, please reformat your input and try again.`,
      },
    }),
  ),
)

export const liteLlmParameters: readonly Rule[] = [
  refuses('temperature', 'https://docs.litellm.ai/docs/completion/drop_params', () => ({
    status: 400,
    error: {
      error: {
        message:
          "litellm.UnsupportedParamsError: openai does not support parameters: ['temperature'], for model=x. To drop these, set `litellm.drop_params=True`.",
        type: 'None',
        param: 'None',
        code: '400',
      },
    },
  })),
]

export const cerebrasParameters: readonly Rule[] = [
  refuses('presence_penalty', 'https://hexdocs.pm/req_llm/cerebras.html: unsupported features', () => ({
    status: 400,
    error: {
      message: "presence_penalty: property 'presence_penalty' is unsupported",
      type: 'invalid_request_error',
      param: 'validation_error',
      code: 'wrong_api_format',
    },
  })),
  refuses(
    'tool_choice',
    'https://hexdocs.pm/req_llm/cerebras.html: only “auto” or “none”',
    () => ({
      status: 422,
      error: { message: "tool_choice: Input should be 'none' or 'auto'", param: 'validation_error' },
    }),
    (value) => isObject(value),
  ),
]

export const cohereParameters: readonly Rule[] = [
  refuses(
    'logit_bias',
    'https://docs.cohere.com/docs/compatibility-api: unsupported parameters; words of https://github.com/OpenRouterTeam/openrouter-examples/issues/71',
    () => ({
      status: 422,
      error: {
        message:
          "unknown field: parameter 'logit_bias' is not a valid field. For proper usage, please refer to https://docs.cohere.com/reference/chat",
      },
    }),
  ),
]
