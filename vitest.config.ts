import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/browser/**', 'test/desktop/**', 'test/bench/**'],
    testTimeout: 30_000,
    maxWorkers: '100%',
  },
})
