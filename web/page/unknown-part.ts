/** A page names what the loaded client does not know: the client is older than the server. */
export class UnknownPart extends Error {
  readonly status = 500

  constructor(kind: 'guard' | 'section', name: string) {
    super(`Unknown ${kind} ${name}`)
  }
}
