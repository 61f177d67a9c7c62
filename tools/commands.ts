import type { Commands } from './terminal/command-table.ts'

/** Every command of the package. */
export const commands: Commands = {
  init: {
    about: 'Create a repository with a first form. Prompt for every value without an option.',
    load: async () => (await import('./init/init.ts')).initCommand,
    isWithoutOwnCode: true,
  },
  start: {
    about: 'Start the server. Variables of the environment, also from a file `.env`, configure it.',
    load: async () => (start) => start.action(async () => void (await import('#server/main'))),
  },
  dev: {
    about: 'Start the server, and restart it when leadwright.config.ts or code that it names has changed.',
    load: async () => (await import('./extend/extend.ts')).devCommand,
    isWithoutOwnCode: true,
  },
  build: {
    about:
      'Load leadwright.config.ts and all that it names, and build what browsers load of it. Exit with 1 if something is wrong.',
    load: async () => (await import('./extend/extend.ts')).buildCommand,
  },
  check: {
    about: 'Check all definitions and translations. Exit with 1 if there is an error.',
    load: async () => (await import('./definitions/check.ts')).checkCommand,
  },
  test: {
    about: 'Run check, prove and text, then fill in each form once in a browser, if there is one.',
    load: async () => (await import('./site-test/test-site.ts')).testCommand,
  },
  resolve: {
    about: 'Print a definition with everything that it inherits.',
    load: async () => (await import('./definitions/resolve.ts')).resolveCommand,
  },
  preview: {
    about: 'Print a preview link that shows a draft for 24 hours.',
    load: async () => (await import('./definitions/preview.ts')).previewCommand,
  },
  mcp: {
    about:
      'Serve the studio to programs over the Model Context Protocol on standard input and output: read, propose, check, prove, diff and preview drafts. None of it puts a draft live.',
    load: async () => (await import('./definitions/mcp.ts')).mcpCommand,
  },
  new: {
    about: 'Create a definition. Prompt for every value without an option.',
    load: async () => (await import('./definitions/new.ts')).newCommand,
  },
  text: {
    about: 'List missing, unused and outdated translations, with the place to edit. Exit with 1 if there are any.',
    load: async () => (await import('./definitions/text.ts')).textCommand,
  },
  prove: {
    about:
      'Test every path of every form in every language: each question is reachable, and each path can be completed.',
    load: async () => (await import('./definitions/prove.ts')).proveCommand,
  },
  diff: {
    about:
      'Show the changes since a revision, and which of them break saved answers, partners or the shape of leads. Exit with 1 if a change breaks a partner.',
    load: async () => (await import('./definitions/diff.ts')).diffCommand,
  },
  migrate: {
    about: 'Migrate definitions and translations of an earlier version to the current format.',
    load: async () => (await import('./definitions/migrate.ts')).migrateCommand,
  },
  leads: {
    about: 'List, show and export stored leads.',
    load: async () => (await import('./operations/leads.ts')).leadsCommand,
  },
  funnel: {
    about: 'Show how many visitors reach each step of a form, by language and definition.',
    load: async () => (await import('./operations/funnel.ts')).funnelCommand,
  },
  subscriptions: {
    about: 'List and show newsletter subscriptions.',
    load: async () => (await import('./operations/subscriptions.ts')).subscriptionsCommand,
  },
  deliveries: {
    about: 'List, retry and replay deliveries to partners and mails to visitors.',
    load: async () => (await import('./operations/deliveries.ts')).deliveriesCommand,
  },
  mails: {
    about: 'List and show mails to visitors.',
    load: async () => (await import('./operations/mails.ts')).mailsCommand,
  },
  partners: {
    about: 'Manage partner keys and report on leads.',
    load: async () => (await import('./operations/partners.ts')).partnersCommand,
  },
  deals: {
    about: 'List the deals of the site, and check their feed.',
    load: async () => (await import('./operations/deals/deals.ts')).dealsCommand,
  },
  'cookie-consents': {
    about: 'Show recorded choices in the cookie settings.',
    load: async () => (await import('./operations/cookie-consents.ts')).cookieConsentsCommand,
  },
  person: {
    about: 'Export or erase the data of a person.',
    load: async () => (await import('./operations/persons.ts')).personCommand,
  },
  people: {
    about: 'Invite people to the console, and list and remove them.',
    load: async () => (await import('./operations/people.ts')).peopleCommand,
  },
  audit: {
    about: 'List and verify the audit: who did what in the console and on the command line.',
    load: async () => (await import('./operations/people.ts')).auditCommand,
  },
  storage: {
    about: 'Back up, restore, compact or copy the database.',
    load: async () => (await import('./operations/storage-commands.ts')).storageCommands,
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
