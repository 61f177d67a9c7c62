// rjsf lets a field report mistakes of its own. The engine judges ours.

/** In place of its `ErrorSchemaBuilder`, which collects what fields report. */
export default class NoFieldErrors {
  ErrorSchema = {}
}
