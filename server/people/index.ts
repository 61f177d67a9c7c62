export { type OpenIdProvider, openIdProvider } from './openid.ts'
export { openPasskeys, type Passkeys, signInSaid } from './passkeys.ts'
export { type Kept, may, openPeople, type People, type Person, type Right, type Role, roles } from './people.ts'
