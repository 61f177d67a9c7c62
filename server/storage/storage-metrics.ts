import { Histogram, type Registry } from 'prom-client'
import type { Storage } from './storage.ts'

/** Counts commits: how many calls share one, and how long they take. */
export function storageMetrics(registry: Registry, storage: Storage): void {
  const registers = [registry]
  const groupSize = new Histogram({
    name: 'leadwright_commit_calls',
    help: 'How many calls shared a commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
    registers,
  })
  const commits = new Histogram({
    name: 'leadwright_commit_seconds',
    help: 'How long a commit took, the disk included.',
    buckets: [0.0005, 0.002, 0.005, 0.02, 0.075, 0.3, 1, 5],
    registers,
  })
  storage.observe((calls, milliseconds) => {
    groupSize.observe(calls)
    commits.observe(milliseconds / 1000)
  })
}
