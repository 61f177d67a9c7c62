import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { serverUrls } from '#server/storage/servers'

/** Everything the environment decides, read once at the start. `variables` describes it. */
export interface Config {
  host: string
  port: number
  dataDir: string
  /** `postgres://…`; null for SQLite in `dataDir`. A secret: never logged. */
  databaseUrl: string | null
  definitionsDir: string
  localesDir: string
  /** CIDR ranges of the proxies whose X-Forwarded-For is believed. */
  trustProxy: string[]
  /** Submissions a minute and address; null for no limit. */
  rateLimit: number | null
  /** A request that would wait longer for its turn is not taken, in ms. */
  maxEventLoopDelayMs: number
  /** For how long a server that shall end is still asked, while /readyz turns proxies away, in seconds. */
  drainSeconds: number
  /** CIDR ranges that relayed leads may go to although they are not public. */
  outboundAllow: string[]
  /** `smtp://…` or `smtps://…`; null: mail deliveries wait. A secret: never logged. */
  smtpUrl: string | null
  /** A file in the MaxMind DB format; null for the built-in database of countries. */
  geoDatabase: string | null
  /** A file or folder in the postal-code format of GeoNames; null for none. */
  geoPostcodes: string | null
  /** A file or folder of OpenAddresses; null for none. */
  geoStreets: string | null
  /** Signs mailed links and keys hashes; null: one is made and kept in storage. A secret: never logged. */
  secretKey: string | null
  /** `https://KEY:SECRET@host/bucket?region=…` of the bucket for uploaded files; null for a folder in `dataDir`. A secret: never logged. */
  uploadsUrl: string | null
  /** `tcp://host:port` or `unix:/path` of the virus scanner; null where there is none. */
  clamdUrl: string | null
  /** Where the console is; null: at `console.localhost` where only this machine reaches the server, nowhere otherwise. */
  consoleOrigin: string | null
  /** The Chromium that takes pictures of pages; null: the one that is installed. */
  chromiumPath: string | null
  /** The provider that people sign in to the console with; null: with passkeys alone. */
  openId: OpenIdConfig | null
  logLevel: string
  /** Whether everybody sees drafts, as where they are written. */
  drafts: boolean
  /** Whether pages load again when something else is live, as where they are written. */
  refresh: boolean
  /** Reads a secret that a definition names. Never logged. */
  secret: (variable: string) => string | undefined
}

/** An OpenID Connect provider, and what the console is known as there. */
export interface OpenIdConfig {
  issuer: string
  clientId: string
  /** Never logged. */
  clientSecret: string
  /** The claim that lists a person's roles. */
  rolesClaim: string
}

/** A variable of the environment, for the reference. */
export interface Variable {
  name: string
  /** What it decides. */
  about: string
  /** What holds where it is not set. */
  default: string
  /** Whether it must never be logged or written to a file that others read. */
  secret?: true
  /** What it was called in the version before, which is read for one version more. */
  former?: string
}

/** Every variable that `readConfig` reads. Definitions name further ones for secrets of partners and services. */
export const variables: readonly Variable[] = [
  { name: 'HOST', about: 'The address on which the server listens.', default: '127.0.0.1' },
  { name: 'PORT', about: 'The port on which the server listens; 0 chooses a free one.', default: '8080' },
  {
    name: 'DATA_DIR',
    about: 'The folder of the SQLite database, the demo key and the list of erasures.',
    default: 'data',
  },
  {
    name: 'DATABASE_URL',
    about: 'Stores leads in PostgreSQL: `postgres://user:password@host:port,host:port/database`.',
    default: 'SQLite in `DATA_DIR`',
    secret: true,
  },
  { name: 'DEFINITIONS_DIR', about: 'The folder of the definitions.', default: 'definitions' },
  { name: 'LOCALES_DIR', about: 'The folder of the translations.', default: 'locales' },
  {
    name: 'TRUST_PROXY',
    about: 'Address ranges (CIDR, separated by commas) of proxies whose `X-Forwarded-*` headers are trusted.',
    default: 'none',
  },
  {
    name: 'RATE_LIMIT',
    about:
      'The maximum number of submissions per minute and address; attempts have ten times that limit. `off` removes the limit.',
    default: '30',
  },
  {
    name: 'MAX_EVENT_LOOP_DELAY_MS',
    about: 'The maximum wait in milliseconds on a busy server. Beyond it, the server immediately responds with 503.',
    default: '1000',
    former: 'LONGEST_WAIT',
  },
  {
    name: 'DRAIN_SECONDS',
    about:
      'For how many seconds a server that is asked to stop goes on, while `/readyz` responds with 503 and proxies turn to another server. Longer than the interval at which your proxy asks.',
    default: '0',
  },
  {
    name: 'OUTBOUND_ALLOW',
    about: 'Private address ranges to which deliveries are allowed.',
    default: 'none',
  },
  {
    name: 'SMTP_URL',
    about: 'The mail server: `smtp://user:password@host:port`, or `smtps://`.',
    default: 'mails wait until it is set',
    secret: true,
  },
  {
    name: 'GEO_DATABASE',
    about: 'A country database in the MaxMind DB format; reloaded when it changes.',
    default: 'the built-in one',
  },
  {
    name: 'GEO_POSTCODES',
    about:
      'A file, or a folder of files, in the postal-code format of GeoNames (`.txt`): forms fill in the town of a postal code. Reloaded when it changes.',
    default: 'none',
  },
  {
    name: 'GEO_STREETS',
    about:
      'A file, or a folder of files, of OpenAddresses (`es.geojson`, also `.gz`): forms suggest the streets of a postal code. Reloaded when it changes.',
    default: 'none',
  },
  {
    name: 'SECRET_KEY',
    about: 'The key for hashes and for signatures of mailed links. At least 32 characters; never change it.',
    default: 'generated and stored in the database',
    secret: true,
  },
  {
    name: 'UPLOADS_URL',
    about:
      'A bucket for uploaded files that speaks the S3 protocol: `https://KEY:SECRET@s3.example.com/bucket?region=eu-central-1`. Several servers need one.',
    default: 'the folder `uploads` in `DATA_DIR`',
    secret: true,
  },
  {
    name: 'CLAMD_URL',
    about:
      'The virus scanner (ClamAV) for uploaded files: `tcp://host:3310` or `unix:/run/clamav/clamd.ctl`. Partners get no file before it is found clean.',
    default: 'files are not scanned',
  },
  {
    name: 'CONSOLE_ORIGIN',
    about:
      'The origin of the console, such as `https://console.example.com`. It needs a host of its own, which no brand names.',
    default: '`http://console.localhost` at `PORT` on a local machine, otherwise no console',
  },
  {
    name: 'CHROMIUM_PATH',
    about: 'The Chromium that takes pictures of changed pages for the studio.',
    default: 'the one that is installed, if any',
  },
  {
    name: 'OPENID_ISSUER',
    about: 'The OpenID Connect provider that people sign in to the console with: the address of its issuer.',
    default: 'passkeys only',
  },
  { name: 'OPENID_CLIENT_ID', about: 'The client id of the console at the provider.', default: 'none' },
  {
    name: 'OPENID_CLIENT_SECRET',
    about: 'The client secret of the console at the provider.',
    default: 'none',
    secret: true,
  },
  {
    name: 'OPENID_ROLES_CLAIM',
    about:
      'The claim that lists the roles of a person: `viewer`, `operator`, `author`, `publisher`, `owner`. Other values are ignored.',
    default: '`roles`',
  },
  {
    name: 'LOG_LEVEL',
    about: 'One of `fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`.',
    default: 'info',
  },
  {
    name: 'DRAFTS',
    about: 'With `show`, everyone sees forms and pages with `"draft": true`, as with `npm run dev`.',
    default: 'hide',
  },
  {
    name: 'REFRESH',
    about:
      'With `on`, pages load again in the browser when a definition, a text or code has changed, as with `npm run dev`.',
    default: 'off',
  },
]

/** In characters: 24 random bytes as base64. */
const shortestKey = 32

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * The configuration, or a sentence for every variable that cannot be used.
 * @returns also a sentence for every variable that has another name now
 */
export function readConfig(
  given: NodeJS.ProcessEnv = process.env,
): { ok: true; config: Config; warnings: string[] } | { ok: false; problems: string[] } {
  const renamed = variables.filter(({ former }) => former !== undefined && given[former] !== undefined)
  const env = { ...Object.fromEntries(renamed.map(({ name, former = '' }) => [name, given[former]])), ...given }
  const problems: string[] = []
  const wrong = (variable: string, rule: string) => {
    problems.push(`${variable} is "${env[variable]}", but must be ${rule}.`)
  }
  const ranges = (variable: string) => {
    const list = (env[variable] ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    if (!list.every(isRange)) wrong(variable, 'a list of address ranges with commas, such as 10.0.0.0/8,::1/128')
    return list
  }
  const port = Number(env.PORT ?? 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65535) wrong('PORT', 'a port number from 0 to 65535')
  const rateLimit = env.RATE_LIMIT === 'off' ? null : Number(env.RATE_LIMIT ?? 30)
  if (rateLimit !== null && !(Number.isInteger(rateLimit) && rateLimit > 0))
    wrong('RATE_LIMIT', 'a whole number above 0, or off')
  const maxEventLoopDelayMs = Number(env.MAX_EVENT_LOOP_DELAY_MS ?? 1000)
  if (!(Number.isInteger(maxEventLoopDelayMs) && maxEventLoopDelayMs > 0))
    wrong('MAX_EVENT_LOOP_DELAY_MS', 'a whole number of milliseconds above 0')
  const drainSeconds = Number(env.DRAIN_SECONDS || 0)
  if (!(Number.isInteger(drainSeconds) && drainSeconds >= 0 && drainSeconds <= 60))
    wrong('DRAIN_SECONDS', 'a whole number of seconds from 0 to 60')
  const logLevel = env.LOG_LEVEL ?? 'info'
  if (!logLevels.includes(logLevel)) wrong('LOG_LEVEL', `one of ${logLevels.join(', ')}`)
  const drafts = env.DRAFTS ?? 'hide'
  if (!['hide', 'show'].includes(drafts)) wrong('DRAFTS', 'hide or show')
  const refresh = env.REFRESH ?? 'off'
  if (!['off', 'on'].includes(refresh)) wrong('REFRESH', 'off or on')
  const databaseUrl = env.DATABASE_URL || null
  if (databaseUrl !== null && serverUrls(databaseUrl) === null)
    // The address may hold a password.
    problems.push(
      'DATABASE_URL must be postgres://user:password@host:port/database; with several servers host:port,host:port and only read-write or primary as target_session_attrs.',
    )
  const smtpUrl = env.SMTP_URL || null
  if (smtpUrl !== null && !(/^smtps?:/.test(smtpUrl) && URL.canParse(smtpUrl)))
    problems.push('SMTP_URL must be smtp://user:password@host:port, or smtps:// for TLS from the first byte.')
  const secretKey = env.SECRET_KEY || null
  if (secretKey !== null && secretKey.length < shortestKey)
    problems.push(
      `SECRET_KEY must have at least ${shortestKey} characters. Generate one with "openssl rand -base64 32".`,
    )
  const uploadsUrl = env.UPLOADS_URL || null
  if (uploadsUrl !== null && !isBucket(uploadsUrl))
    // The address holds a key.
    problems.push('UPLOADS_URL must be https://KEY:SECRET@host/bucket, with ?region= where the service has regions.')
  const clamdUrl = env.CLAMD_URL || null
  if (clamdUrl !== null && !/^(?:tcp:\/\/[^/]+|unix:\/.+)$/.test(clamdUrl))
    wrong('CLAMD_URL', 'tcp://host:3310 or unix:/path/of/the/socket')
  const consoleOrigin = env.CONSOLE_ORIGIN || null
  if (consoleOrigin !== null && !isOrigin(consoleOrigin))
    wrong('CONSOLE_ORIGIN', 'an origin with https, such as https://console.example.com; http only for localhost')
  const openId = openIdOf(env)
  if (typeof openId === 'string') problems.push(openId)
  const config: Config = {
    host: env.HOST ?? '127.0.0.1',
    port,
    dataDir: env.DATA_DIR ?? 'data',
    databaseUrl,
    definitionsDir: resolve(env.DEFINITIONS_DIR ?? 'definitions'),
    localesDir: resolve(env.LOCALES_DIR ?? 'locales'),
    trustProxy: ranges('TRUST_PROXY'),
    rateLimit,
    maxEventLoopDelayMs,
    drainSeconds,
    outboundAllow: ranges('OUTBOUND_ALLOW'),
    smtpUrl,
    geoDatabase: env.GEO_DATABASE || null,
    geoPostcodes: env.GEO_POSTCODES || null,
    geoStreets: env.GEO_STREETS || null,
    secretKey,
    uploadsUrl,
    clamdUrl,
    consoleOrigin,
    chromiumPath: env.CHROMIUM_PATH || null,
    openId: typeof openId === 'string' ? null : openId,
    logLevel,
    drafts: drafts === 'show',
    refresh: refresh === 'on',
    secret: (variable) => env[variable] || undefined,
  }
  if (problems.length > 0) return { ok: false, problems }
  const warnings = renamed.map(
    ({ name, former }) => `${former} is now called ${name}. The next version accepts only the new name.`,
  )
  return { ok: true, config, warnings }
}

/** Whether only this machine reaches the server: other machines can neither directly nor through a proxy. */
export function isLocalOnly({ host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>): boolean {
  const isLoopback = ipaddr.isValid(host) ? ipaddr.process(host).range() === 'loopback' : host === 'localhost'
  return isLoopback && trustProxy.length === 0
}

/** Whether only this machine answers to a host name. */
const isLocalName = (name: string) => /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(name)

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin, hostname } = new URL(text)
  return origin === text.toLowerCase() && (protocol === 'https:' || (protocol === 'http:' && isLocalName(hostname)))
}

/** The provider, null where none is named, or what is wrong with it. */
function openIdOf(env: NodeJS.ProcessEnv): OpenIdConfig | null | string {
  const issuer = env.OPENID_ISSUER
  if (!issuer) return null
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocalName(url.hostname)))
    return `OPENID_ISSUER is "${issuer}", but must be an address with https.`
  const clientId = env.OPENID_CLIENT_ID
  const clientSecret = env.OPENID_CLIENT_SECRET
  if (!clientId || !clientSecret) return 'OPENID_ISSUER requires OPENID_CLIENT_ID and OPENID_CLIENT_SECRET.'
  return { issuer, clientId, clientSecret, rolesClaim: env.OPENID_ROLES_CLAIM || 'roles' }
}

function isBucket(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname } = new URL(text)
  return /^https?:$/.test(protocol) && username !== '' && password !== '' && /^\/[^/]/.test(pathname)
}

function isRange(text: string): boolean {
  return text.includes('/') && ipaddr.isValidCIDR(text)
}
