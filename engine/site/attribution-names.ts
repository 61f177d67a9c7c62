import type { SiteDefinition } from '#schemas/generated/site.ts'

/** The parameters of a landing address that are kept for the visit; the click id's comes first. */
export function attributionNames({ attribution = {} }: SiteDefinition): string[] {
  const { clickId = 'click_id', parameters = defaults } = attribution
  return [clickId, ...parameters.filter((name) => name !== clickId)]
}

const defaults = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term']
