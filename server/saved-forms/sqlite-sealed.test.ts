import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { steadyLeads } from '../storage/testing/steady-leads.ts'
import { temporaryFile } from '../storage/testing/temporary-storage.ts'
import { savingBench, tokenIn } from './testing/saving-bench.ts'

test('once the mail has left, no byte on the disk says what was answered or how to read it', async () => {
  const file = await temporaryFile()
  const { storage, save, mails, rows } = await savingBench(file)
  await save('ada@example.com', { 'root[lastName]': 'Quatermain', 'root[credit.amount]': '23,457' })
  const token = tokenIn((await mails(1))[0])
  expect(await rows('SELECT form FROM saved_forms')).toEqual([{ form: 'credit' }])
  const found = async (...texts: string[]) => {
    const bytes = await Promise.all(['', '-wal'].map((end) => readFile(file + end).catch(() => Buffer.alloc(0))))
    return texts.filter((text) => bytes.some((each) => each.includes(text)))
  }
  // The log is emptied within a second or two, with the leads that come next.
  const others = steadyLeads(storage)
  for (let tries = 0; tries < 300 && (await found(token)).length > 0; tries++) {
    await others.more(10)
    await sleep(100)
  }
  await others.end()
  expect(await found(token, 'Quatermain', '23457')).toEqual([])
  expect(await found('ada@example.com')).toEqual(['ada@example.com'])
})
