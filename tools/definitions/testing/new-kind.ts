/** What somebody writes who makes a new kind of something, and what is made from that. */
export interface NewKind {
  /** Path → text; a test of what it does is among them. */
  planted: Readonly<Record<string, string>>
  made: readonly string[]
}
