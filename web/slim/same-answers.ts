/** Other questions do not change what was answered: rjsf's `sanitizeDataForNewSchema` has nothing to do. */
export default function sanitizeData(_validator: unknown, _root: unknown, _new: unknown, _old: unknown, data = {}) {
  return data
}
