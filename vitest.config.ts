import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, 'web/e2e/**', 'web/dist/**'],
    environment: 'node',
    pool: 'forks',
    reporters: ['dot'],
    // One tree of files, not a browser: whatever takes longer than this hangs.
    testTimeout: 10_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
  },
})
