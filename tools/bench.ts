import type { Command } from 'commander'
import { addCommands } from './terminal/command-table.ts'

export function benchCommand(bench: Command): void {
  addCommands(bench, {
    definitions: {
      about: 'Measure time and memory of check, start, reload and the first pages, by number of forms.',
      load: async () => (await import('./bench/definitions.ts')).definitionsBench,
    },
    'measure-definitions': {
      about: 'Run one measurement of `bench definitions`.',
      load: async () => (await import('./bench/definitions.ts')).measureCommand,
      hidden: true,
    },
    pages: {
      about: 'Measure start, first page, reload and memory of a server with many pages in six languages.',
      load: async () => (await import('./bench/pages/pages.ts')).pagesBench,
    },
    weight: {
      about: 'Measure what pages transfer before the first interaction: scripts in gzip, styles in Brotli.',
      load: async () => (await import('./bench/weight.ts')).weightBench,
    },
    form: {
      about:
        'Measure keystroke to frame on a CPU slowed down four times, compared with hand-written controlled React inputs.',
      load: async () => (await import('./bench/form.ts')).formBench,
    },
    field: {
      about:
        'Compare the same form of three steps in SurveyJS, Form.io, rjsf, hand-written React and here. Installs them from npm.',
      load: async () => (await import('./bench/field.ts')).fieldBench,
    },
    serve: {
      about:
        'Measure requests per second: a cached page and an uncached form page, compared with the smallest route of the same app.',
      load: async () => (await import('./bench/serve.ts')).serveBench,
    },
    lighthouse: {
      about: 'Run Lighthouse for a phone on a slow network: the median of several runs.',
      load: async () => (await import('./bench/lighthouse.ts')).lighthouseBench,
    },
    geo: {
      about: 'Measure in-process country look-ups per second, by address format.',
      load: async () => (await import('./bench/geo.ts')).geoBench,
    },
    ingest: {
      about: 'Measure leads per second on both databases, compared with an empty POST.',
      load: async () => (await import('./bench/ingest.ts')).ingestBench,
    },
    deals: {
      about: 'Measure a page and a search among many deals, and pages with deals compared with pages without.',
      load: async () => (await import('./bench/deals.ts')).dealsBench,
    },
    console: {
      about: 'Measure the pages of the console with many leads, on both databases.',
      load: async () => (await import('./bench/console.ts')).consoleBench,
    },
    studio: {
      about:
        'Measure the studio: a keystroke to the preview and to a counterexample, in six languages, and opening a large repository.',
      load: async () => (await import('./bench/studio.ts')).studioBench,
    },
    results: {
      about:
        'Measure open results pages on one server: memory, the time from a partner’s answer to the page, and leads per second while they are open.',
      load: async () => (await import('./bench/results.ts')).resultsBench,
    },
    faults: {
      about: 'Inject faults while leads arrive, and compare the responses with the stored leads.',
      load: async () => (await import('./bench/faults.ts')).faultsBench,
    },
  })
}
