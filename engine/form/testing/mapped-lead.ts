import type { MappedLead } from '../lead/lead.ts'

/** A lead for maps to read, without answers. */
export const mappedLead: MappedLead = {
  ...{ id: '019a', form: 'pets', locale: 'en', receivedAt: '2026-11-20T23:30:05.250Z', test: false },
  ...{ answers: {}, attribution: {}, brand: 'sun', page: null },
  consents: [
    {
      ...{ id: 'privacy', purpose: 'privacy', text: 'I agree.', textHash: 'a1', granted: true },
      givenAt: '2026-11-20T23:30:05.250Z',
    },
    {
      ...{ id: 'news', purpose: 'marketing', text: 'Send me news.', textHash: 'b2', granted: false },
      givenAt: '2026-11-20T23:30:05.250Z',
    },
  ],
}
