// rjsf names the fields that changed, to clear mistakes of its own. It compares all answers anyway, and has no mistakes.

/** In place of its `getChangedFields`. */
export default function getChangedFields(): string[] {
  return []
}
