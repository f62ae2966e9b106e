import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/browser/**', 'test/desktop/**', 'test/bench/**'],
    setupFiles: ['test/kit/project/property-seed.ts'],
    // The command lines that tests start compile the same modules once, not each for itself.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    testTimeout: 60_000,
    // A process that starts on a busy machine takes seconds.
    expect: { poll: { timeout: 20_000 } },
    // Many tests wait for processes and for the demo model, which answers at the pace of a reader.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
  },
})
