import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/browser/**', 'test/desktop/**', 'test/bench/**'],
    setupFiles: ['test/kit/property-seed.ts'],
    testTimeout: 60_000,
    // A process that starts on a busy machine takes seconds.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: '100%',
  },
})
