import { parentPort, workerData } from 'node:worker_threads'
import { verdictOn } from './pattern-verdict.ts'

/** Judges the patterns it was started with, one after the other, and tells each verdict as it is found. */
const { patterns, timeout } = workerData as { patterns: readonly string[]; timeout: number }
for (const pattern of patterns) parentPort?.postMessage({ pattern, verdict: verdictOn(pattern, timeout) })
