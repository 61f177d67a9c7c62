import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { RunReporter } from './tools/testing/run-reporter.ts'
import { keepTemporaryFilesInMemory } from './tools/testing/temporary-in-memory.ts'

keepTemporaryFilesInMemory()

/** How much runs: see CONTRIBUTING.md. Without it each file runs that you name, unless it runs at night only. */
const { TESTS: level = 'all' } = process.env
const [isQuick, isNight] = [level === 'quick', level === 'night']

/** What touches storage: these files run on both engines; with `npm test` storage itself and leads only. */
const stored = [
  'server/{audit,people,console,cookie-consents,channels,definitions,distribution,funnel,leads,mail,offers,partner-api}/**/*.test.ts',
  'server/{privacy,relay,results,saved-forms,storage,submissions,subscriptions,uploads}/**/*.test.ts',
  'server/studio/plans.test.ts',
]
/** These need no storage, no process and no socket. */
const pure = ['engine/{form,library,site,authoring}/**/*.test.ts', 'web/**/*.test.{ts,tsx}']
/** These store nothing, or start a server with a database of its own: once is enough. */
const storeNothing = [
  'server/submissions/{submissions,vectors}.test.ts',
  'server/results/{demo,results,tariff}.test.ts',
  'server/uploads/{bucket,scanner}.test.ts',
  'server/offers/{read,shown}-offers.test.ts',
  'server/leads/{csv,lead-ids}.test.ts',
  'server/{channels/email/email,mail/mail-look,partner-api/cursor,relay/backoff}.test.ts',
  'server/{storage/batcher,subscriptions/notices}.test.ts',
]
/** What takes a minute or more: begun last, it would keep one core busy while the others have nothing left to do. */
const longest = [
  'tools/extend/extend.test.ts',
  'server/submissions/vectors.test.ts',
  'tools/definitions/new-kinds.test.ts',
  'tools/bench.test.ts',
  'tools/bench/faults.test.ts',
  'tools/init/init.test.ts',
  'server/site-tests/crawl.test.ts',
  'server/tests/operators.test.ts',
  'engine/node/live-site.test.ts',
  'server/tests/refusals.test.ts',
  'tools/upgrade.test.ts',
  'server/tests/tenth-campaign.test.ts',
]

/** Begins with the longest, also where no run before says how long each took. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => longest.findIndex((file) => moduleId.endsWith(`/${file}`))
    // Files of a project stay together: they share their processes.
    return [...Map.groupBy(sorted, ({ project }) => project).values()].flatMap((ofProject) => {
      const [first, rest] = [
        ofProject.filter((file) => place(file) !== -1),
        ofProject.filter((file) => place(file) === -1),
      ]
      return [...first.sort((a, b) => place(a) - place(b)), ...rest]
    })
  }
}

/** `npm test` leaves these to CI. */
const thorough = [
  // Projects that are made from the package.
  'tools/{extend/extend,init/init,package,upgrade}.test.ts',
  // Each form, page or document.
  'engine/node/examples.test.ts',
  'tools/definitions/stock-rjsf.test.ts',
  'web/shims/schema-field.test.ts',
  'server/submissions/vectors.test.ts',
  'server/site-tests/crawl.test.ts',
  'server/pages/{brands,html-validity}.test.ts',
  'engine/node/live-site.test.ts',
  'engine/node/proof/prove.test.ts',
  // Servers that are killed or hindered many times; the other kill tests are quick.
  'server/{subscriptions/newsletter,uploads/upload}-kills.test.ts',
  'server/tests/{clock,hot-definitions,malformed,operators,refusals,storage-away,tenth-campaign}.test.ts',
  'server/studio/history.test.ts',
  // Each command and page of an operator.
  'server/console/{leads,studio}.test.ts',
  'tools/operations/{leads,storage-commands}.test.ts',
]

/** They take minutes, and prove what seldom changes: they run at night. */
const nightly = [
  // Every measure of `leadwright bench`, and its fault tests.
  'tools/{bench,bench/faults}.test.ts',
  // A new kind of field, of section and of delivery, each made in a copy of the repository.
  'tools/definitions/new-kinds.test.ts',
]

/** What these prove of storage others prove on both engines; on PostgreSQL they run at night. */
const nightlyOnPostgres = [
  'server/console/studio.test.ts',
  'server/subscriptions/newsletter-kills.test.ts',
  'server/uploads/upload-{kills,routes}.test.ts',
]

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // Many tests wait for processes, sockets and disks: none needs a core to itself.
    maxWorkers: 3,
    // Files share a process, and what it has read and compiled: they leave nothing behind.
    isolate: false,
    sequence: { sequencer: LongestFirst },
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
          exclude: [
            ...configDefaults.exclude,
            'web/**',
            ...pure,
            'server/storage/postgres/**',
            ...(isNight ? [] : nightly),
            ...(isQuick ? thorough : []),
          ],
          provide: { postgres: '' },
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          exclude: [...configDefaults.exclude, 'web/e2e/**', 'web/dist/**', ...(isQuick ? thorough : [])],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: isQuick ? ['server/{storage,leads}/**/*.test.ts'] : stored,
          exclude: [
            ...configDefaults.exclude,
            '**/sqlite*.test.ts',
            ...storeNothing,
            ...(isNight ? [] : nightlyOnPostgres),
          ],
          globalSetup: 'server/storage/testing/postgres-setup.ts',
        },
      },
    ],
  },
})
