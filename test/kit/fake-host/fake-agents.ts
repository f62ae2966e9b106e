import type { AgentOffers, SignInMethod } from '../../../src-shared/settings/agent-offers.ts'

/** What the simulated opencode offers. */
export const fakeOffers: AgentOffers = {
  name: 'opencode',
  version: '1.2.3',
  abilities: ['continues sessions', 'takes images'],
  signIns: [],
  choices: [
    {
      category: 'model',
      name: 'Model',
      current: 'acme/small',
      values: [
        { id: 'acme/small', name: 'Acme/Small' },
        { id: 'acme/large', name: 'Acme/Large' },
      ],
    },
    {
      category: 'mode',
      name: 'Mode',
      current: 'build',
      values: [
        { id: 'build', name: 'Build' },
        { id: 'plan', name: 'Plan' },
      ],
    },
  ],
}

/** One way of each kind. */
export const fakeSignIns: readonly SignInMethod[] = [
  { id: 'browser', name: 'Log in with Acme', description: 'Opens your browser', how: { kind: 'agent' } },
  {
    id: 'terminal',
    name: 'Log in in a terminal',
    description: '',
    how: { kind: 'terminal', command: null, args: ['login'], env: {} },
  },
  { id: 'key', name: 'API key', description: '', how: { kind: 'keys', variables: ['ACME_API_KEY'] } },
]
