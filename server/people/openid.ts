import type { Configuration } from 'openid-client'
import type { OpenIdConfig } from '#server/config'
import { type Identity, type Kept, roles } from './people.ts'

/** Signs people in with an OpenID Connect provider. */
export interface OpenIdProvider {
  /** Where to send the browser, and what to keep until it is back. @param redirectUri where it comes back to */
  begin(redirectUri: string): Promise<{ location: string; kept: Kept }>
  /**
   * Whom the provider vouches for. Rejects when the reply is not to what was kept, is another issuer's, or is not signed
   * by the provider.
   * @param address with which the browser came back
   */
  finish(address: URL, kept: Kept): Promise<Identity>
}

/** In seconds. */
const timeout = 10

/** Asks a provider by the authorization code flow, with PKCE, state and nonce. It is discovered when it is first needed. */
export function openIdProvider({ issuer, clientId, clientSecret, rolesClaim }: OpenIdConfig): OpenIdProvider {
  let known: Promise<Configuration> | null = null

  async function discovered() {
    const client = await import('openid-client')
    const isLocal = new URL(issuer).protocol === 'http:'
    // The token comes over TLS, but a signature also says who made it.
    const execute = [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])]
    known ??= client
      .discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout })
      .catch((error) => {
        known = null
        throw error
      })
    return { client, configuration: await known }
  }

  return {
    async begin(redirectUri) {
      const { client, configuration } = await discovered()
      const kept = {
        ...{ redirectUri, verifier: client.randomPKCECodeVerifier() },
        ...{ state: client.randomState(), nonce: client.randomNonce() },
      }
      const location = client.buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: redirectUri, scope: 'openid email profile', state: kept.state, nonce: kept.nonce },
        code_challenge: await client.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
      })
      return { location: location.href, kept }
    },

    async finish(address, { redirectUri = '', verifier = '', state = '', nonce = '' }) {
      const { client, configuration } = await discovered()
      const back = new URL(redirectUri)
      back.search = address.search
      const tokens = await client.authorizationCodeGrant(configuration, back, {
        ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider sent no ID token.')
      const more = configuration.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
      const said: Record<string, unknown> = { ...more, ...claims }
      const held = [said[rolesClaim]].flat()
      return {
        ...{ issuer: claims.iss, subject: claims.sub },
        ...{ email: textOf(said.email), name: textOf(said.name) },
        roles: roles.filter((role) => held.includes(role)),
      }
    },
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
