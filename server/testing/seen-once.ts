import type { PageHost } from '../../engine/site/page-host.ts'
import type { PageView } from '../../engine/site/page-view.ts'
import { judgesAt, versionOn } from '../submissions/submissions.ts'

/** What a page asks of a server when it is rendered without one, as its first visitor sees it. */
export function seenOnce(view: PageView): PageHost {
  return {
    page: async () => ({ status: 200, view }),
    judges: async ({ form }) => judgesAt(form, Date.now()),
    today: (version) => versionOn({ forms: { withGroups: (form) => form } }, version, Date.now()),
    earlier: async () => null,
    mintKey: () => '',
    random: () => 0,
    isLocal: false,
    landing: () => new URLSearchParams(),
    shown: () => {},
    send: () => Promise.reject(new Error('Nobody sends a form here.')),
  }
}
