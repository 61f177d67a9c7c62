import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { clamdScanner } from './scanner.ts'
import { hasClamd, startClamd, startScannerPeer, virus } from './testing/clamd.ts'

async function* inPieces(...pieces: (Buffer | string)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}

const peers: Record<string, () => Promise<string>> = {
  'a peer that speaks as clamd does': async () => (await startScannerPeer()).address,
  ...(hasClamd && { "Debian's clamd": startClamd }),
}

describe.each(Object.keys(peers))('%s', (peer) => {
  test('files are clean or infected, also where the virus lies across two pieces', async () => {
    const troubles: string[] = []
    const scan = clamdScanner((await peers[peer]?.()) ?? '', (reason) => troubles.push(reason))
    expect(await scan(inPieces('clean', randomBytes(100_000)))).toBe('clean')
    expect(await scan(inPieces('before ', virus, ' after'))).toBe('infected')
    expect(await scan(inPieces(`x ${virus.slice(0, 9)}`, `${virus.slice(9)} y`))).toBe('infected')
    expect(troubles).toEqual([])
  })
})

test.runIf(hasClamd)('a file that is too large for clamd is neither clean nor infected', async () => {
  const troubles: string[] = []
  const scan = clamdScanner(await startClamd(), (reason) => troubles.push(reason))
  expect(await scan(inPieces(...Array.from({ length: 60 }, () => randomBytes(65_536))))).toBe('unknown')
  expect(troubles.length).toBe(1)
})

test('a scanner that is away says nothing of a file', async () => {
  const troubles: string[] = []
  const scan = clamdScanner('unix:/nowhere/clamd.ctl', (reason) => troubles.push(reason))
  expect(await scan(inPieces('anything'))).toBe('unknown')
  expect(troubles[0]).toMatch(/^The virus scanner did not respond: .*ENOENT/)
})
