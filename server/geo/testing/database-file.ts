/** What a database says of a network: a country in the words of MaxMind, or whatever a test needs. */
type Said = string | { [key: string]: Said }

/** Networks of 8 bits of IPv4, by their first number. */
export type Networks = Readonly<Record<number, Said>>

/**
 * The bytes of a tiny database in the MaxMind DB format (https://maxmind.github.io/MaxMind-DB/), for IPv4, with records
 * of 24 bits. There is no writer on npm.
 */
export function databaseFile(networks: Networks, builtAt: Date): Buffer {
  const data: Buffer[] = []
  let size = 0
  const places = new Map<number, number>()
  for (const [first, said] of Object.entries(networks)) {
    const bytes = encoded(said)
    places.set(Number(first), size)
    data.push(bytes)
    size += bytes.length
  }
  // All nodes of eight levels, breadth first, as a heap has them.
  const nodeCount = 255
  const tree = Buffer.alloc(nodeCount * 6)
  for (let child = 1; child <= 2 * nodeCount; child++) {
    const place = places.get(child - nodeCount)
    const leaf = place === undefined ? nodeCount : nodeCount + 16 + place
    tree.writeUIntBE(child < nodeCount ? child : leaf, (child - 1) * 3, 3)
  }
  const metadata = map([
    ['node_count', uint(6, nodeCount)],
    ['record_size', uint(5, 24)],
    ['ip_version', uint(5, 4)],
    ['database_type', text('Test')],
    ['languages', Buffer.from([0, 4])],
    ['binary_format_major_version', uint(5, 2)],
    ['binary_format_minor_version', uint(5, 0)],
    ['build_epoch', uint(6, builtAt.getTime() / 1000)],
    ['description', map([])],
  ])
  return Buffer.concat([tree, Buffer.alloc(16), ...data, Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'), metadata])
}

function encoded(said: Said): Buffer {
  return typeof said === 'string' ? text(said) : map(Object.entries(said).map(([key, value]) => [key, encoded(value)]))
}

/** Up to 28 bytes. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)])
}

function map(entries: [key: string, value: Buffer][]): Buffer {
  return Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, value]) => [text(key), value]),
  ])
}

/** @param type 5 for 16 bits, 6 for 32 */
function uint(type: 5 | 6, value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return Buffer.concat([Buffer.from([(type << 5) | (type === 5 ? 2 : 4)]), type === 5 ? bytes.subarray(2) : bytes])
}
