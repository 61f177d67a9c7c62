import type { Outgoing } from '../channel.ts'

/** Where a lead of the tests came from. */
export const sampleOrigin: Pick<Outgoing, 'brand' | 'page' | 'attribution' | 'sendFile' | 'words'> = {
  brand: { id: 'sun', name: 'Sun & Co', hosts: [] } as never,
  page: 'pets',
  attribution: { utm_source: 'http://evil.example' },
  sendFile: (file) => ({ ...file, type: 'application/pdf', url: `https://sun.example/files/${file.id}` }),
  words: () => ({
    received: 'Received',
    agreed: 'Agreed to',
    declined: 'Not agreed to',
    from: 'Where it came from',
    brand: 'Brand',
    page: 'Page',
  }),
}
