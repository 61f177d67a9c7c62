import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { folderBucket, s3Bucket } from './bucket.ts'
import { startBucketServer } from './testing/bucket-server.ts'

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'leadwright-bucket-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const buckets = {
  'a folder': async () => folderBucket(await temporary()),
  'a real S3 server': async () => s3Bucket(await startBucketServer()),
}

test.each(Object.entries(buckets))('%s takes, gives, lists and removes files', async (_, open) => {
  const bucket = await open()
  const path = join(await temporary(), 'part')
  const listed = async () => {
    const ids: string[] = []
    for await (const { id } of bucket.list()) ids.push(id)
    return ids.sort()
  }
  for (const id of ['one', 'two']) {
    await writeFile(path, `content of ${id}`)
    await bucket.put(id, path)
  }
  expect(await listed()).toEqual(['one', 'two'])
  const found = await bucket.read('one')
  expect(found && (await text(Readable.from(found)))).toBe('content of one')
  await bucket.remove('one')
  await bucket.remove('one')
  expect([await listed(), await bucket.read('one')]).toEqual([['two'], null])
})

test('a bucket with another key is told so', async () => {
  const address = new URL(await startBucketServer())
  address.password = 'wrong'
  await expect(s3Bucket(address.href).read('one')).rejects.toThrow('The bucket responded to HEAD with 403.')
})
