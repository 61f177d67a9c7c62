import autocannon from 'autocannon'

/** What a load came to; `perSecond` is its mean rate of answers. */
export type Fired = autocannon.Result & { perSecond: number }

/** Asks for so long, in seconds. Left to itself, autocannon counts in whole seconds and ends no sooner than after one. */
export async function fire(options: autocannon.Options & { duration: number }): Promise<Fired> {
  const result = await autocannon({ ...options, sampleInt: Math.min(1000, options.duration * 1000) })
  return { ...result, perSecond: result.requests.total / result.duration }
}
