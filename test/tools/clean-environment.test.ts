import { expect, test } from 'vitest'
import { cleanEnvironment, keptBack } from '../../src-main/tools/clean-environment.ts'

test("what a command needs of the user's environment stays", () => {
  const variables = {
    PATH: '/bin',
    HOME: '/home/u',
    LANG: 'C',
    PWD: '/x',
    SSH_AUTH_SOCK: '/s',
    JAVA_HOME: '/j',
    NPM_CONFIG_REGISTRY: 'http://r',
    npm_config_registry: 'http://r',
    NODE_OPTIONS: '--max-old-space-size=4096',
    GIT_AUTHOR_NAME: 'A',
    GIT_SSH_COMMAND: 'ssh -i key',
    KEYCLOAK_URL: 'http://a',
    AUTH0_DOMAIN: 'a.example.com',
    AUTH_URL: 'http://a',
    AUTHOR: 'A',
    TOKENIZERS_PARALLELISM: 'false',
    TOKEN_LIMIT: '5',
    MAX_TOKENS: '100',
    MONKEY_PATCH: '1',
    HOTKEYS: '1',
    PASSENGER_APP_ENV: 'development',
    BYPASS: '1',
  }
  expect(cleanEnvironment(variables)).toEqual({
    ...variables,
    TERM: 'dumb',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: ':',
    GIT_SEQUENCE_EDITOR: ':',
    GIT_MERGE_AUTOEDIT: 'no',
    EDITOR: 'true',
    VISUAL: 'true',
  })
})

test.each([
  'OPENAI_API_KEY',
  'openai_api_key',
  'AZURE_OPENAI_KEY',
  'HF_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'DB_PASSWORD',
  'PGPASSWORD',
  'MYSQL_PASS',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'NPM_AUTH',
  'GITHUB_PAT',
  'SESSION_COOKIE',
  'SSH_PASSPHRASE',
  'GIT_DIR',
  'GIT_CONFIG_COUNT',
  'GIT_ASKPASS',
  'myApiKey',
  'AZURE_API_KEY_2',
  'NEXTAUTH_SECRET',
  'ACCESS_TOKENS',
  'npm_config__authToken',
  'ELECTRON_RUN_AS_NODE',
  'STRATAGEM_HOME',
  'BASH_ENV',
  'ENV',
  'npm_lifecycle_event',
])('%s does not reach a command (T28)', (name) => {
  expect(cleanEnvironment({ [name]: 'canary' })).not.toHaveProperty(name)
})

test.each(['sk-abc', 'ghp_abc', 'github_pat_abc', 'xoxb-1', 'AKIA123', 'AIzaSy', 'glpat-x', 'Bearer x'])(
  'the value %s does not reach a command under any name (T28)',
  (value) => {
    expect(cleanEnvironment({ HARMLESS: value })).not.toHaveProperty('HARMLESS')
  },
)

test('what npm, an editor or a debugger sets for what it runs itself does not reach a command', () => {
  const clean = cleanEnvironment({
    npm_lifecycle_event: 'agent',
    npm_config_local_prefix: '/app',
    npm_config_registry: 'http://r',
    NODE_OPTIONS: '--require /ext/js-debug/bootloader.js',
    EDITOR: 'code --wait',
  })
  expect(clean).not.toHaveProperty('npm_config_local_prefix')
  expect(clean).not.toHaveProperty('NODE_OPTIONS')
  expect(clean).toMatchObject({ npm_config_registry: 'http://r', EDITOR: 'true' })
})

test('what is kept back is named, and the user can allow it by name', () => {
  const variables = { DB_PASSWORD: 'p', HARMLESS: 'sk-abc', HOME: '/h', STRATAGEM_HOME: '/s' }
  expect(keptBack(variables, [])).toEqual(['DB_PASSWORD', 'HARMLESS'])
  expect(keptBack(variables, ['DB_PASSWORD'])).toEqual(['HARMLESS'])
  expect(cleanEnvironment(variables, ['DB_PASSWORD'])).toHaveProperty('DB_PASSWORD', 'p')
})
