import { configDefaults, defineConfig } from 'vitest/config'
import { RunReporter } from './tools/testing/run-reporter.ts'
import { keepTemporaryFilesInMemory } from './tools/testing/temporary-in-memory.ts'

keepTemporaryFilesInMemory()

/** What touches storage: these files run on both engines. */
const stored = [
  'server/{audit,people,console,cookie-consents,channels,definitions,distribution,funnel,leads,mail,offers,partner-api}/**/*.test.ts',
  'server/{privacy,relay,results,saved-forms,storage,submissions,subscriptions,uploads}/**/*.test.ts',
]
/** These need no storage, no process and no socket. */
const pure = ['engine/{form,library,site,authoring}/**/*.test.ts', 'web/**/*.test.{ts,tsx}']
/** These are about forms, whatever stores their leads. */
const ofForms = ['server/submissions/vectors.test.ts']
/** These are about files and the scanner, wherever their rows are. */
const ofFiles = ['server/uploads/{bucket,scanner}.test.ts']

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // Many tests wait for processes, sockets and disks: none needs a core to itself.
    maxWorkers: 3,
    // Files share a process, and what it has read and compiled: they leave nothing behind.
    isolate: false,
    reporters: ['dot', ['json', { outputFile: 'node_modules/.cache/unit-tests.json' }], new RunReporter()],
    silent: 'passed-only',
    // `npm test` names those that needed it: they are to be mended all the same.
    retry: 1,
    // No test waits for a clock: these end what hangs, on a machine that is busy with something else too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, 'web/**', ...pure, 'server/storage/postgres/**'],
          provide: { postgres: '' },
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          exclude: [...configDefaults.exclude, 'web/e2e/**', 'web/dist/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: stored,
          exclude: [...configDefaults.exclude, '**/sqlite*.test.ts', ...ofForms, ...ofFiles],
          globalSetup: 'server/storage/testing/postgres-setup.ts',
        },
      },
    ],
  },
})
