import type { CommandEntry } from './terminal/command-table.ts'

/** Every command of `npx leadwright`. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  check: {
    about: 'Checks all definitions and translations. Exits with 1 when there is a problem.',
    load: async () => (await import('./definitions/check.ts')).checkCommand,
  },
  resolve: {
    about: 'Prints what a definition resolves to.',
    load: async () => (await import('./definitions/resolve.ts')).resolveCommand,
  },
  preview: {
    about: 'Prints an address that shows a draft for a day.',
    load: async () => (await import('./definitions/preview.ts')).previewCommand,
  },
  new: {
    about: 'Writes a definition to begin with. What no flag says is asked.',
    load: async () => (await import('./definitions/new.ts')).newCommand,
  },
  text: {
    about:
      'Lists what is missing, unused or stale in the translations, and where to edit. Exits with 1 when anything is.',
    load: async () => (await import('./definitions/text.ts')).textCommand,
  },
  types: {
    about: 'Writes the TypeScript types of schemas/ and the tables of field kinds and ways to deliver.',
    load: async () => (await import('./definitions/types.ts')).typesCommand,
  },
  docs: {
    about:
      'Writes the generated parts of docs/: commands, environment, errors, the life of a lead, metrics, mistakes, modules.',
    load: async () => (await import('./definitions/docs.ts')).docsCommand(commands),
  },
  prove: {
    about:
      'Walks every form in every language over all answers that matter: each question reachable, each route completable.',
    load: async () => (await import('./definitions/prove.ts')).proveCommand,
  },
  diff: {
    about:
      'Says what changed since a revision, and what of it breaks kept drafts, partners or the shape of leads. Exits with 1 when a partner is broken.',
    load: async () => (await import('./definitions/diff.ts')).diffCommand,
  },
  migrate: {
    about: 'Writes definitions and translations of an earlier version as this one reads them.',
    load: async () => (await import('./definitions/migrate.ts')).migrateCommand,
  },
  leads: {
    about: 'The stored leads.',
    load: async () => (await import('./operations/leads.ts')).leadsCommand,
  },
  funnel: {
    about: 'Draws how many visitors reach each step of a form, by language and definition.',
    load: async () => (await import('./operations/funnel.ts')).funnelCommand,
  },
  subscriptions: {
    about: 'Who signed up for newsletters, confirmed and unsubscribed.',
    load: async () => (await import('./operations/subscriptions.ts')).subscriptionsCommand,
  },
  deliveries: {
    about: 'Leads on their way to partners, and mails to visitors.',
    load: async () => (await import('./operations/deliveries.ts')).deliveriesCommand,
  },
  mails: {
    about: 'Mails to visitors.',
    load: async () => (await import('./operations/mails.ts')).mailsCommand,
  },
  partners: {
    about: 'Partners and their keys.',
    load: async () => (await import('./operations/partners.ts')).partnersCommand,
  },
  deals: {
    about: 'The deals that the site shows.',
    load: async () => (await import('./operations/deals/deals.ts')).dealsCommand,
  },
  'cookie-consents': {
    about: 'What visitors chose in the cookie settings.',
    load: async () => (await import('./operations/cookie-consents.ts')).cookieConsentsCommand,
  },
  person: {
    about: 'What is stored about a person: print it, or erase it.',
    load: async () => (await import('./operations/persons.ts')).personCommand,
  },
  storage: {
    about: 'Where leads are stored.',
    load: async () => (await import('./operations/storage-commands.ts')).storageCommands,
  },
  bench: {
    about: 'Measures what a machine makes of the product. Take ratios, not absolutes.',
    load: async () => (await import('./bench.ts')).benchCommand,
  },
}

/** What was called otherwise in the version before: the words of a call → those of today. The next version forgets them. */
export const formerCalls: Readonly<Record<string, string>> = {
  show: 'resolve',
  consents: 'cookie-consents',
  export: 'person export',
  erase: 'person erase',
  'leads release': 'leads approve',
  'bench drills': 'bench faults',
  'text --own': 'text --unique',
}
