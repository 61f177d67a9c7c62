import type { Command } from 'commander'
import { definitionsBench } from './bench/definitions.ts'
import { formBench } from './bench/form.ts'
import { ingestBench } from './bench/ingest.ts'
import { lighthouseBench } from './bench/lighthouse.ts'
import { serveBench } from './bench/serve.ts'
import { weightBench } from './bench/weight.ts'

export function benchCommand(program: Command): void {
  const bench = program
    .command('bench')
    .description('Measures what a machine makes of the product. Take ratios, not absolutes.')
  for (const add of [definitionsBench, weightBench, formBench, serveBench, lighthouseBench, ingestBench]) add(bench)
}
