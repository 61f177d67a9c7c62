import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Signed by itself, so nobody has a reason to believe it; its key is known to all, and guards nothing. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUNRsxQQEhONpTrG9e03m2iMzAD/kwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjExNTQzMFoYDzIxMjYxMDI5
MTE1NDMwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASMs7jSKjx2Fug201a8eqWLCJmcxdnXstR3D47SG0NnHryUQQ0ZlCer
PkxCT3G9xorr6Tg0kJOZw1rUTNlse/7po28wbTAdBgNVHQ4EFgQU6ZMb4tgqmC6g
YOyn90WZPYbX6ZswHwYDVR0jBBgwFoAU6ZMb4tgqmC6gYOyn90WZPYbX6ZswDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgFF+uuWrj3kcew36SWvZYysQ8Oc79va0FzO/5d2GWvdUCIFHS
p6VohqBCOYtopymEtPnqdn5DSvOTZ95dGrDXsBhe
-----END CERTIFICATE-----`

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLVNJIcbSNBQdNw4q
kU7LV5d3VGWGXfnRSKeb9mrvTSChRANCAASMs7jSKjx2Fug201a8eqWLCJmcxdnX
stR3D47SG0NnHryUQQ0ZlCerPkxCT3G9xorr6Tg0kJOZw1rUTNlse/7p
-----END PRIVATE KEY-----`

/** An HTTPS server on loopback with a certificate that nobody signed; it is closed with the test. Returns its address. */
export async function startSecureFeed(body: string): Promise<string> {
  const server = createServer({ cert: certificate, key }, (_, response) => response.end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
