import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'

/** A real S3 server on loopback, which checks signatures; it ends with the test. @returns its address, as UPLOADS_URL has it */
export async function startBucketServer(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'leadwright-bucket-'))
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false },
    configureBuckets: [{ name: 'files', configs: [] }],
  })
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  return `http://S3RVER:S3RVER@127.0.0.1:${port}/files?region=us-east-1`
}
