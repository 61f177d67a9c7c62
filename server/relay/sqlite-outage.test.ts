import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFile, temporaryStorage } from '../storage/testing/temporary-storage.ts'
import { eventually } from '../testing/eventually.ts'
import { answerWith, startReceiver } from '../testing/receiver.ts'
import { startBench } from './testing/relay-bench.ts'

test('the relay outlives an outage of storage, and settles afterwards what it sent meanwhile', async () => {
  const file = await temporaryFile()
  const storage = await temporaryStorage(file)
  await storage.atomic([{ sql: 'PRAGMA busy_timeout = 5', parameters: [] }])
  const other = new DatabaseSync(file, { timeout: 5000 })
  // Another process takes the write lock while the webhook is on its way, and keeps it.
  const receiver = await startReceiver((response) => {
    other.exec('BEGIN IMMEDIATE')
    answerWith(200)(response)
  })
  const bench = await startBench({ acme: receiver.url }, { storage })
  await bench.enqueue('acme')
  await eventually(() => expect(bench.lines).toContain('Failed to read the outbox; will retry'))
  other.exec('ROLLBACK')
  other.close()
  await eventually(async () => expect(await bench.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]))
  expect(receiver.received).toHaveLength(1)
})
