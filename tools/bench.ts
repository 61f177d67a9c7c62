import type { Command } from 'commander'
import { addCommands } from './terminal/command-table.ts'

export function benchCommand(bench: Command): void {
  addCommands(bench, {
    definitions: {
      about: 'Time and memory of check, start, reload and the first pages, by number of forms.',
      load: async () => (await import('./bench/definitions.ts')).definitionsBench,
    },
    'measure-definitions': {
      about: 'One count of `bench definitions`.',
      load: async () => (await import('./bench/definitions.ts')).measureCommand,
      hidden: true,
    },
    pages: {
      about: 'Start, first page, reload and memory of a server with many pages in six languages.',
      load: async () => (await import('./bench/pages/pages.ts')).pagesBench,
    },
    weight: {
      about: 'What pages transfer in a browser before anybody touches them: scripts in gzip, styles in Brotli.',
      load: async () => (await import('./bench/weight.ts')).weightBench,
    },
    form: {
      about: 'Keystroke to frame on a CPU four times slower, beside controlled React inputs written by hand.',
      load: async () => (await import('./bench/form.ts')).formBench,
    },
    serve: {
      about: 'Requests a second: a cached page and an uncached form page beside the smallest route of the same app.',
      load: async () => (await import('./bench/serve.ts')).serveBench,
    },
    lighthouse: {
      about: 'Lighthouse on a phone with a slow network: the median of several runs.',
      load: async () => (await import('./bench/lighthouse.ts')).lighthouseBench,
    },
    geo: {
      about: 'Look-ups of countries a second, in process, by how addresses are written.',
      load: async () => (await import('./bench/geo.ts')).geoBench,
    },
    ingest: {
      about: 'Leads a second on both engines, beside a POST that does nothing.',
      load: async () => (await import('./bench/ingest.ts')).ingestBench,
    },
    deals: {
      about: 'A page and a search among many deals, and pages with deals beside pages without.',
      load: async () => (await import('./bench/deals.ts')).dealsBench,
    },
    faults: {
      about: 'Brings failures about while leads arrive, and compares what was told with what is stored.',
      load: async () => (await import('./bench/faults.ts')).faultsBench,
    },
  })
}
